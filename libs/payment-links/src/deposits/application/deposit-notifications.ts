import type { Money, UnsupportedAmount } from '@app/kernel';
import { amountFields, type RailNotification } from '@app/rails';
import type { Deposit } from '../domain/deposit';

/** The kind of notifications that `Deposits` settles. */
export const DEPOSIT = 'deposit';

/** The only type of that kind. */
export const DEPOSIT_RECEIVED = 'deposit.received';

/** What a bank reports: money arrived on the account of the wallet that `reference` names. */
export interface DepositNotification {
  readonly provider: string;
  readonly id: string;
  readonly reference: string;
  readonly amount: Money | UnsupportedAmount;
}

/** A deposit notification in the form that the inbox of rails stores. */
export function toDepositRailNotification(notification: DepositNotification): RailNotification {
  const { amount, ...subject } = notification;
  return { ...subject, kind: DEPOSIT, type: DEPOSIT_RECEIVED, ...amountFields(amount, null) };
}

/** The deposit that the notification reports. */
export function toDeposit({ provider, id, reference, amount }: RailNotification): Deposit {
  return { provider, notificationId: id, walletId: walletIdOf(reference), amount };
}

/** A bank may write the wallet's id in capitals. */
export function walletIdOf(reference: string): string {
  return reference.toLowerCase();
}
