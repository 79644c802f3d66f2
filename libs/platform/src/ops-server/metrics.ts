import { within } from '@app/kernel';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry, type LabelValues } from 'prom-client';

/** How long a gauge may take to read. The others are scraped in the meantime. */
const SCRAPE_MS = 2_000;

/** The process's metrics in Prometheus form. One registry per process, which is injected. */
export class Metrics {
  readonly registry = new Registry();

  constructor(service: string, collectProcessMetrics: boolean) {
    this.registry.setDefaultLabels({ service });
    if (collectProcessMetrics) collectDefaultMetrics({ register: this.registry });
  }

  /**
   * `shown` has the values of the label that are exposed from the start, as zero: Prometheus sees no increase in a series
   * that begins with one.
   */
  counter<L extends string>(name: string, help: string, label?: L, shown: readonly string[] = []): Counter<L> {
    return this.once(name, () => {
      const counter = new Counter({ name, help, labelNames: label ? [label] : [], registers: [this.registry] });
      if (label) for (const value of shown) counter.inc({ [label]: value } as LabelValues<L>, 0);
      return counter;
    });
  }

  histogram<L extends string>(name: string, help: string, labelNames: readonly L[], buckets: number[]): Histogram<L> {
    return this.once(name, () => new Histogram({ name, help, labelNames, buckets, registers: [this.registry] }));
  }

  /** A gauge that is read when the metrics are scraped. If it cannot be read in time, only its value is omitted. */
  gauge(name: string, help: string, read: () => number | Promise<number>): Gauge {
    return this.scraped(name, help, [], async () => [[{}, await read()]]);
  }

  /** A gauge with a value for each value of one label, read like `gauge`. A value that is not read any more disappears. */
  gaugeByLabel<L extends string>(
    name: string,
    help: string,
    label: L,
    read: () => ReadonlyMap<string, number> | Promise<ReadonlyMap<string, number>>,
  ): Gauge<L> {
    return this.scraped(name, help, [label], async () =>
      Array.from(await read(), ([key, value]) => [{ [label]: key } as LabelValues<L>, value]),
    );
  }

  private scraped<L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[],
    read: () => Promise<[LabelValues<L>, number][]>,
  ): Gauge<L> {
    return this.once(name, () => {
      const gauge: Gauge<L> = new Gauge({
        name,
        help,
        labelNames,
        registers: [this.registry],
        collect: async () => {
          const values = await within(SCRAPE_MS, read).catch(() => undefined);
          // Without labels, `reset` would show a zero.
          if (labelNames.length > 0) gauge.reset();
          else gauge.remove();
          for (const [labels, value] of values ?? []) gauge.set(labels, value);
        },
      });
      return gauge;
    });
  }

  private once<M>(name: string, make: () => M): M {
    return (this.registry.getSingleMetric(name) as M | undefined) ?? make();
  }
}
