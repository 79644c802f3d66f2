import { isDay, parseDate } from '@app/kernel';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { request, type Dispatcher } from 'undici';
import { FxRates } from '../application/ports';
import { endOfDailyRate } from '../domain/daily-rates';
import { RateSourceError } from '../domain/errors';
import type { SourceRate } from '../domain/rate-review';

export interface HttpFxRatesOptions {
  url: string;
  /** For the whole exchange. */
  timeoutMs?: number;
  /** Of the response, decompressed. */
  maxBytes?: number;
  /** Makes the connection; by default undici's own agent. */
  dispatcher?: Dispatcher;
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 256 * 1024;

/**
 * Market rates from an HTTP source that responds with `{"base": "USD", "rates": {"ARS": 1000.5, …}, "as_of": "…"}`. Values
 * may be JSON numbers or decimal strings. `as_of` is optional: a time with an offset, or a day, from which a daily rate
 * holds until the next ones must have come. The base must be USD, since all cross rates go through it.
 */
export class HttpFxRates extends FxRates {
  constructor(private readonly options: HttpFxRatesOptions) {
    super();
  }

  async fetch(): Promise<SourceRate[]> {
    const body = await this.body().catch((error: unknown) => {
      if (error instanceof RateSourceError) throw error;
      throw new RateSourceError(`the rate source could not be read: ${reasonOf(error)}`, error);
    });
    return parse(body);
  }

  private async body(): Promise<string> {
    const { url, dispatcher, timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES } = this.options;
    const signal = AbortSignal.timeout(timeoutMs);
    const headers = { accept: 'application/json', 'accept-encoding': 'gzip' };
    const response = await request(url, { signal, headers, ...(dispatcher && { dispatcher }) });
    if (response.statusCode !== 200) {
      await response.body.dump();
      throw new RateSourceError(`the rate source returned ${response.statusCode}`);
    }
    const coding = String(response.headers['content-encoding'] ?? 'identity').toLowerCase();
    if (coding === 'identity') return textOf(response.body, maxBytes);
    if (coding !== 'gzip' && coding !== 'x-gzip') {
      await response.body.dump();
      throw new RateSourceError('the rate source used a Content-Encoding that is not gzip');
    }
    const unzip = createGunzip();
    const text = textOf(unzip, maxBytes);
    // When either end fails, the other one is destroyed, and the text fails with it.
    pipeline(response.body, unzip, () => undefined);
    return text;
  }
}

/** The bytes as text, without a byte-order mark. The bound holds for what was decompressed. */
async function textOf(stream: Readable, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    length += chunk.length;
    // Leaving the loop destroys the stream and with it the connection.
    if (length > maxBytes) throw new RateSourceError('the rate source sent too much');
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** A name with several addresses fails with one error for each, under an empty message. */
function reasonOf(error: unknown): string {
  const { message, code, errors } = error as { message?: string; code?: string; errors?: Error[] };
  return message || errors?.map((each) => each.message).join(', ') || code || String(error);
}

function parse(body: string): SourceRate[] {
  const response = parseObject(body);
  if (response.base !== 'USD') throw new RateSourceError('the base of the rate source must be USD');
  if (!isObject(response.rates)) throw new RateSourceError('the rate source gave no rates');
  const asOf = readAsOf(response.as_of);
  const isDaily = typeof response.as_of === 'string' && isDay(response.as_of);
  const validUntil = asOf && isDaily ? endOfDailyRate(asOf) : null;
  return Object.entries(response.rates)
    .filter(([quote]) => quote !== 'USD')
    .map(([quote, value]) => ({ base: 'USD', quote, value: numberText(value), asOf, validUntil }));
}

function parseObject(body: string): Record<string, unknown> {
  try {
    const response: unknown = JSON.parse(body);
    if (isObject(response)) return response;
  } catch (error) {
    throw new RateSourceError('the rate source sent no JSON', error);
  }
  throw new RateSourceError('the rate source sent no JSON object');
}

function readAsOf(value: unknown): Date | null {
  if (value === undefined || value === null) return null;
  const date = typeof value === 'string' ? parseDate(value) : undefined;
  if (!date) throw new RateSourceError('the rate source gave an as_of that is not a date');
  return date;
}

/** The shortest text of a JSON number is what the source wrote. Values of other types fail the review. */
function numberText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
