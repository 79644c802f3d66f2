import { exchangePositionOf } from '@app/fees';
import { USD, type Money } from '@app/kernel';
import {
  hiddenMovement,
  JournalEntry,
  movement,
  platformPosting,
  type PlatformAccount,
  type Posting,
  type Reference,
} from '@app/ledger';
import type { CheckoutOrder } from '../../checkout/domain/checkout-order';
import type { CollectionTerms } from '../../links/domain/collection-terms';
import type { PaymentLink } from '../../links/domain/payment-link';
import { feesBack, isWholeReturn, type ReturnedPayment } from '../domain/payment-return';

/**
 * The journal entry of a credited collection. The rail holds what the payer paid; the wallet gets what is credited, the
 * platform its fees. When currencies differ the exchange position takes the payer's currency and gives the wallet's,
 * so that each currency sums to zero and whatever rounding gained or lost stays with the platform.
 */
export function collectionEntry(link: PaymentLink, { id, terms }: CheckoutOrder, occurredAt: Date): JournalEntry {
  return JournalEntry.create({
    kind: 'collection',
    reference: { type: link.kind, id: link.id },
    idempotencyKey: `collection:${id}`,
    occurredAt,
    postings: collectionPostings('rail_clearing', link.walletId, terms),
  });
}

/**
 * The bank took the payment back, the link's own or one that staff credited in addition to it. A whole return undoes the
 * collection to the cent: what arrived leaves again, and the fee that was taken of it is refunded. It may leave the wallet
 * in debt. Undefined where refunds have left nothing to take. Rules 9.7 and 9.10.
 */
export function returnEntry(payment: ReturnedPayment, occurredAt: Date): JournalEntry | undefined {
  const { exceptionId, orderId, kind, linkId } = payment;
  if (payment.returned.amount.isZero()) return undefined;
  return JournalEntry.create({
    kind: exceptionId === null ? 'collection_return' : 'payment_exception_return',
    reference: { type: kind, id: linkId },
    idempotencyKey: exceptionId === null ? `collection-return:${orderId}` : `exception-return:${exceptionId}`,
    occurredAt,
    postings: isWholeReturn(payment)
      ? collectionPostings('rail_clearing', payment.walletId, payment.terms).map(undone)
      : partlyReturned(payment),
  });
}

/** A part of the payment leaves the wallet, which gets its share of the fees back. */
function partlyReturned(payment: ReturnedPayment): Posting[] {
  const { terms, returned, walletId } = payment;
  const { amount, walletAmount, fees } = returned;
  const { collection, conversion } = feesBack(payment, returned);
  const postings = [
    platformPosting('rail_clearing', amount),
    ...(isUsd(terms)
      ? [movement(walletId, 'return', walletAmount.negated()), hiddenMovement(walletId, 'fee_refund', collection)]
      : [movement(walletId, 'return', walletAmount.minus(fees).negated())]),
    platformPosting('collection_fee_income', collection.negated()),
    platformPosting('conversion_fee_income', conversion.negated()),
  ];
  if (terms.exchangeRate === null) return postings;
  postings.push(
    platformPosting('exchange_position', walletAmount),
    platformPosting('exchange_position', amount.negated()),
  );
  return postings;
}

/** The amount of the movement by which the merchant sees a return, in the wallet's currency. */
export function shownReturn({ terms, returned }: ReturnedPayment): Money {
  return isUsd(terms) ? returned.walletAmount : returned.walletAmount.minus(returned.fees);
}

/** Staff credit a payment exception; the money comes from the account where it waited. */
export function exceptionCreditEntry(
  exceptionId: string,
  walletId: string,
  terms: CollectionTerms,
  about: Reference,
  occurredAt: Date,
): JournalEntry {
  return JournalEntry.create({
    kind: 'payment_exception_credit',
    reference: about,
    idempotencyKey: exceptionClearedKey(exceptionId),
    occurredAt,
    postings: collectionPostings('unallocated_receipts', walletId, terms),
  });
}

