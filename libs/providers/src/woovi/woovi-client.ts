import { parseExactJson } from '@app/kernel';
import type { Log } from '@app/platform';
import type { Readable } from 'node:stream';
import { request, type Dispatcher } from 'undici';
import { isObject, shownText, type Json } from './woovi-wire';

export interface WooviClientOptions {
  readonly appId: string;
  /** Without a final slash. */
  readonly apiBase: string;
  readonly log: Log;
  /** Makes the connection; by default undici's own agent. */
  readonly dispatcher?: Dispatcher;
}

const MAX_BYTES = 256 * 1024;

/** Woovi rejected the call: what it asked for did not happen. */
export class WooviRejectedError extends Error {
  constructor(
    readonly status: number,
    /** Woovi's own words; null without any. */
    readonly reason: string | null,
    call: string,
  ) {
    super(`Woovi rejected ${call} with ${status}${reason === null ? '' : `: ${reason}`}`);
  }

  /** Whether it says that there is no such object. Woovi documents no code for that. */
  get isNotFound(): boolean {
    return this.status === 404 || (this.status === 400 && /n[ãa]o encontrad|not found/i.test(this.reason ?? ''));
  }

  /** Whether it says that the correlation id is used already. */
  get isRepeated(): boolean {
    return this.status === 409 || /j[áa] exist|already exist|duplicad|correlationid/i.test(this.reason ?? '');
  }
}

/** Calls that Woovi may respond to differently later, or that do not show what it did. */
const UNDECIDED = new Set([401, 403, 408, 425, 429]);

/** Calls of Woovi's API. Each throws `WooviRejectedError`, or another error when the outcome is unknown. */
export class WooviClient {
  constructor(private readonly options: WooviClientOptions) {}

  get(path: string, signal: AbortSignal): Promise<Json> {
    return this.call('GET', path, undefined, signal);
  }

  /** The object at the path; undefined when there is none. */
  async find(path: string, signal: AbortSignal): Promise<Json | undefined> {
    try {
      return await this.get(path, signal);
    } catch (error) {
      if (error instanceof WooviRejectedError && error.isNotFound) return undefined;
      throw error;
    }
  }

  post(path: string, body: Json, signal: AbortSignal): Promise<Json> {
    return this.call('POST', path, body, signal);
  }

  private async call(method: 'GET' | 'POST', path: string, body: Json | undefined, signal: AbortSignal): Promise<Json> {
    signal.throwIfAborted();
    const call = `${method} ${path}`;
    const sent = body ? Object.keys(body) : [];
    let status: number | undefined;
    let requestId: unknown;
    try {
      const response = await this.send(method, path, body, signal);
      status = response.statusCode;
      requestId = response.headers['x-request-id'] ?? response.headers['cf-ray'];
      return readResponse(status, await textOf(response.body), call);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.options.log.warn({ call, sent, status, provider_request_id: requestId, reason }, 'Woovi call failed');
      throw error;
    }
  }

  /** Redirects are not followed: the credential is for this host. */
  private send(method: 'GET' | 'POST', path: string, body: Json | undefined, signal: AbortSignal) {
    const { appId, apiBase, dispatcher } = this.options;
    return request(apiBase + path, {
      method,
      signal,
      headers: {
        accept: 'application/json',
        authorization: appId,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      ...(dispatcher && { dispatcher }),
    });
  }
}

function readResponse(status: number, text: string, call: string): Json {
  const json = parsed(text);
  if (status >= 200 && status < 300) {
    if (json) return json;
    throw new Error(`Woovi responded to ${call} with something that is not a JSON object`);
  }
  // A path that the API does not have, or a proxy, responds without JSON: that says nothing about the object.
  if (json && status >= 400 && status < 500 && !UNDECIDED.has(status)) {
    throw new WooviRejectedError(status, reasonOf(json), call);
  }
  throw new Error(`Woovi responded to ${call} with ${status}`);
}

/** `error` is text, or a list of objects with a `message`. */
function reasonOf(json: Json | undefined): string | null {
  const error = json?.['error'] ?? json?.['message'];
  if (isObject(error)) return shownText(error['message'] ?? error['description']);
  const errors = json?.['errors'];
  const [first] = Array.isArray(errors) ? (errors as unknown[]) : [];
  return shownText(error) ?? (isObject(first) ? shownText(first['message']) : null);
}

function parsed(text: string): Json | undefined {
  try {
    const json = parseExactJson(text);
    return isObject(json) ? json : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

async function textOf(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    length += chunk.length;
    // Leaving the loop destroys the stream and with it the connection.
    if (length > MAX_BYTES) throw new Error('Woovi sent too much');
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
