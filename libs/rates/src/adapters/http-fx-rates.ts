import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { request, type Dispatcher } from 'undici';
import { FxRates } from '../application/ports';
import { RateSourceError } from '../domain/errors';
import { readRates, type RateFormat } from '../domain/rate-formats';
import type { SourceRate } from '../domain/rate-review';

export interface HttpFxRatesOptions {
  url: string;
  /** `native` by default. */
  format?: RateFormat;
  /** For the whole exchange. */
  timeoutMs?: number;
  /** Of the response, decompressed. */
  maxBytes?: number;
  /** Makes the connection; by default undici's own agent. */
  dispatcher?: Dispatcher;
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 256 * 1024;

/** Market rates from an HTTP source, in one of the formats of `readRates`. */
export class HttpFxRates extends FxRates {
  constructor(private readonly options: HttpFxRatesOptions) {
    super();
  }

  async fetch(): Promise<SourceRate[]> {
    const body = await this.body().catch((error: unknown) => {
      if (error instanceof RateSourceError) throw error;
      throw new RateSourceError(`the rate source could not be read: ${reasonOf(error)}`, error);
    });
    return readRates(this.options.format ?? 'native', body);
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
