import { decimal, type Money } from '@app/kernel';
import type { CollectionTerms } from '../../links/domain/collection-terms';

/** A part of a payment: what the payer gets of it, in their currency, and what the wallet pays for that, in its own. */
export interface Share {
  readonly amount: Money;
  readonly walletAmount: Money;
}

/** What these parts leave of a payment, in the payer's currency. */
export function leftOf({ payerAmount }: CollectionTerms, taken: readonly Share[]): Money {
  return taken.reduce((left, { amount }) => left.minus(amount), payerAmount);
}

/**
 * What the wallet pays for a refund of that amount, at the payment's own rate, rounded up. The refund that takes what is
 * left of the payment pays what is left of the whole figure, so that all refunds of a payment add up to it exactly.
 */
export function walletShare(terms: CollectionTerms, taken: readonly Share[], amount: Money): Money {
  const whole = inWallet(terms, terms.payerAmount);
  const rest = taken.reduce((left, { walletAmount }) => left.minus(walletAmount), whole);
  const share = inWallet(terms, amount);
  return amount.equals(leftOf(terms, taken)) || share.isGreaterThan(rest) ? rest : share;
}

/** An amount of the payer's currency at the payment's own rate, in the wallet's currency, rounded up. */
export function inWallet({ exchangeRate, currency }: CollectionTerms, amount: Money): Money {
  return exchangeRate === null ? amount : amount.convert(decimal(exchangeRate), currency, 'up');
}
