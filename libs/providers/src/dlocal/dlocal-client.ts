import { dlocalHeaders, type DlocalCredentials, type Log } from '@app/platform';
import type { Dispatcher } from 'undici';
import { isObject, shownText, type Json } from '../json';
import { callJson, type JsonResponse } from '../json-call';

export interface DlocalClientOptions {
  readonly credentials: DlocalCredentials;
  /** Without a final slash. */
  readonly apiBase: string;
  readonly log: Log;
  /** Makes the connection; by default undici's own agent. */
  readonly dispatcher?: Dispatcher;
}

/** dLocal rejected the call: what it asked for did not happen. */
export class DlocalRejectedError extends Error {
  constructor(
    readonly status: number,
    /** dLocal's number of the error. */
    readonly code: number,
    /** dLocal's own words, and the parameter that they are about; null without any. */
    readonly reason: string | null,
    /** The parameter that is wrong, such as `payer.document`; null when none is named. */
    readonly param: string | null,
    call: string,
  ) {
    super(`dLocal rejected ${call} with ${status}, code ${code}${reason === null ? '' : `: ${reason}`}`);
  }

  /** Whether it says that the merchant does not have the payment method at the moment. */
  get isMethodUnavailable(): boolean {
    return this.code === 5010;
  }

  /** Whether it says that our account has too little for it. */
  get isOutOfFunds(): boolean {
    return this.code === 5012;
  }

  /** Whether it says that the `order_id` is used already. */
  get isRepeatedOrder(): boolean {
    return this.code === 5009;
  }
}

/**
 * Errors that say nothing about what the call asked for: a caller that is not let in (3001 to 3003), a signature that does
 * not match or a request that is not understood (5000), too many requests (6000), a failure of theirs (7000).
 */
const UNDECIDED_CODES = new Set([3001, 3002, 3003, 5000, 6000, 7000]);
const UNDECIDED_STATUSES = new Set([401, 403, 408, 425, 429]);

/** Signed calls of dLocal's API. Each throws `DlocalRejectedError`, or another error when the outcome is unknown. */
export class DlocalClient {
  constructor(private readonly options: DlocalClientOptions) {}

  /** The JSON at the path. */
  get(path: string, signal: AbortSignal): Promise<unknown> {
    return this.call('GET', path, signal);
  }

  /** The object at the path. */
  async read(path: string, signal: AbortSignal): Promise<Json> {
    return objectOf(await this.get(path, signal), path);
  }

  async post(path: string, body: Json, signal: AbortSignal, headers: Record<string, string> = {}): Promise<Json> {
    return objectOf(await this.call('POST', path, signal, { body: JSON.stringify(body), headers }), path);
  }

  private call(
    method: 'GET' | 'POST',
    path: string,
    signal: AbortSignal,
    { body, headers: others = {} }: { body?: string; headers?: Record<string, string> } = {},
  ): Promise<unknown> {
    const { credentials, apiBase: base, dispatcher, log } = this.options;
    const headers = { ...dlocalHeaders(credentials, body ?? ''), ...others };
    const request = { method, base, path, headers, ...(body !== undefined && { body }) };
    return callJson(request, { provider: 'dLocal', log, signal, dispatcher }, readResponse);
  }
}

function readResponse({ status, json, value, call }: JsonResponse): unknown {
  if (status >= 200 && status < 300) {
    if (value !== undefined) return value;
    throw new Error(`dLocal responded to ${call} with something that is not JSON`);
  }
  const code = codeOf(json);
  // A path that the API does not have, or a proxy, responds without a code: that says nothing about the object.
  if (code !== undefined && status >= 400 && status < 500) {
    if (!UNDECIDED_STATUSES.has(status) && !UNDECIDED_CODES.has(code)) {
      throw new DlocalRejectedError(status, code, reasonOf(json), shownText(json?.['param']), call);
    }
  }
  const detail = code === undefined ? '' : `, code ${code}: ${reasonOf(json) ?? 'no message'}`;
  throw new Error(`dLocal responded to ${call} with ${status}${detail}`);
}

function codeOf(json: Json | undefined): number | undefined {
  const code = json?.['code'];
  if (typeof code === 'number') return code;
  return typeof code === 'string' && /^\d{1,6}$/.test(code) ? Number(code) : undefined;
}

function reasonOf(json: Json | undefined): string | null {
  const [message, param] = [shownText(json?.['message']), shownText(json?.['param'])];
  return message !== null && param !== null ? `${message} (${param})` : message;
}

function objectOf(value: unknown, path: string): Json {
  if (isObject(value)) return value;
  throw new Error(`dLocal did not respond to ${path.replace(/\?.*$/, '')} with an object`);
}
