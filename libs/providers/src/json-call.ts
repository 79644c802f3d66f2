import { traced, type Log } from '@app/platform';
import type { Readable } from 'node:stream';
import { request, type Dispatcher } from 'undici';
import { isObject, parseObject, parseValue, type Json } from './json';

const MAX_BYTES = 256 * 1024;

export interface JsonRequest {
  readonly method: 'GET' | 'POST';
  /** The address of the API, without a final slash. */
  readonly base: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The exact text of the body, which a signature may cover; absent without one. */
  readonly body?: string;
}

export interface JsonResponse {
  readonly status: number;
  /** Undefined for a body that is no JSON object, such as that of a proxy. */
  readonly json: Json | undefined;
  /** The JSON of the body, which is a list for some calls; undefined for a body that is no JSON. */
  readonly value: unknown;
  /** The call in messages and logs: `GET /orders/1`. */
  readonly call: string;
}

export interface JsonCallOptions {
  /** The provider's name in logs. */
  readonly provider: string;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Makes the connection; by default undici's own agent. */
  readonly dispatcher?: Dispatcher | undefined;
}

/**
 * Calls a provider's API, and returns what `read` makes of the response. Throws what `read` throws, and when the response
 * does not arrive whole or has more than 256 KiB: what the call did is unknown then. A failed call is logged without the
 * credential and without the values that were sent. Redirects are not followed: the credential is for this host.
 */
export function callJson<T>(
  sent: JsonRequest,
  options: JsonCallOptions,
  read: (response: JsonResponse) => T,
): Promise<T> {
  const attributes = { 'http.request.method': sent.method, 'url.path': sent.path };
  return traced(`call ${options.provider}`, { kind: 'client', attributes }, () => call(sent, options, read));
}

async function call<T>(
  sent: JsonRequest,
  { provider, log, signal, dispatcher }: JsonCallOptions,
  read: (response: JsonResponse) => T,
): Promise<T> {
  signal.throwIfAborted();
  const { method, base, path, headers, body } = sent;
  const name = `${method} ${path}`;
  let status: number | undefined;
  let requestId: unknown;
  try {
    const response = await request(base + path, {
      method,
      signal,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body }),
      ...(dispatcher && { dispatcher }),
    });
    status = response.statusCode;
    requestId = response.headers['x-request-id'] ?? response.headers['cf-ray'];
    const value = parseValue(await textOf(response.body));
    return read({ status, json: isObject(value) ? value : undefined, value, call: name });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const fields = body === undefined ? [] : Object.keys(parseObject(body) ?? {});
    log.warn({ call: name, sent: fields, status, provider_request_id: requestId, reason }, `${provider} call failed`);
    throw error;
  }
}

async function textOf(body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    length += chunk.length;
    // Leaving the loop destroys the stream and with it the connection.
    if (length > MAX_BYTES) throw new Error('the provider sent too much');
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
