import { parseExactJson, RepeatedMemberError, signatureOf, withoutByteOrderMark } from '@app/kernel';
import type { PaymentFactType, Payer, RefundFactType, ReversalFactType } from '@app/payment-links';
import type { EncryptionKeys } from '@app/platform';
import { verifyHmacSignature, type Fact, type ProviderMessage } from '@app/rails';
import type { PayoutFactType } from '@app/transfers';
import type { DEPOSIT_RECEIVED } from '@app/payment-links';
import { createHmac } from 'node:crypto';
import { isText, malformed, readCollection, type ContentReader } from './sandbox-notification-contents';

/** The message of a sandbox provider, as it is sent. Amounts are decimal text. */
export interface SandboxNotification {
  id: string;
  type: PaymentFactType | PayoutFactType | RefundFactType | ReversalFactType | typeof DEPOSIT_RECEIVED;
  reference: string;
  amount?: string;
  currency?: string;
  payer?: Payer;
  /** The provider's own reference of a payout or a refund. */
  provider_reference?: string;
  /** Why a payout failed or came back. */
  reason?: string;
}

/** One of the names under which records store the sandbox, with an address for its notifications. */
export interface SandboxChannel {
  readonly provider: string;
  /** Throws `MessageRejectedError`. */
  read(message: ProviderMessage): Fact;
}

/** What signs a provider's notifications: the secret, and during a rotation the previous one. */
export type SharedSecrets = readonly [Buffer, ...Buffer[]];

/** A message with the headers that a provider sends with it. */
export interface SignedMessage extends ProviderMessage {
  headers: Record<string, string>;
}

/**
 * How the sandbox providers notify: `X-Rail-Timestamp` (Unix seconds) and `X-Rail-Signature`, the HMAC of timestamp and
 * body under the secret that the provider shares with us.
 */
export class SandboxNotifications {
  constructor(
    readonly provider: string,
    /** The first one signs, every one verifies. */
    private readonly secrets: SharedSecrets,
    private readonly readContent: ContentReader = readCollection,
  ) {}

  /**
   * Derives the shared secret from the service's key, so that the sandbox needs no configuration of its own; and that of
   * before a rotation, which signed what is on its way.
   */
  static secretsFrom({ secretsKey, secretsKeyPrevious }: EncryptionKeys, provider: string): SharedSecrets {
    const derive = (key: Buffer) => createHmac('sha256', key).update(`rail:${provider}`).digest();
    return [derive(secretsKey), ...(secretsKeyPrevious ? [derive(secretsKeyPrevious)] : [])];
  }

  /** Throws `MessageRejectedError` unless the signature is right and fresh and the content is readable. */
  read({ headers, body, now }: ProviderMessage): Fact {
    const [timestamp, signature] = [headers['x-rail-timestamp'], headers['x-rail-signature']];
    verifyHmacSignature(this.secrets, { timestamp, signature, body }, now);
    const json = parseObject(body);
    const { id, type, reference } = json;
    if (!isText(id, 128) || !isText(reference, 128)) throw malformed('id and reference are required');
    return this.readContent({ provider: this.provider, id, type, reference, json });
  }

  /** The value of the provider's `X-Rail-Signature` header. */
  sign(timestamp: string, body: Buffer): string {
    return signatureOf(this.secrets[0], timestamp, body);
  }

  /** The notification as the provider sends it now. */
  message(notification: SandboxNotification, now: Date): SignedMessage {
    const body = Buffer.from(JSON.stringify(notification));
    const timestamp = String(BigInt(now.getTime()) / 1_000n);
    return {
      method: 'POST',
      path: `/providers/${this.provider}/notifications`,
      query: '',
      headers: { 'x-rail-timestamp': timestamp, 'x-rail-signature': this.sign(timestamp, body) },
      body,
      now,
    };
  }
}

function parseObject(body: Buffer): Record<string, unknown> {
  try {
    const json = parseExactJson(withoutByteOrderMark(body.toString('utf8')));
    if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json as Record<string, unknown>;
  } catch (error) {
    if (error instanceof RepeatedMemberError) throw malformed(`it ${error.message}`);
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw malformed('it is not a JSON object');
}
