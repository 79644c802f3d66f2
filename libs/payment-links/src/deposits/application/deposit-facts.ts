import type { Money, UnsupportedAmount } from '@app/kernel';
import { amountFields, type Fact } from '@app/rails';
import type { Deposit } from '../domain/deposit';

/** The kind of facts that `Deposits` settles. */
export const DEPOSIT = 'deposit';

/** The only type of that kind. */
export const DEPOSIT_RECEIVED = 'deposit.received';

/** What a bank reports: money arrived on the account of the wallet that `reference` names. */
export interface DepositFact {
  readonly provider: string;
  readonly id: string;
  readonly reference: string;
  readonly amount: Money | UnsupportedAmount;
}

/** A deposit fact in the form that the inbox of rails stores. */
export function toDepositFact(fact: DepositFact): Fact {
  const { amount, ...subject } = fact;
  return { ...subject, kind: DEPOSIT, type: DEPOSIT_RECEIVED, ...amountFields(amount, null) };
}

/** The deposit that the fact reports. */
export function toDeposit({ provider, id, reference, amount }: Fact): Deposit {
  return { provider, notificationId: id, walletId: walletIdOf(reference), amount };
}

/** A bank may write the wallet's id in capitals. */
export function walletIdOf(reference: string): string {
  return reference.toLowerCase();
}
