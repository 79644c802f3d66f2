import { newId } from '@app/kernel';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-node';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TypeScriptProcess } from '../testing';
import { OtelTracer } from './otel-tracer';
import { traceIdsOf } from './trace-ids';
import { currentTracer, traced, useTracer } from './tracing';

afterEach(() => useTracer(undefined));

/** Records what happens in `work`, and returns the spans that would be sent. */
async function recorded(work: () => Promise<unknown>, ratio = 1): Promise<ReadableSpan[]> {
  const sent: ReadableSpan[] = [];
  const exporter = {
    export(spans: ReadableSpan[], done: (result: { code: number }) => void) {
      sent.push(...spans);
      done({ code: 0 });
    },
    shutdown: async () => undefined,
  };
  const tracer = new OtelTracer({ exporter, ratio, service: 'api' });
  useTracer(tracer);
  await work();
  await tracer.stop();
  return sent;
}

const requestId = newId();
const work = async () => 'done';
/** A request that calls a provider; a worker delivers its event later. */
async function journey() {
  const span = currentTracer()?.startRequest(requestId);
  await span?.during(() => traced('call provider', { kind: 'client' }, work));
  span?.end({ account_id: 'a1' }, 'POST /v1/payment-links');
  await traced('deliver webhook', { kind: 'client', requestId }, work);
}

describe('traces (rule 16.24)', () => {
  it('have the id of the request, and what was done for it later is part of them', async () => {
    const spans = await recorded(journey);
    const traceId = requestId.replaceAll('-', '');
    expect(spans.map((span) => [span.name, span.spanContext().traceId])).toEqual([
      ['call provider', traceId],
      ['POST /v1/payment-links', traceId],
      ['deliver webhook', traceId],
    ]);
    const request = spans[1]?.spanContext().spanId;
    expect(spans.map(({ parentSpanContext }) => parentSpanContext?.spanId)).toEqual([request, undefined, request]);
  });

  it('say why a span failed, and the error stays the same', async () => {
    const error = new Error('declined');
    const failing = () => traced('call provider', {}, () => Promise.reject(error));
    const [span] = await recorded(() => expect(failing()).rejects.toBe(error));
    expect(span).toMatchObject({ name: 'call provider', status: { code: 2, message: 'declined' } });
  });

  it('are not recorded beyond the configured part', async () => {
    expect(await recorded(journey, 0)).toEqual([]);
  });

  it('cost nothing while no collector is configured: the work is called as it is', async () => {
    const result = work();
    expect(traced('call provider', {}, () => result)).toBe(result);
    await result;
  });

  it('are sent to the collector, with its headers, when the process stops', async () => {
    const asked: unknown[] = [];
    const collector = createServer((request, response) => {
      asked.push([request.url, request.headers['api-key']]);
      response.end('{}');
    }).listen(0, '127.0.0.1');
    await once(collector, 'listening');
    const tracesEndpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
    const config = JSON.stringify({ tracesEndpoint, tracesHeaders: { 'api-key': 'k' }, tracesRatio: 1 });
    const sender = TypeScriptProcess.run(
      `const { openOtelTracer } = require('./libs/platform/src/tracing/otel-tracer');
       const { traced, useTracer } = require('./libs/platform/src/tracing/tracing');
       const { stopTracing } = require('./libs/platform/src/tracing/start-tracing');
       useTracer(openOtelTracer(${config}, 'api', {}));
       traced('work', {}, async () => 1).then(stopTracing);`,
    );
    await expect(sender.exit).resolves.toEqual({ code: 0, signal: null });
    collector.close();
    expect(asked).toEqual([['/v1/traces', 'k']]);
  });
});

it('a request id that is no UUID has a trace too', () => {
  expect(traceIdsOf('order-1').traceId).toMatch(/^[0-9a-f]{32}$/);
  expect(traceIdsOf('order-1')).not.toEqual(traceIdsOf('order-2'));
});
