import { within } from '@app/kernel';
import type { Config } from '../config/config';
import type { Log } from '../logging/log';
import { currentTracer, useTracer } from './tracing';

/** At the end of a process. */
const SEND_WITHIN_MS = 2_000;

/** Sends spans to the collector from now on, by OTLP over HTTP. Without a collector, not even the library is loaded. */
export async function startTracing(
  { tracesEndpoint, tracesHeaders, tracesRatio }: Config,
  service: string,
  log: Log,
): Promise<void> {
  if (tracesEndpoint === undefined) return;
  const { openOtelTracer } = await import('./otel-tracer.js');
  useTracer(openOtelTracer({ tracesEndpoint, tracesHeaders, tracesRatio }, service, log));
}

/** Sends what is recorded, within two seconds. A collector that is down must not hold up the end of a process. */
export async function stopTracing(): Promise<void> {
  const tracer = currentTracer();
  useTracer(undefined);
  if (tracer) await within(SEND_WITHIN_MS, () => tracer.stop()).catch(() => undefined);
}
