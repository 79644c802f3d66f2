import { createHmac, timingSafeEqual } from 'node:crypto';
import type { WebhookEvent } from './events';
import { parseExact } from './exact-json';

export type {
  EventName,
  LinkEventData,
  PaymentCompletedEvent,
  PaymentEventData,
  PaymentLinkCancelledEvent,
  PaymentLinkExpiredEvent,
  PaymentReturnedEvent,
  PayoutCompletedEvent,
  PayoutEventData,
  PayoutFailedEvent,
  WebhookEvent,
} from './events';

/** Headers of a request: of `node:http` and Express, of `fetch`, or any record. Names are case-insensitive. */
export type WebhookHeaders =
  Readonly<Record<string, string | readonly string[] | undefined>> | { get(name: string): string | null };

export interface VerifyWebhookOptions {
  /** How far the timestamp may be from the clock, either way. 300 when omitted. */
  toleranceSeconds?: number | undefined;
  /** The time to compare with; the clock's when omitted. */
  now?: Date | undefined;
}

export type WebhookVerificationReason =
  'missing_headers' | 'timestamp_out_of_tolerance' | 'signature_mismatch' | 'malformed';

/** The request is not a delivery of the service, or not a fresh one: respond with 400 and do nothing. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';

  constructor(
    readonly reason: WebhookVerificationReason,
    message: string,
  ) {
    super(message);
  }
}

const DEFAULT_TOLERANCE_SECONDS = 300;

/**
 * Verifies a delivery and returns its event. `rawBody` is what arrived, byte for byte, before any JSON parser; give
 * both secrets while one is being rotated. Throws `WebhookVerificationError`, and `TypeError` for a body that was
 * parsed already and for a secret that is empty.
 */
export function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options: VerifyWebhookOptions = {},
): WebhookEvent {
  verifyWebhookSignature(rawBody, headers, secret, options);
  const text = typeof rawBody === 'string' ? rawBody : new TextDecoder().decode(rawBody);
  const event = parse(text);
  if (!isEvent(event)) throw new WebhookVerificationError('malformed', 'The body is signed, but is not an event.');
  return event;
}

/** The same verification, without parsing the body. */
export function verifyWebhookSignature(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = DEFAULT_TOLERANCE_SECONDS, now = new Date() }: VerifyWebhookOptions = {},
): void {
  const secrets = secretsOf(secret);
  if (typeof rawBody !== 'string' && !((rawBody as unknown) instanceof Uint8Array)) {
    throw new TypeError('rawBody must be the text or bytes that arrived; what was parsed cannot be verified.');
  }
  const timestamp = headerOf(headers, 'x-webhook-timestamp');
  const signature = headerOf(headers, 'x-webhook-signature');
  if (!timestamp || !signature) {
    throw new WebhookVerificationError('missing_headers', 'The timestamp or the signature is missing.');
  }
  if (!/^\d{1,12}$/.test(timestamp)) {
    throw new WebhookVerificationError('malformed', 'The timestamp is not a time in Unix seconds.');
  }
  const age = Math.floor(now.getTime() / 1_000) - Number(timestamp);
  // Written so that an invalid date or tolerance rejects instead of letting everything pass.
  if (!(Math.abs(age) <= toleranceSeconds)) {
    throw new WebhookVerificationError('timestamp_out_of_tolerance', `The timestamp is ${age} s from the clock.`);
  }
  if (!secrets.some((one) => equalInConstantTime(signature, signatureOf(one, timestamp, rawBody)))) {
    throw new WebhookVerificationError('signature_mismatch', 'The signature is not that of this body and secret.');
  }
}

function signatureOf(secret: string, timestamp: string, rawBody: string | Uint8Array): string {
  return `sha256=${createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest('hex')}`;
}

function equalInConstantTime(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Anyone can sign with an empty secret, which is what an unset variable often becomes. */
function secretsOf(secret: string | readonly string[]): readonly string[] {
  const secrets: readonly unknown[] = Array.isArray(secret) ? secret : [secret];
  if (secrets.length > 0 && secrets.every((one) => typeof one === 'string' && one !== '')) return secrets as string[];
  throw new TypeError('secret must be the secret of the endpoint, or a list of them; none may be empty.');
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined;
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  // Repeated headers are joined with commas, as everywhere in HTTP, and then do not verify.
  return typeof value === 'string' ? value : (value as readonly string[] | undefined)?.join(', ');
}

function parse(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    return undefined;
  }
}

function isEvent(value: unknown): value is WebhookEvent {
  if (typeof value !== 'object' || value === null) return false;
  const { id, event, created_at, data } = value as Record<string, unknown>;
  const named = [id, event, created_at].every((field) => typeof field === 'string');
  return named && typeof data === 'object' && data !== null && !Array.isArray(data);
}
