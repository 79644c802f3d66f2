import { parseDate } from '@app/kernel';
import { request } from 'undici';
import { FxRates } from '../application/ports';
import { RateSourceError } from '../domain/errors';
import type { SourceRate } from '../domain/rate-review';

export interface HttpFxRatesOptions {
  url: string;
  /** For the whole exchange. */
  timeoutMs?: number;
  maxBytes?: number;
}

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 256 * 1024;

/**
 * Market rates from an HTTP source that answers `{"base": "USD", "rates": {"ARS": 1000.5, …}, "as_of": "…"}`. Values
 * may be JSON numbers or decimal strings. `as_of` is optional, an ISO 8601 day or a time with an offset. The base must be
 * USD, since all cross rates go through it.
 */
export class HttpFxRates extends FxRates {
  constructor(private readonly options: HttpFxRatesOptions) {
    super();
  }

  async fetch(): Promise<SourceRate[]> {
    const body = await this.body().catch((error: unknown) => {
      if (error instanceof RateSourceError) throw error;
      throw new RateSourceError('the rate source could not be read', error);
    });
    return parse(body);
  }

  private async body(): Promise<string> {
    const signal = AbortSignal.timeout(this.options.timeoutMs ?? TIMEOUT_MS);
    const response = await request(this.options.url, { signal, headers: { accept: 'application/json' } });
    if (response.statusCode !== 200) {
      await response.body.dump();
      throw new RateSourceError(`the rate source answered ${response.statusCode}`);
    }
    const chunks: Buffer[] = [];
    let length = 0;
    for await (const chunk of response.body as AsyncIterable<Buffer>) {
      length += chunk.length;
      // Leaving the loop destroys the body and with it the connection.
      if (length > (this.options.maxBytes ?? MAX_BYTES)) throw new RateSourceError('the rate source answered too much');
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  }
}

function parse(body: string): SourceRate[] {
  const answer = parseObject(body);
  if (answer.base !== 'USD') throw new RateSourceError('the base of the rate source must be USD');
  if (!isObject(answer.rates)) throw new RateSourceError('the rate source gave no rates');
  const asOf = readAsOf(answer.as_of);
  return Object.entries(answer.rates)
    .filter(([quote]) => quote !== 'USD')
    .map(([quote, value]) => ({ base: 'USD', quote, value: textOf(value), asOf }));
}

function parseObject(body: string): Record<string, unknown> {
  try {
    const answer: unknown = JSON.parse(body);
    if (isObject(answer)) return answer;
  } catch (error) {
    throw new RateSourceError('the rate source answered no JSON', error);
  }
  throw new RateSourceError('the rate source answered no JSON object');
}

function readAsOf(value: unknown): Date | null {
  if (value === undefined || value === null) return null;
  const date = typeof value === 'string' ? parseDate(value) : undefined;
  if (!date) throw new RateSourceError('the rate source gave an as_of that is not a date');
  return date;
}

/** The shortest text of a JSON number is what the source wrote. Values of other types fail the review. */
function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
