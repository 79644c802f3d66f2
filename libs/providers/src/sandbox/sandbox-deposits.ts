import type { Money } from '@app/kernel';
import type { EncryptionKeys } from '@app/platform';
import type { Fact, ProviderMessage } from '@app/rails';
import { DEPOSIT_RECEIVED } from '@app/payment-links';
import { readDeposit } from './sandbox-notification-contents';
import {
  SandboxNotifications,
  type SandboxChannel,
  type SandboxNotification,
  type SharedSecrets,
  type SignedMessage,
} from './sandbox-notifications';

export const SANDBOX_DEPOSITS_PROVIDER = 'sandbox_deposits';

/** Stands in for the bank that keeps the accounts of USD wallets, and reports what arrives on them. */
export class SandboxDeposits implements SandboxChannel {
  readonly provider = SANDBOX_DEPOSITS_PROVIDER;
  private readonly notifications: SandboxNotifications;

  constructor(secrets: SharedSecrets) {
    this.notifications = new SandboxNotifications(this.provider, secrets, readDeposit);
  }

  static secretsFrom(keys: EncryptionKeys): SharedSecrets {
    return SandboxNotifications.secretsFrom(keys, SANDBOX_DEPOSITS_PROVIDER);
  }

  /** A transfer that arrived; the same id is the same transfer. */
  arrived(id: string, walletId: string, amount: Money): SandboxNotification {
    return { id, type: DEPOSIT_RECEIVED, reference: walletId, amount: amount.toFixed(), currency: amount.currency };
  }

  read(message: ProviderMessage): Fact {
    return this.notifications.read(message);
  }

  /** The notification as the bank sends it now, signed. */
  message(notification: SandboxNotification, now: Date): SignedMessage {
    return this.notifications.message(notification, now);
  }
}
