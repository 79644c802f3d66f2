import type { Currency, Money } from '@app/kernel';

/** A transfer that arrived on the bank account of a USD wallet, as the bank reports it. */
export interface Deposit {
  readonly provider: string;
  /** The bank's own id of the fact. */
  readonly notificationId: string;
  readonly walletId: string;
  readonly amount: Money | null;
}

/** Why a deposit is not credited. */
export type DepositRejection = 'lane' | 'currency' | 'amount';

/** The facts that decide on a deposit. */
export interface DepositWallet {
  readonly lane: string;
  readonly currency: Currency;
}

/** Only USD wallets have a bank account of their own, in their currency. */
export function rejectionOf({ amount }: Deposit, { lane, currency }: DepositWallet): DepositRejection | undefined {
  if (lane !== 'usd') return 'lane';
  if (!amount?.isPositive()) return 'amount';
  return amount.currency === currency ? undefined : 'currency';
}
