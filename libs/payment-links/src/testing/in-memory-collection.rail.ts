import { CollectionRail, DebitRail, type RailOrder, type RailOrderRequest } from '../checkout/application/ports';
import type { DebitAccount } from '../checkout/domain/debit-account';
import { DebitDeclinedError } from '../checkout/domain/errors';

/** An account that the in-memory rail debits. */
export const DEBIT_ACCOUNT: DebitAccount = {
  holder: 'Sandbox Payer',
  routingNumber: '021000021',
  accountNumber: '000123456789',
  type: 'checking',
};

/** A rail that opens every order. */
export class InMemoryCollectionRail extends CollectionRail {
  readonly provider = 'memory';

  async open({ orderId, method, bank, now }: RailOrderRequest): Promise<RailOrder> {
    const { expiresInSeconds } = method;
    return {
      reference: `memory_${orderId}`,
      instructions: [
        { label: 'reference', value: orderId, kind: 'copy' },
        ...(bank ? [{ label: 'bank', value: bank.name, kind: 'text' } as const] : []),
      ],
      expiresAt: expiresInSeconds === null ? null : new Date(now.getTime() + expiresInSeconds * 1_000),
    };
  }
}

/** A rail that declines the accounts that a test names. */
export class InMemoryDebitRail extends DebitRail {
  readonly provider = 'memory';
  /** Numbers of accounts that cannot be debited. */
  readonly declined = new Set<string>();

  async confirm(_reference: string, { accountNumber }: DebitAccount): Promise<void> {
    if (this.declined.has(accountNumber)) throw new DebitDeclinedError();
  }
}
