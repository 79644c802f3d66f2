import { isCurrency, isStorable, Money, parseDecimal } from '@app/kernel';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Payer } from '../../checkout/domain/checkout-order';
import type { NotificationSource, RailMessage, RailNotification } from '../application/ports';
import { NotificationRefusedError } from '../domain/errors';
import { NOTIFICATION_TYPES, tellsOfMoney, type NotificationType } from '../domain/settlement-decision';

/** How far a notification's time may lie from ours before it counts as replayed. */
const TOLERANCE_SECONDS = 300;

/** The message of a sandbox adapter, as it travels. Amounts are decimal text. */
export interface SandboxNotification {
  id: string;
  type: NotificationType;
  reference: string;
  amount?: string;
  currency?: string;
  payer?: Payer;
}

/**
 * How the sandbox adapters notify: `X-Rail-Timestamp` (Unix seconds) and `X-Rail-Signature`, `sha256=` and the
 * HMAC-SHA256 of `<timestamp>.<body>` under the secret that the provider shares with us.
 */
export class SignedNotifications implements NotificationSource {
  constructor(
    readonly provider: string,
    private readonly secret: Buffer,
  ) {}

  /** Derives the shared secret from the service's key, so that the sandbox needs no configuration of its own. */
  static secretFrom(secretsKey: Buffer, provider: string): Buffer {
    return createHmac('sha256', secretsKey).update(`rail:${provider}`).digest();
  }

  readNotification({ headers, body, now }: RailMessage): RailNotification {
    const timestamp = headers['x-rail-timestamp'];
    const signature = headers['x-rail-signature'];
    if (typeof timestamp !== 'string' || typeof signature !== 'string' || !/^\d{1,12}$/.test(timestamp)) {
      throw new NotificationRefusedError('INVALID_SIGNATURE', 'The notification is not signed.');
    }
    const age = Math.abs(now.getTime() / 1_000 - Number(timestamp));
    if (age > TOLERANCE_SECONDS || !sameText(signature, this.sign(timestamp, body))) {
      throw new NotificationRefusedError('INVALID_SIGNATURE', 'The signature is wrong or too old.');
    }
    return { provider: this.provider, ...parse(body) };
  }

  /** What the provider puts into `X-Rail-Signature`. */
  sign(timestamp: string, body: Buffer): string {
    return `sha256=${createHmac('sha256', this.secret).update(`${timestamp}.`).update(body).digest('hex')}`;
  }
}

function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

function parse(body: Buffer): Omit<RailNotification, 'provider'> {
  const json = parseObject(body);
  const { id, type, reference } = json;
  if (!isText(id, 128) || !isText(reference, 128)) throw malformed('id and reference are required');
  if (!isNotificationType(type)) throw malformed('the type is unknown');
  return {
    id,
    type,
    reference,
    paid: tellsOfMoney(type) ? paidOf(json) : null,
    payer: payerOf(json['payer']),
  };
}

function isNotificationType(type: unknown): type is NotificationType {
  return NOTIFICATION_TYPES.some((known) => known === type);
}

function parseObject(body: Buffer): Record<string, unknown> {
  try {
    const json: unknown = JSON.parse(body.toString('utf8'));
    if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json as Record<string, unknown>;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw malformed('it is not a JSON object');
}

function paidOf({ amount, currency }: Record<string, unknown>): Money {
  const value = typeof amount === 'string' ? parseDecimal(amount) : undefined;
  if (!value?.gt('0') || !isCurrency(currency)) throw malformed('a positive amount and its currency are required');
  try {
    return Money.of(value, currency);
  } catch (error) {
    if (error instanceof RangeError) throw malformed('the amount is finer than its currency');
    throw error;
  }
}

function payerOf(value: unknown): Payer | null {
  if (typeof value !== 'object' || value === null) return null;
  const { name, email, document } = value as Record<string, unknown>;
  const text = (field: unknown) => (isText(field, 255) ? field : null);
  return { name: text(name), email: text(email), document: text(document) };
}

function isText(value: unknown, max: number): value is string {
  return typeof value === 'string' && value !== '' && value.length <= max && isStorable(value);
}

function malformed(complaint: string): NotificationRefusedError {
  return new NotificationRefusedError('MALFORMED_NOTIFICATION', `The notification was not understood: ${complaint}.`);
}
