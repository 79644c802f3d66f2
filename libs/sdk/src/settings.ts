export interface ServicePayOptions {
  /** `pay_<account>_<environment>_<secret>`. Use it only on a server. */
  apiKey: string;
  /** The address of the environment. A final `/v1` is dropped, since the paths of operations begin with it. */
  baseUrl: string;
  /** How long one request may take, its response included. 30,000 when omitted. */
  timeoutMs?: number | undefined;
  /** How often a request is sent again where that may help. 1 when omitted; 0 turns it off. */
  maxRetries?: number | undefined;
  /** Instead of the global `fetch`, for example to use a proxy. */
  fetch?: typeof globalThis.fetch | undefined;
  /** @internal How tests wait. */
  sleep?: Sleep | undefined;
}

/** Resolves after so many milliseconds, or as soon as the signal is aborted. */
export type Sleep = (ms: number, signal: AbortSignal | undefined) => Promise<void>;

export interface Settings {
  readonly apiKey: string;
  /** The base address without a trailing slash and without `/v1`. */
  readonly baseUrl: string;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly fetch: typeof globalThis.fetch | undefined;
  readonly sleep: Sleep | undefined;
}

/** The longest that timers of Node.js can wait; anything longer would end at once. */
const MAX_TIMEOUT_MS = 2_147_483_647;
const MAX_RETRIES = 10;

/** Checks the options of the client. Throws `TypeError` that names the option, and never shows the key. */
export function settingsFrom(options: ServicePayOptions): Settings {
  const { apiKey, baseUrl, timeoutMs = 30_000, maxRetries = 1, fetch, sleep } = options;
  // Callers from JavaScript may leave out anything.
  if (typeof (apiKey as unknown) !== 'string' || !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new TypeError('apiKey must be an API key: text without spaces or line ends.');
  }
  if (!(timeoutMs > 0 && timeoutMs <= MAX_TIMEOUT_MS)) {
    throw new TypeError(`timeoutMs must be above 0 and at most ${MAX_TIMEOUT_MS}.`);
  }
  if (!Number.isInteger(maxRetries) || maxRetries < 0 || maxRetries > MAX_RETRIES) {
    throw new TypeError(`maxRetries must be a whole number from 0 to ${MAX_RETRIES}.`);
  }
  return { apiKey, baseUrl: baseAddress(baseUrl), timeoutMs, maxRetries, fetch, sleep };
}

function baseAddress(baseUrl: unknown): string {
  const url = typeof baseUrl === 'string' ? parsed(baseUrl) : undefined;
  const plain = url && !url.username && !url.password && !url.search && !url.hash;
  if (!plain || !/^https?:$/.test(url.protocol)) {
    throw new TypeError('baseUrl must be an http or https address without credentials, query or fragment.');
  }
  return url.href.replace(/\/+$/, '').replace(/\/+v1$/, '');
}

/** It does not use `URL.canParse`, which in Node 20 starts to reject hosts with Latin-1 letters. */
function parsed(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** Text that can be sent in a header unchanged. Throws `TypeError` that names the option. */
export function headerText(option: string, value: unknown): string {
  if (typeof value === 'string' && /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/.test(value)) return value;
  throw new TypeError(`${option} must be 1 to 255 printable ASCII characters, with no space at either end.`);
}
