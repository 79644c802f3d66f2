import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The process's metrics in Prometheus form. One registry per process, which is injected. */
export class Metrics {
  readonly registry = new Registry();

  constructor(service: string, collectProcessMetrics: boolean) {
    this.registry.setDefaultLabels({ service });
    if (collectProcessMetrics) collectDefaultMetrics({ register: this.registry });
  }

  counter<L extends string>(name: string, help: string, labelNames: readonly L[] = []): Counter<L> {
    return this.once(name, () => new Counter({ name, help, labelNames, registers: [this.registry] }));
  }

  histogram<L extends string>(name: string, help: string, labelNames: readonly L[], buckets: number[]): Histogram<L> {
    return this.once(name, () => new Histogram({ name, help, labelNames, buckets, registers: [this.registry] }));
  }

  /** A gauge that is read when the metrics are scraped. If it cannot be read, only its value is omitted. */
  gauge(name: string, help: string, read: () => number | Promise<number>): Gauge {
    return this.once(name, () => {
      const gauge: Gauge = new Gauge({
        name,
        help,
        registers: [this.registry],
        collect: async () => {
          try {
            gauge.set(await read());
          } catch {
            gauge.remove();
          }
        },
      });
      return gauge;
    });
  }

  private once<M>(name: string, make: () => M): M {
    return (this.registry.getSingleMetric(name) as M | undefined) ?? make();
  }
}
