import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { request, type Dispatcher } from 'undici';
import { RateSourceError } from '../domain/errors';

export interface FetchOptions {
  /** For the whole exchange. */
  timeoutMs?: number;
  /** Of the response, decompressed. */
  maxBytes?: number;
  /** Makes the connection; by default undici's own agent. */
  dispatcher?: Dispatcher | undefined;
}

/** A source of rates that responded with another status than 200. */
export class RateSourceStatusError extends RateSourceError {
  constructor(readonly status: number) {
    super(`the rate source returned ${status}`);
  }
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 256 * 1024;

/** The text of a source's response, without a byte-order mark. Throws `RateSourceError`. */
export async function fetchText(
  url: string,
  headers: Readonly<Record<string, string>>,
  options: FetchOptions,
): Promise<string> {
  try {
    return await read(url, headers, options);
  } catch (error) {
    if (error instanceof RateSourceError) throw error;
    throw new RateSourceError(`the rate source could not be read: ${reasonOf(error)}`, error);
  }
}

async function read(
  url: string,
  headers: Readonly<Record<string, string>>,
  { dispatcher, timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES }: FetchOptions,
): Promise<string> {
  const response = await request(url, {
    signal: AbortSignal.timeout(timeoutMs),
    headers: { accept: 'application/json', 'accept-encoding': 'gzip', ...headers },
    ...(dispatcher && { dispatcher }),
  });
  if (response.statusCode !== 200) {
    await response.body.dump();
    throw new RateSourceStatusError(response.statusCode);
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
