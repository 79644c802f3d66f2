import {
  CollectionRail,
  DebitRail,
  type RailDebitOrder,
  type RailOrder,
  type RailOrderRequest,
} from '../checkout/application/ports';
import type { Instruction } from '../checkout/domain/instruction';
import type { DebitAuthorisation } from '../checkout/domain/debit-account';
import { DebitDeclinedError } from '../checkout/domain/errors';

/** A debit that the in-memory rail takes. */
export const DEBIT: DebitAuthorisation = {
  account: {
    holder: 'Sandbox Payer',
    holderType: 'individual',
    routingNumber: '021000021',
    accountNumber: '000123456789',
    type: 'checking',
  },
  email: 'ana@example.com',
  consent: { ip: '192.0.2.1', userAgent: 'Mozilla/5.0', mandateVersion: 'test' },
};

/** The same debit of an account with another number. */
export function debitOf(accountNumber: string): DebitAuthorisation {
  return { ...DEBIT, account: { ...DEBIT.account, accountNumber } };
}

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
  /** What payers still have to do after their confirmation. */
  instructions: readonly Instruction[] = [];

  async confirm(
    _order: RailDebitOrder,
    { account }: DebitAuthorisation,
    signal: AbortSignal,
  ): Promise<readonly Instruction[]> {
    signal.throwIfAborted();
    if (this.declined.has(account.accountNumber)) throw new DebitDeclinedError();
    return this.instructions;
  }
}
