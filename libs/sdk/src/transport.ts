import { randomUUID } from 'node:crypto';
import { setTimeout as sleepFor } from 'node:timers/promises';
import { dataOf, failureOf, readResponse, type HttpResponse } from './response';
import { TimeUp, within } from './deadline';
import { ServicePayConnectionError, ServicePayError, type ServicePayConnectionErrorFields } from './errors';
import type { Operation } from './operation';
import { actionIn, waitBeforeRetry } from './retry';
import { headerText, type Settings } from './settings';
import { VERSION } from './version';

export interface RequestOptions {
  /**
   * 1 to 255 characters. Creations get a random one by default; pass your own, such as your order's id, to be able to
   * repeat a creation later or from another process without creating twice. Kept by the service for 24 hours.
   */
  idempotencyKey?: string | undefined;
  /** Ends the call, waits included, and rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** The id under which the service logs the request; it generates one otherwise. */
  requestId?: string | undefined;
}

/** The secret alone has 48 characters. */
const SHORTEST_KEY = 48;

type Call = RequestOptions & { attempts: number };

/** Sends requests, retries them where that is safe and may help, and turns responses into data or errors. */
export class Transport {
  // Private by the language, so that neither inspecting nor serialising a client shows the API key.
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Resolves with the response's `data`. Rejects with `ServicePayError` or `ServicePayConnectionError`. */
  async call(operation: Operation, body: unknown, options: RequestOptions = {}): Promise<unknown> {
    const { maxRetries, sleep = defaultSleep } = this.#settings;
    const { signal } = options;
    const idempotencyKey = options.idempotencyKey ?? (operation.creates ? randomUUID() : undefined);
    const request = this.#request(operation, body, { ...options, idempotencyKey });
    let unclear = false;
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await this.#attempt(operation, request, { ...options, idempotencyKey, attempts });
      } catch (error) {
        const done = unclear && error instanceof ServicePayError ? operation.doneAccordingTo?.(error) : undefined;
        if (done !== undefined) return done;
        const wait = attempts > maxRetries ? undefined : waitBeforeRetry(error, operation, attempts);
        if (wait === undefined) throw error;
        unclear ||= !(error instanceof ServicePayError) || error.status >= 500;
        await sleep(wait, signal);
      }
    }
  }

  #request({ method }: Operation, body: unknown, { idempotencyKey, requestId }: RequestOptions): RequestInit {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      Accept: 'application/json',
      Authorization: `Bearer ${this.#settings.apiKey}`,
      'User-Agent': `servicepay-sdk/${VERSION} node/${process.versions.node}`,
      ...(text !== undefined && { 'Content-Type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': headerText('idempotencyKey', idempotencyKey) }),
      ...(requestId !== undefined && { 'X-Request-Id': headerText('requestId', requestId) }),
    };
    // The service never redirects, and no other server must get the key.
    return { method, headers, redirect: 'manual', ...(text !== undefined && { body: text }) };
  }

  async #attempt(operation: Operation, request: RequestInit, call: Call): Promise<unknown> {
    const { baseUrl, timeoutMs, fetch = globalThis.fetch } = this.#settings;
    const { signal, requestId, idempotencyKey, attempts } = call;
    let response: HttpResponse;
    try {
      response = await within(timeoutMs, signal, async (inner) =>
        readResponse(await fetch(`${baseUrl}${operation.path}`, { ...request, signal: inner })),
      );
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      throw new ServicePayConnectionError({ ...this.#lossOf(error), requestId, idempotencyKey, attempts });
    }
    const data = dataOf(response, operation.shape);
    if (data !== undefined) return data;
    // Some proxies echo the request.
    const failure = failureOf(this.#withoutKey(response));
    throw new ServicePayError({ ...failure, action: actionIn(operation, failure), idempotencyKey, attempts });
  }

  /** The error of `fetch` is not passed on: it may contain the request, and with it the key. */
  #lossOf(error: unknown): Pick<ServicePayConnectionErrorFields, 'reason' | 'code' | 'message'> {
    if (error instanceof TimeUp) {
      return { reason: 'timeout', message: `No whole response came within ${this.#settings.timeoutMs} ms.` };
    }
    const { code, message } = rootOf(error);
    return {
      reason: 'network',
      code: code === undefined ? undefined : this.#redact(code),
      message: `The connection failed: ${this.#redact(message ?? code ?? 'for an unknown reason')}`,
    };
  }

  #withoutKey(response: HttpResponse): HttpResponse {
    const { text, requestId } = response;
    return {
      ...response,
      text: this.#redact(text),
      requestId: requestId === undefined ? undefined : this.#redact(requestId),
    };
  }

  #redact(text: string): string {
    const { apiKey } = this.#settings;
    // Shorter text is not a key and may be part of ordinary words; redacting it would only garble the response.
    return apiKey.length < SHORTEST_KEY ? text : text.replaceAll(apiKey, '[API key]');
  }
}

/** `fetch` fails with "fetch failed", and says why in the cause. */
function rootOf(error: unknown): { code: string | undefined; message: string | undefined } {
  const { cause } = (error ?? {}) as { cause?: unknown };
  const [inner, outer] = [cause ?? {}, error ?? {}] as { code?: unknown; message?: unknown }[];
  const text = (...values: unknown[]) => values.find((value) => typeof value === 'string' && value !== '');
  return {
    code: text(inner?.code, outer?.code) as string | undefined,
    message: text(inner?.message, outer?.message) as string | undefined,
  };
}

async function defaultSleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  // Rejects only when the signal is aborted, which the next attempt checks before it sends anything.
  await sleepFor(ms, undefined, signal && { signal }).catch(() => undefined);
}
