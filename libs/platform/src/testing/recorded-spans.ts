import { Tracer, useTracer, type Span, type SpanDetails } from '../tracing/tracing';

const SPAN: Span = { during: (work) => work(), end: () => undefined, fail: () => undefined };

/** Records which spans begin, in place of sending them to a collector. */
export class RecordedSpans extends Tracer {
  readonly started: ({ name: string } & SpanDetails)[] = [];

  /** Turns tracing on. The test ends with `stop`. */
  static start(): RecordedSpans {
    const spans = new RecordedSpans();
    useTracer(spans);
    return spans;
  }

  startRequest(requestId: string): Span {
    return this.start('request', { requestId });
  }

  start(name: string, details: SpanDetails): Span {
    this.started.push({ name, ...details });
    return SPAN;
  }

  async stop(): Promise<void> {
    useTracer(undefined);
  }
}
