import {
  context,
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type DiagLogger,
} from '@opentelemetry/api';
import type * as otel from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  RandomIdGenerator,
  TraceIdRatioBasedSampler,
  type IdGenerator,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-node';
import type { Config } from '../config/config';
import type { Log } from '../logging/log';
import { traceIdsOf, type TraceIds } from './trace-ids';
import { Tracer, type Span, type SpanDetails } from './tracing';

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT } as const;
const EXPORT_WITHIN_MS = 5_000;

interface OtelOptions {
  /** Sends the spans. Those that it cannot send are lost. */
  readonly exporter: SpanExporter;
  /** The part of the traces that is recorded, from 0 to 1. All processes decide alike about a trace. */
  readonly ratio: number;
  readonly service: string;
}

/** Random ids, but for spans whose ids are given. */
class GivenIds implements IdGenerator {
  private readonly random = new RandomIdGenerator();
  private given: TraceIds | undefined;

  generateTraceId = () => this.given?.traceId ?? this.random.generateTraceId();
  generateSpanId = () => this.given?.spanId ?? this.random.generateSpanId();

  during<T>(ids: TraceIds, start: () => T): T {
    this.given = ids;
    try {
      return start();
    } finally {
      this.given = undefined;
    }
  }
}

/** Records spans with the SDK of OpenTelemetry, and sends them in batches. */
export class OtelTracer extends Tracer {
  private readonly ids = new GivenIds();
  private readonly provider: NodeTracerProvider;
  private readonly tracer: otel.Tracer;

  constructor({ exporter, ratio, service }: OtelOptions) {
    super();
    this.provider = new NodeTracerProvider({
      resource: resourceFromAttributes({ 'service.name': service }),
      // By the trace's id alone, so that a delivery is recorded if and only if its request was.
      sampler: new TraceIdRatioBasedSampler(ratio),
      idGenerator: this.ids,
      spanProcessors: [new BatchSpanProcessor(exporter)],
    });
    // Without a propagator: receivers and providers learn nothing of our traces.
    this.provider.register({ propagator: null });
    this.tracer = this.provider.getTracer('servicepay');
  }

  startRequest(requestId: string): Span {
    const options = { kind: SpanKind.SERVER, attributes: { request_id: requestId }, root: true };
    return this.ids.during(traceIdsOf(requestId), () => openSpan(this.tracer.startSpan('request', options)));
  }

  start(name: string, { kind, attributes, requestId }: SpanDetails): Span {
    const options = { kind: kind ? KINDS[kind] : SpanKind.INTERNAL, attributes: { ...attributes } };
    const active = trace.getSpan(context.active());
    if (!requestId || active?.spanContext().traceId === traceIdsOf(requestId).traceId) {
      return openSpan(this.tracer.startSpan(name, options));
    }
    const links = active ? [{ context: active.spanContext() }] : [];
    return openSpan(this.tracer.startSpan(name, { ...options, links }, contextOf(requestId)));
  }

  async stop(): Promise<void> {
    await this.provider.shutdown();
    context.disable();
    trace.disable();
  }
}

function contextOf(requestId: string): Context {
  return trace.setSpanContext(ROOT_CONTEXT, {
    ...traceIdsOf(requestId),
    traceFlags: TraceFlags.SAMPLED,
    isRemote: true,
  });
}

function openSpan(span: otel.Span): Span {
  return {
    during: (work) => context.with(trace.setSpan(context.active(), span), work),
    end(attributes, name) {
      if (attributes) span.setAttributes({ ...attributes });
      if (name !== undefined) span.updateName(name);
      span.end();
    },
    fail(error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.message : String(error) });
      span.end();
    },
  };
}

/** A tracer whose spans go to the collector of the configuration. */
export function openOtelTracer(
  config: Pick<Config, 'tracesEndpoint' | 'tracesHeaders' | 'tracesRatio'>,
  service: string,
  log: Log,
): OtelTracer {
  diag.setLogger(logOf(log), DiagLogLevel.WARN);
  const exporter = new OTLPTraceExporter({
    url: `${config.tracesEndpoint}/v1/traces`,
    headers: { ...config.tracesHeaders },
    timeoutMillis: EXPORT_WITHIN_MS,
  });
  return new OtelTracer({ exporter, ratio: config.tracesRatio, service });
}

/** What the library reports, such as a collector that does not respond. */
function logOf(log: Log): DiagLogger {
  const warn = (reason: string) => log.warn({ reason }, 'traces are not sent');
  return { error: warn, warn, info: () => undefined, debug: () => undefined, verbose: () => undefined };
}
