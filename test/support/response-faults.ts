import type { RawResponse } from './raw-http';
import type { HttpResponse } from './http-client';

/** The statuses with which Node's HTTP server itself rejects invalid requests, with an empty body. */
const REFUSED_AS_HTTP = [400, 417, 431];

/** Every header that a response may have. */
const HEADERS = new Set([
  'connection',
  'content-length',
  'content-type',
  'date',
  'transfer-encoding',
  'location',
  'vary',
  'retry-after',
  'cache-control',
  'content-security-policy',
  'strict-transport-security',
  'x-content-type-options',
  'referrer-policy',
  'x-frame-options',
  'x-robots-tag',
  'x-request-id',
  'idempotency-replayed',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-limit-ip',
  'x-ratelimit-remaining-ip',
]);

const VALID_REQUEST_ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;

/** Signs of internal details: a stack, a file, the database, or an unexpected page. */
const INSIDE =
  /<html|<!doctype|(\n|\\n)\s+at |node_modules|\/(apps|libs|work)\/|postgres|pg_|sqlstate|syntax error|typeorm/i;

const JSON_TYPE = 'application/json; charset=utf-8';
const ENVELOPE_KEYS = ['data', 'message', 'meta', 'success'];

/**
 * Whether a rule holds for a response, and the rule in words. Responses are checked by plain comparisons, with one `expect` for
 * all of them: with twenty `expect`s each, thousands of responses took longer to check than to produce.
 */
type Rule = readonly [holds: boolean, what: string];

/** The rules that the response breaks, in words. */
export function faultsOf(method: string, path: string, response: RawResponse, secrets: readonly string[]): string[] {
  return broken([
    [response.rest === '', 'one response, and nothing after it'],
    [response.headerNames.every((name) => HEADERS.has(name)), `known headers: ${response.headerNames.join()}`],
    [new Set(response.headerNames).size === response.headerNames.length, 'each header once'],
    [Object.keys(Object.prototype).length === 0, 'a clean Object.prototype'],
    ...disclosureRules(response, secrets),
    ...(isOurs(response) ? rulesOfOurs(method, path, response) : rulesOfRejection(response)),
  ]);
}

/** Whether the request reached the service: only its responses have a request id. */
export function isOurs({ headers }: HttpResponse): boolean {
  return headers['x-request-id'] !== undefined;
}

/** Whether the response is a page for payers, or the redirect that follows a form. */
export function isPage(path: string, { headers, status }: HttpResponse): boolean {
  if (status === 303) return true;
  return /^\/checkout\/[^/]+(\/orders)?\/?$/.test(path) && headers['content-type'] !== JSON_TYPE;
}

function rulesOfRejection({ status, text }: HttpResponse): Rule[] {
  return [
    [REFUSED_AS_HTTP.includes(status), 'a rejection by the HTTP server'],
    [text === '', 'an empty body'],
  ];
}

function rulesOfOurs(method: string, path: string, response: HttpResponse): Rule[] {
  return [
    [VALID_REQUEST_ID.test(String(response.headers['x-request-id'])), 'a valid request id'],
    // The only internal error that a caller can cause: a destination without quotes (specification, Codes).
    [response.status < 500 || response.body.code === 'CONVERSION_QUOTE_ERROR', 'no failure of the service'],
    ...(method === 'HEAD' ? [[response.text === '', 'no body'] as const] : bodyRules(path, response)),
  ];
}

function bodyRules(path: string, response: HttpResponse): Rule[] {
  if (isPage(path, response)) return pageRules(response);
  if (typeof response.body !== 'object' || response.body === null) return [[false, 'a JSON object']];
  return [
    [response.headers['content-type'] === JSON_TYPE, 'JSON'],
    [Buffer.byteLength(response.text) === Number(response.headers['content-length']), 'its exact length'],
    ...(response.status < 400 ? successRules(response) : errorRules(response)),
  ];
}

function disclosureRules({ status, headers, text }: HttpResponse, secrets: readonly string[]): Rule[] {
  const whole = JSON.stringify(headers) + text;
  const isPublic = status < 400 || headers['content-type']?.includes('html') === true;
  return [
    [!secrets.some((secret) => whole.includes(secret)), 'no secret'],
    // A success may contain any text that the caller sent.
    [isPublic || !INSIDE.test(text), 'no internal details'],
  ];
}

function pageRules({ status, headers, text }: HttpResponse): Rule[] {
  if (status === 303)
    return [[/^\/checkout\/[0-9a-f-]{36}$/i.test(String(headers.location)), 'a redirect to the page']];
  return [
    [headers['content-type'] === 'text/html; charset=utf-8', 'HTML'],
    [headers['content-security-policy']?.includes("default-src 'none'") === true, 'a strict policy for content'],
    // Markup in hostile input must appear as text, if at all.
    [!/<script>|<img src=x/i.test(text), 'no markup of the caller'],
  ];
}

function successRules({ body }: HttpResponse): Rule[] {
  const { data, message, success } = body as Record<string, unknown>;
  return [
    [Object.keys(body as object).every((key) => ENVELOPE_KEYS.includes(key)), 'no key but those of the envelope'],
    [success === true && typeof message === 'string' && data !== undefined, 'the envelope of a success'],
  ];
}

/** One of the two error envelopes, with no key beyond its own. */
function errorRules({ status, body }: HttpResponse): Rule[] {
  const { code, error, message, errors, meta, retry_after, success, ...others } = body as Record<string, unknown>;
  const isLayer = message === undefined;
  const lists = Object.values(errors ?? {}).map((value) => (Array.isArray(value) ? (value as unknown[]) : [value]));
  return [
    [Object.keys(others).length === 0, 'no key but those of the envelope'],
    [typeof code === 'string', 'a code'],
    isLayer
      ? [typeof error === 'string' && errors === undefined && meta === undefined, 'the envelope of the key layer']
      : [typeof message === 'string' && error === undefined, 'the envelope of an error'],
    [success === (isLayer && code !== 'ORIGIN_NOT_ALLOWED' ? undefined : false), 'success where it belongs'],
    [retry_after === undefined || status === 429, 'retry_after of a limit only'],
    [lists.every((texts) => texts.length > 0 && texts.every(isProblem)), 'errors as texts'],
  ];
}

function isProblem(value: unknown): boolean {
  return typeof value === 'string' || Number.isInteger(value);
}

function broken(rules: readonly Rule[]): string[] {
  return rules.filter(([holds]) => !holds).map(([, what]) => `not so: ${what}`);
}
