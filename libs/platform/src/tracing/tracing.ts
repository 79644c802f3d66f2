type Attributes = Readonly<Record<string, string | number | undefined>>;

/** What a span is about. */
export interface SpanDetails {
  /** `server`: a request to the service; `client`: a call that it makes; by default, work inside of it. */
  readonly kind?: 'server' | 'client';
  readonly attributes?: Attributes;
  /**
   * The request that the span belongs to, by its id in the log, when no work of that request is under way here: the span
   * joins the trace of that request. By default it belongs to the work that it begins in.
   */
  readonly requestId?: string | null | undefined;
}

/** A span that has begun. */
export interface Span {
  /** Spans that begin in `work` are children of this one. */
  during<T>(work: () => T): T;
  /** `name`: another name than it began with. */
  end(attributes?: Attributes, name?: string): void;
  /** Ends it as failed. */
  fail(error: unknown): void;
}

/** Records spans. */
export abstract class Tracer {
  /** The span of a request itself, the first of its trace, whose id follows from that of the request. */
  abstract startRequest(requestId: string): Span;
  abstract start(name: string, details: SpanDetails): Span;
  /** Sends what is recorded. */
  abstract stop(): Promise<void>;
}

/** One for the process, as in the API of OpenTelemetry: a span may begin anywhere. Undefined while tracing is off. */
let current: Tracer | undefined;

export function useTracer(tracer: Tracer | undefined): void {
  current = tracer;
}

export function currentTracer(): Tracer | undefined {
  return current;
}

/** Does the work in a span of that name. While tracing is off, it only does the work. */
export function traced<T>(name: string, details: SpanDetails, work: () => Promise<T>): Promise<T> {
  return current ? inSpan(current.start(name, details), work) : work();
}

async function inSpan<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    const result = await span.during(work);
    span.end();
    return result;
  } catch (error) {
    span.fail(error);
    throw error;
  }
}