/** The rail took back what staff had credited of an unknown order: undoes that credit to the cent. */
export function depositReturnEntry(exceptionId: string, credit: JournalEntry, occurredAt: Date): JournalEntry {
  return JournalEntry.create({
    kind: 'payment_exception_return',
    reference: credit.reference,
    idempotencyKey: `exception-return:${exceptionId}`,
    occurredAt,
    postings: credit.postings.map(fromRail).map(undone),
  });
}

/** The same money, from the rail instead of the account where it waited. */
function fromRail(posting: Posting): Posting {
  const waited = posting.side === 'platform' && posting.account === 'unallocated_receipts';
  return waited ? platformPosting('rail_clearing', posting.amount) : posting;
}

/** The key of the entry that takes an exception's money from where it waited: it happens once. */
export function exceptionClearedKey(exceptionId: string): string {
  return `exception-cleared:${exceptionId}`;
}

/** The postings of a collection with these terms, with the money from that account of the platform. */
function collectionPostings(from: PlatformAccount, walletId: string, terms: CollectionTerms): Posting[] {
  const { payerAmount, collectionFee, conversionFee } = terms;
  const position = exchangePositionOf(terms);
  const postings: Posting[] = [
    platformPosting(from, payerAmount.negated()),
    ...walletPostings(walletId, terms),
    platformPosting('collection_fee_income', collectionFee),
    platformPosting('conversion_fee_income', conversionFee),
  ];
  if (position) {
    postings.push(
      platformPosting('exchange_position', position.payerSide),
      platformPosting('exchange_position', position.walletSide),
    );
  }
  return postings;
}

/** A payment exception: the rail holds money that is unallocated until staff decide. */
export function exceptionEntry(
  exceptionId: string,
  amount: Money,
  about: Reference | null,
  occurredAt: Date,
): JournalEntry {
  return JournalEntry.create({
    kind: 'payment_exception',
    reference: about,
    idempotencyKey: `exception:${exceptionId}`,
    occurredAt,
    postings: [platformPosting('rail_clearing', amount.negated()), platformPosting('unallocated_receipts', amount)],
  });
}

/** The money of a payment exception has gone back, or turned out to be a collection that is booked as such. */
export function exceptionClearedEntry(
  kind: 'payment_exception_refund' | 'payment_exception_match',
  exceptionId: string,
  amount: Money,
  about: Reference | null,
  occurredAt: Date,
): JournalEntry {
  return JournalEntry.create({
    kind,
    reference: about,
    idempotencyKey: exceptionClearedKey(exceptionId),
    occurredAt,
    postings: [platformPosting('unallocated_receipts', amount.negated()), platformPosting('rail_clearing', amount)],
  });
}

/**
 * The merchant sees one movement: the net amount of a local collection, but the full amount of a USD collection, whose
 * fee is a separate posting that the list leaves out. Rule 9.12.
 */
function walletPostings(walletId: string, terms: CollectionTerms): Posting[] {
  const shown = movement(walletId, 'payment', shownCredit(terms));
  return isUsd(terms) ? [shown, hiddenMovement(walletId, 'fee', terms.collectionFee.negated())] : [shown];
}

/** The amount of the movement that the merchant sees, in the wallet's currency. */
function shownCredit(terms: CollectionTerms): Money {
  return isUsd(terms) ? terms.payerAmount : terms.credited;
}

function isUsd({ payerAmount, credited }: CollectionTerms): boolean {
  return payerAmount.currency === USD && credited.currency === USD;
}

function undone(posting: Posting): Posting {
  const amount = posting.amount.negated();
  if (posting.side === 'platform') return platformPosting(posting.account, amount);
  return posting.visible
    ? movement(posting.walletId, 'return', amount)
    : hiddenMovement(posting.walletId, 'fee_refund', amount);
}
