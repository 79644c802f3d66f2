import {
  CollectionRail,
  DebitRefusedError,
  type DebitAccount,
  type RailOrder,
  type RailOrderRequest,
} from '@app/payment-links';
import type { SealingKeys } from '@app/platform';
import type { NotificationSource, ProviderMessage, Fact } from '@app/rails';
import { sandboxInstructions } from './sandbox-instructions';
import {
  SandboxNotifications,
  type SandboxNotification,
  type SharedSecrets,
  type SignedMessage,
} from './sandbox-notifications';

export const SANDBOX_PROVIDER = 'sandbox';

/** The sandbox refuses to debit accounts that end in these digits. */
const REFUSED_ENDING = '9999';

/** The account with which a simulated payer confirms a debit. */
export const SANDBOX_DEBIT_ACCOUNT: DebitAccount = {
  holder: 'Sandbox Payer',
  routingNumber: '021000021',
  accountNumber: '000123456789',
  type: 'checking',
};

/** Stands in for the local rails. It opens orders without a network call and, like a real rail, reports by notifications. */
export class SandboxCollectionRail extends CollectionRail implements NotificationSource {
  readonly provider = SANDBOX_PROVIDER;
  private readonly notifications: SandboxNotifications;

  constructor(secrets: SharedSecrets) {
    super();
    this.notifications = new SandboxNotifications(this.provider, secrets);
  }

  static secretsFrom(keys: SealingKeys): SharedSecrets {
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

  /** Accepts every account except one that ends in four nines, so that a tester can see a refusal. Keeps nothing. */
  confirmDebit(_reference: string, { accountNumber }: DebitAccount): Promise<void> {
    return accountNumber.endsWith(REFUSED_ENDING) ? Promise.reject(new DebitRefusedError()) : Promise.resolve();
  }

  readNotification(message: ProviderMessage): Fact {
    return this.notifications.readNotification(message);
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
