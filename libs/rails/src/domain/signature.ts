import { createHmac, timingSafeEqual } from 'node:crypto';
import { NotificationRefusedError } from './errors';

/** How far the time of a notification may differ from ours before it counts as replayed. */
const TOLERANCE_SECONDS = 300;

/** `sha256=` and the HMAC-SHA256 of `<timestamp>.<body>`, hexadecimal. */
export function hmacSignature(secret: Buffer, timestamp: string, body: Buffer): string {
  return `sha256=${createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')}`;
}

/**
 * Verifies a signature made by `hmacSignature`, with one of the secrets, over a timestamp in Unix seconds. Throws `NotificationRefusedError` when
 * one of the two is missing, wrong or older than five minutes. The signatures are compared in constant time.
 */
export function verifyHmacSignature(
  secrets: Buffer | readonly Buffer[],
  { timestamp, signature, body, now }: { timestamp: unknown; signature: unknown; body: Buffer; now: Date },
): void {
  if (typeof timestamp !== 'string' || typeof signature !== 'string' || !/^\d{1,12}$/.test(timestamp)) {
    throw new NotificationRefusedError('INVALID_SIGNATURE', 'The notification is not signed.');
  }
  const age = Math.abs(now.getTime() / 1_000 - parseInt(timestamp, 10));
  const isOurs = [secrets].flat().some((secret) => isSame(signature, hmacSignature(secret, timestamp, body)));
  if (age > TOLERANCE_SECONDS || !isOurs) {
    throw new NotificationRefusedError('INVALID_SIGNATURE', 'The signature is wrong or too old.');
  }
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
