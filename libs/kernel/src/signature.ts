import { createHmac, timingSafeEqual } from 'node:crypto';

/** The maximum difference between a timestamp and the receiver's clock. Rule 13.10. */
export const TIMESTAMP_TOLERANCE_SECONDS = 300;

/**
 * `sha256=` and the HMAC-SHA256 of `<timestamp>.<body>` in lower-case hexadecimal. The body is the exact bytes that are
 * sent; a secret that is text is the key as it is, even if it consists of hexadecimal digits.
 */
export function signatureOf(secret: string | Uint8Array, timestamp: string, body: string | Uint8Array): string {
  return `sha256=${createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')}`;
}

/** A message with its two headers as received. */
export interface SignedMessage {
  /** In Unix seconds. */
  timestamp: unknown;
  signature: unknown;
  body: string | Uint8Array;
}

/**
 * Whether one of the secrets signed the message within five minutes of `now`. Two secrets are in use while one is being
 * rotated. Signatures are compared in constant time.
 */
export function verifySignature(
  { timestamp, signature, body }: SignedMessage,
  secrets: readonly (string | Uint8Array)[],
  now: Date,
): boolean {
  if (typeof timestamp !== 'string' || typeof signature !== 'string' || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() / 1_000 - parseInt(timestamp, 10)) > TIMESTAMP_TOLERANCE_SECONDS) return false;
  return secrets.some((secret) => isSame(signature, signatureOf(secret, timestamp, body)));
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
