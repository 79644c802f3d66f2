import { Money } from '@app/kernel';
import type { PaymentException } from '../domain/payment-exception';

/**
 * How an exception's amount is stored: as an amount, or as the text that the rail sent. The text is kept when staff have
 * named the amount.
 */
export interface AmountColumns {
  amount: string | null;
  currency: string | null;
  receivedAmount: string | null;
  receivedCurrency: string | null;
}

export function toAmount({ amount, currency, receivedAmount, receivedCurrency }: AmountColumns) {
  if (amount !== null && currency !== null) return Money.stored(amount, currency);
  return { amount: receivedAmount ?? '', currency: receivedCurrency ?? '' };
}

/** Without the text for an amount. */
export function fromAmount(amount: PaymentException['amount']): AmountColumns {
  return amount instanceof Money
    ? { amount: amount.toFixed(), currency: amount.currency, receivedAmount: null, receivedCurrency: null }
    : { amount: null, currency: null, receivedAmount: amount.amount, receivedCurrency: amount.currency };
}
