import type { Money, UnsupportedAmount } from '@app/kernel';
import { amountFields, textField, type Fact } from '@app/rails';
import type { Deposit } from '../domain/deposit';

/** The kind of facts that `Deposits` settles. */
export const DEPOSIT = 'deposit';

/** Money arrived on the account of a wallet. */
export const DEPOSIT_RECEIVED = 'deposit.received';
/** The bank took it back. */
export const DEPOSIT_RETURNED = 'deposit.returned';

/** What a bank reports about money on the account of the wallet that `reference` names. */
export interface DepositFact {
  /** It arrived, unless the bank says otherwise. */
  readonly type?: typeof DEPOSIT_RECEIVED | typeof DEPOSIT_RETURNED;
  readonly provider: string;
  readonly id: string;
  readonly reference: string;
  readonly amount: Money | UnsupportedAmount;
  /** Of a return: the id of the fact with which that deposit arrived, where the bank names it. */
  readonly depositId?: string;
}

const DEPOSIT_ID = 'deposit_id';

/** A deposit fact in the form that the inbox of rails stores. */
export function toDepositFact(fact: DepositFact): Fact {
  const { amount, type = DEPOSIT_RECEIVED, depositId, ...subject } = fact;
  const details = depositId === undefined ? null : { [DEPOSIT_ID]: depositId };
  return { ...subject, kind: DEPOSIT, type, ...amountFields(amount, details) };
}

/** The id of the fact with which the returned deposit arrived; null where the bank does not name it. */
export function returnedDepositId({ details }: Fact): string | null {
  return textField(details, DEPOSIT_ID);
}

/** The deposit that the fact reports. */
export function toDeposit({ provider, id, reference, amount }: Fact): Deposit {
  return { provider, notificationId: id, walletId: walletIdOf(reference), amount };
}

/** A bank may write the wallet's id in capitals. */
export function walletIdOf(reference: string): string {
  return reference.toLowerCase();
}
