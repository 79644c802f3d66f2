import { isCurrency, isStorable, Money, parseDecimal } from '@app/kernel';
import {
  isNotificationType,
  reportsMoney,
  toRailNotification,
  type NotificationType,
  type Payer,
  type PaymentNotification,
} from '@app/payment-links';
import {
  hmacSignature,
  NotificationRefusedError,
  verifyHmacSignature,
  type NotificationSource,
  type RailMessage,
  type RailNotification,
} from '@app/rails';
import { createHmac } from 'node:crypto';

/** The message of a sandbox provider, as it is sent. Amounts are decimal text. */
export interface SandboxNotification {
  id: string;
  type: NotificationType;
  reference: string;
  amount?: string;
  currency?: string;
  payer?: Payer;
}

/**
 * How the sandbox providers notify: `X-Rail-Timestamp` (Unix seconds) and `X-Rail-Signature`, the HMAC of timestamp and
 * body under the secret that the provider shares with us.
 */
export class SandboxNotifications implements NotificationSource {
  constructor(
    readonly provider: string,
    private readonly secret: Buffer,
  ) {}

  /** Derives the shared secret from the service's key, so that the sandbox needs no configuration of its own. */
  static secretFrom(secretsKey: Buffer, provider: string): Buffer {
    return createHmac('sha256', secretsKey).update(`rail:${provider}`).digest();
  }

  readNotification({ headers, body, now }: RailMessage): RailNotification {
    const [timestamp, signature] = [headers['x-rail-timestamp'], headers['x-rail-signature']];
    verifyHmacSignature(this.secret, { timestamp, signature, body, now });
    return toRailNotification({ provider: this.provider, ...parse(body) });
  }

  /** What the provider puts into `X-Rail-Signature`. */
  sign(timestamp: string, body: Buffer): string {
    return hmacSignature(this.secret, timestamp, body);
  }
}

function parse(body: Buffer): Omit<PaymentNotification, 'provider'> {
  const json = parseObject(body);
  const { id, type, reference } = json;
  if (!isText(id, 128) || !isText(reference, 128)) throw malformed('id and reference are required');
  if (!isNotificationType(type)) throw malformed('the type is unknown');
  return { id, type, reference, paid: reportsMoney(type) ? paidOf(json) : null, payer: payerOf(json['payer']) };
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
