import { decimal, Money } from '@app/kernel';
import type { CollectionTerms } from '../../links/domain/collection-terms';

/** A part of a payment: what the payer gets of it, in their currency, and what the wallet pays for that, in its own. */
export interface Share {
  readonly amount: Money;
  readonly walletAmount: Money;
}

/** What was taken of a payment before. */
export interface TakenParts {
  /** By completed refunds, by disputes that were not won, and by a return. */
  readonly gone: readonly Share[];
  /** By refunds that are requested and may still fail. */
  readonly open: readonly Share[];
}

/** What these parts leave of a payment, in the payer's currency; below zero where they exceed it. */
export function leftOf({ payerAmount }: CollectionTerms, taken: readonly Share[]): Money {
  return taken.reduce((left, { amount }) => left.minus(amount), payerAmount);
}

/**
 * What a part of that amount is worth in the wallet, beside all that was taken before: the amount at the payment's own
 * rate, rounded up, and never more than what is left of the whole figure. The part that takes the rest of the payment is
 * worth the rest of the whole figure, so that all parts add up to it exactly. Rule 17.2.
 */
export function walletShare(terms: CollectionTerms, taken: readonly Share[], amount: Money): Money {
  const whole = inWallet(terms, terms.payerAmount);
  if (amount.isZero()) return Money.zero(whole.currency);
  const rest = atLeastZero(taken.reduce((left, { walletAmount }) => left.minus(walletAmount), whole));
  return amount.equals(leftOf(terms, taken)) ? rest : lesser(inWallet(terms, amount), rest);
}

/**
 * The part that a provider takes with that amount, as far as the payment has it left, and the amount beyond. Where it takes
 * more than open refunds leave, they give way: they cannot succeed any more. Rule 17.19.
 */
export function takePart(
  terms: CollectionTerms,
  { gone, open }: TakenParts,
  amount: Money,
): { part: Share; beyond: Money } {
  const all = [...gone, ...open];
  const beside = amount.isGreaterThan(leftOf(terms, all)) ? gone : all;
  const part = lesser(amount, atLeastZero(leftOf(terms, beside)));
  return { part: { amount: part, walletAmount: walletShare(terms, beside, part) }, beyond: amount.minus(part) };
}

/** What is still taken by a part of which that amount came back, beside what was taken by others. */
export function keptPart(terms: CollectionTerms, others: TakenParts, part: Share, back: Money): Share {
  const amount = part.amount.minus(back);
  const { part: kept } = takePart(terms, others, amount);
  return { amount, walletAmount: lesser(kept.walletAmount, part.walletAmount) };
}

/** Whether a part with these figures can be taken beside the others: a refund has fixed its figures before. */
export function fitsBeside(terms: CollectionTerms, gone: readonly Share[], part: Share): boolean {
  const left = leftOf(terms, gone);
  if (part.amount.isGreaterThan(left)) return false;
  const whole = inWallet(terms, terms.payerAmount);
  const rest = gone.reduce((sum, { walletAmount }) => sum.minus(walletAmount), whole);
  return part.amount.equals(left) ? part.walletAmount.equals(rest) : !part.walletAmount.isGreaterThan(rest);
}

/** The part of a fee that belongs to that amount of the payment, rounded up: the whole fee for all of it. */
export function feeShare(payerAmount: Money, fee: Money, amount: Money): Money {
  const part = fee.amount.times(amount.amount).div(payerAmount.amount);
  return lesser(Money.rounded(part, fee.currency, 'up'), fee);
}

/** An amount of the payer's currency at the payment's own rate, in the wallet's currency, rounded up. */
export function inWallet({ exchangeRate, currency }: CollectionTerms, amount: Money): Money {
  return exchangeRate === null ? amount : amount.convert(decimal(exchangeRate), currency, 'up');
}

/** A difference between two parts. */
export function shareMinus(share: Share, other: Share): Share {
  return { amount: share.amount.minus(other.amount), walletAmount: share.walletAmount.minus(other.walletAmount) };
}

function lesser(one: Money, other: Money): Money {
  return one.isGreaterThan(other) ? other : one;
}

function atLeastZero(amount: Money): Money {
  return amount.isNegative() ? Money.zero(amount.currency) : amount;
}
