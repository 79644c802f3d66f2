import { SignedNotifications } from '../../settlement/adapters/signed-notifications';
import type { RailMessage, RailNotification } from '../../settlement/application/ports';
import { CollectionRail, type RailOrder, type RailOrderRequest } from '../application/ports';
import type { DebitAccount } from '../domain/debit-account';
import { DebitRefusedError } from '../domain/errors';
import { sandboxInstructions } from './sandbox-instructions';

export const SANDBOX_PROVIDER = 'sandbox';

/** Accounts that the sandbox refuses to debit end in these digits. */
const REFUSED_ENDING = '9999';

/** The account that a simulated payer confirms a debit with. */
export const SANDBOX_DEBIT_ACCOUNT: DebitAccount = {
  holder: 'Sandbox Payer',
  routingNumber: '021000021',
  accountNumber: '000123456789',
  type: 'checking',
};

/**
 * Stands in for the local rails. It opens orders without calling anybody, and like a real rail it tells of payments
 * only by signed notifications.
 */
export class SandboxCollectionRail extends CollectionRail {
  readonly provider = SANDBOX_PROVIDER;
  private readonly notifications: SignedNotifications;

  constructor(secret: Buffer) {
    super();
    this.notifications = new SignedNotifications(this.provider, secret);
  }

  static secretFrom(secretsKey: Buffer): Buffer {
    return SignedNotifications.secretFrom(secretsKey, SANDBOX_PROVIDER);
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

  /** Takes every account but one of four nines, so that a tester can see a refusal. Nothing of it is kept. */
  confirmDebit(_reference: string, { accountNumber }: DebitAccount): Promise<void> {
    return accountNumber.endsWith(REFUSED_ENDING) ? Promise.reject(new DebitRefusedError()) : Promise.resolve();
  }

  readNotification(message: RailMessage): RailNotification {
    return this.notifications.readNotification(message);
  }

  /** What the rail puts into `X-Rail-Signature`. */
  sign(timestamp: string, body: Buffer): string {
    return this.notifications.sign(timestamp, body);
  }
}
