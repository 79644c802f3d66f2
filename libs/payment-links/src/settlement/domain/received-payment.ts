import type { Money, Transitions } from '@app/kernel';
import type { Payer } from '../../checkout/domain/checkout-order';
import type { CollectionTerms } from '../../links/domain/collection-terms';
import type { LinkKind } from '../../links/domain/payment-link';
import { inWallet, type Share } from './payment-share';

export const RECEIVED_PAYMENT_STATUSES = ['in_process', 'credited', 'returned', 'refunded', 'disputed'] as const;

export type ReceivedPaymentStatus = (typeof RECEIVED_PAYMENT_STATUSES)[number];

export type ReceivedPaymentEvent = 'credit' | 'return';

/**
 * Every transition of a received payment that its rail reports. Refunds and disputes change it by
 * what they take. The record of a debit begins when the payer confirms it, any other when it is
 * credited; the record of a debit that is declined is deleted, since nothing was received.
 */
export const RECEIVED_PAYMENT_TRANSITIONS: Transitions<ReceivedPaymentEvent, ReceivedPaymentStatus> = {
  credit: { in_process: 'credited' },
  return: { credited: 'returned', refunded: 'returned' },
};

/** The payer's receipt for the collection fee that they bore. Rule 7.8. */
export interface FeeReceipt {
  /** Counts without a gap within an account: `FR-00000001`. */
  number: string;
  /** In the payer's currency. */
  amount: Money;
  issuedAt: Date;
}

/** What a return took back: its part of the payment, and the fees that the wallet got back for it, in its currency. */
export interface ReturnedShare extends Share {
  readonly fees: Money;
}

/** The record of one collection with every fee component. */
export interface ReceivedPayment {
  id: string;
  status: ReceivedPaymentStatus;
  accountId: string;
  linkId: string;
  orderId: string;
  /** The exception that staff credited, for money in addition to the link's own payment. */
  exceptionId: string | null;
  kind: LinkKind;
  walletId: string;
  method: string;
  payer: Payer;
  terms: CollectionTerms;
  provider: string;
  /** The provider's name for the order. */
  providerReference: string;
  /** The provider's name for the payment itself, where disputes refer to it; null where the order's name serves. */
  paymentReference: string | null;
  feeReceipt: FeeReceipt | null;
  /** What completed refunds gave back, and what open and lost disputes took, in the payer's currency. */
  refunded: Money;
  disputed: Money;
  createdAt: Date;
  creditedAt: Date | null;
  returnedAt: Date | null;
  /** Null while it is not returned, and for a whole return that an earlier version recorded. */
  returned: ReturnedShare | null;
}

/** What a return has taken of the payment. */
export function returnedPart({ terms, returned, returnedAt }: ReceivedPayment): Share[] {
  if (returned) return [returned];
  return returnedAt === null ? [] : [{ amount: terms.payerAmount, walletAmount: inWallet(terms, terms.payerAmount) }];
}

/** The credited payment with the status that its amounts give it: disputed before returned, returned before refunded. */
export function withStatus(payment: ReceivedPayment): ReceivedPayment {
  const { disputed, refunded, returnedAt, terms } = payment;
  if (!disputed.isZero()) return { ...payment, status: 'disputed' };
  if (returnedAt !== null) return { ...payment, status: 'returned' };
  return { ...payment, status: refunded.equals(terms.payerAmount) ? 'refunded' : 'credited' };
}
