import { Money, targetOf, type UnsupportedAmount } from '@app/kernel';
import { feeShare, leftOf, takePart, type Share, type TakenParts } from './payment-share';
import { RECEIVED_PAYMENT_TRANSITIONS, type ReceivedPayment, type ReturnedShare } from './received-payment';

const RETURNED = targetOf(RECEIVED_PAYMENT_TRANSITIONS, 'return');

/** A payment that was returned. */
export type ReturnedPayment = ReceivedPayment & { readonly returned: ReturnedShare };

/** What a person has to decide about a return: money beyond the payment, in another currency, or less than was collected. */
export interface ReturnQuestion {
  readonly kind: 'dispute_difference' | 'dispute_currency' | 'short_return';
  /** The undecided part; absent for an amount that cannot be compared. */
  readonly amount?: Money;
}

/**
 * The payment after its bank took that amount back, or all of it where the bank names none, as far as refunds have left it.
 * The wallet gets its share of the fees back. Rule 17.22.
 */
export function afterReturn(
  payment: ReceivedPayment,
  parts: TakenParts,
  reported: Money | UnsupportedAmount | null,
  at: Date,
): { payment: ReturnedPayment; question?: ReturnQuestion } {
  const { payerAmount } = payment.terms;
  const named = reported ?? payerAmount;
  const isComparable = named instanceof Money && named.currency === payerAmount.currency;
  const left = leftOf(payment.terms, parts.gone);
  const { part, beyond } = takePart(payment.terms, parts, isComparable ? named : left);
  const question = isComparable ? questionOf(part, beyond, left) : ({ kind: 'dispute_currency' } as const);
  const returned = { ...part, fees: feesOf(payment, part) };
  return { payment: { ...payment, status: RETURNED, returnedAt: at, returned }, ...(question && { question }) };
}

/** The wallet's share of the collection fee and of the conversion fee that a return of that amount gives back. */
export function feesBack(
  { terms }: ReceivedPayment,
  { amount, walletAmount }: Share,
): { collection: Money; conversion: Money } {
  const { collectionFee, conversionFee, payerAmount } = terms;
  const collection = lesser(feeShare(payerAmount, collectionFee, amount), walletAmount);
  return {
    collection,
    conversion: lesser(feeShare(payerAmount, conversionFee, amount), walletAmount.minus(collection)),
  };
}

/** Whether the return took all that was collected, which it undoes to the cent. */
export function isWholeReturn({ terms, returned }: ReturnedPayment): boolean {
  return returned.amount.equals(terms.payerAmount);
}

function feesOf(payment: ReceivedPayment, part: Share): Money {
  const { payerAmount, credited } = payment.terms;
  if (part.amount.equals(payerAmount)) return part.walletAmount.minus(credited);
  const { collection, conversion } = feesBack(payment, part);
  return collection.plus(conversion);
}

function questionOf(part: Share, beyond: Money, left: Money): ReturnQuestion | undefined {
  if (beyond.isPositive()) return { kind: 'dispute_difference', amount: beyond };
  const rest = left.minus(part.amount);
  return rest.isPositive() ? { kind: 'short_return', amount: rest } : undefined;
}

function lesser(one: Money, other: Money): Money {
  return one.isGreaterThan(other) ? other : one;
}
