import type { Log } from '@app/platform';
import type { Dispatcher } from 'undici';
import { isObject, shownText, type Json } from '../json';
import { callJson, type JsonResponse } from '../json-call';

export interface WooviClientOptions {
  readonly appId: string;
  /** Without a final slash. */
  readonly apiBase: string;
  readonly log: Log;
  /** Makes the connection; by default undici's own agent. */
  readonly dispatcher?: Dispatcher;
}

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

  /** Whether it says that our account has too little. Woovi documents no code for that. */
  get isOutOfFunds(): boolean {
    return /saldo|insufficient (?:balance|funds)/i.test(this.reason ?? '');
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

  private call(method: 'GET' | 'POST', path: string, body: Json | undefined, signal: AbortSignal): Promise<Json> {
    const { appId, apiBase: base, dispatcher, log } = this.options;
    const headers = { authorization: appId };
    const request = { method, base, path, headers, ...(body && { body: JSON.stringify(body) }) };
    return callJson(request, { provider: 'Woovi', log, signal, dispatcher }, readResponse);
  }
}

function readResponse({ status, json, call }: JsonResponse): Json {
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
