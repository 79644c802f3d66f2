import { CollectionRail, type RailOrder, type RailOrderRequest } from '@app/payment-links';
import type { EncryptionKeys } from '@app/platform';
import type { Fact, ProviderMessage } from '@app/rails';
import { sandboxInstructions } from './sandbox-instructions';
import {
  SandboxNotifications,
  type SandboxChannel,
  type SandboxNotification,
  type SharedSecrets,
  type SignedMessage,
} from './sandbox-notifications';

export const SANDBOX_PROVIDER = 'sandbox';

/** Stands in for the local rails. It opens orders without a network call and, like a real rail, reports by notifications. */
export class SandboxCollectionRail extends CollectionRail implements SandboxChannel {
  readonly provider = SANDBOX_PROVIDER;
  private readonly notifications: SandboxNotifications;

  constructor(secrets: SharedSecrets) {
    super();
    this.notifications = new SandboxNotifications(this.provider, secrets);
  }

  static secretsFrom(keys: EncryptionKeys): SharedSecrets {
    return SandboxNotifications.secretsFrom(keys, SANDBOX_PROVIDER);
  }

  open({ orderId, method, amount, description, bank, now }: RailOrderRequest): Promise<RailOrder> {
    const reference = `sbx_${orderId.replaceAll('-', '')}`;
    const { expiresInSeconds } = method;
    return Promise.resolve({
      reference,
      instructions: sandboxInstructions(method, reference, amount, description, bank),
      expiresAt: expiresInSeconds === null ? null : new Date(now.getTime() + expiresInSeconds * 1_000),
    });
  }

  read(message: ProviderMessage): Fact {
    return this.notifications.read(message);
  }

  /** The value of the rail's `X-Rail-Signature` header. */
  sign(timestamp: string, body: Buffer): string {
    return this.notifications.sign(timestamp, body);
  }

  /** The notification as the rail sends it now, signed. */
  message(notification: SandboxNotification, now: Date): SignedMessage {
    return this.notifications.message(notification, now);
  }
}
