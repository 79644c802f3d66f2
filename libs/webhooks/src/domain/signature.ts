import { createHmac, timingSafeEqual } from 'node:crypto';

/** The maximum difference between the timestamp and the receiver's clock. Source: specification, "Limits". */
export const TIMESTAMP_TOLERANCE_SECONDS = 300;

/**
 * `sha256=` and the HMAC-SHA256 of `<timestamp>.<body>`, keyed with the text of the secret, in lower-case hexadecimal.
 * The body is the exact bytes that are sent.
 */
export function signatureOf(secret: string, timestamp: string, body: string | Uint8Array): string {
  return `sha256=${createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')}`;
}

export interface SignedMessage {
  /** The headers as received, or undefined where they are missing. */
  timestamp: string | undefined;
  signature: string | undefined;
  body: string | Uint8Array;
}

/**
 * The receiver's side: whether one of the secrets signed the message within five minutes of `now`. Two secrets are in use
 * while one is being rotated.
 */
export function verifySignature(message: SignedMessage, secrets: readonly string[], now: Date): boolean {
  const { timestamp, signature, body } = message;
  if (!timestamp || !signature) return false;
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(Math.floor(now.getTime() / 1000) - Number(timestamp)) > TIMESTAMP_TOLERANCE_SECONDS) return false;
  return secrets.some((secret) => equalInConstantTime(signature, signatureOf(secret, timestamp, body)));
}

function equalInConstantTime(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
