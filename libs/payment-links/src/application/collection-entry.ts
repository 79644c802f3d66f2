import { USD } from '@app/kernel';
import { hiddenMovement, JournalEntry, movement, platformPosting, type Posting } from '@app/ledger';
import type { CheckoutOrder, CollectionTerms } from '../domain/checkout-order';
import type { PaymentLink } from '../domain/payment-link';

/**
 * The journal entry of a collection that is credited in one step. The rail holds what the payer paid; the wallet gets what is credited, the
 * platform its fees. When currencies differ the exchange position takes the payer's currency and gives the wallet's,
 * so that each currency sums to zero and whatever rounding gained or lost stays with the platform.
 */
export function collectionEntry(link: PaymentLink, { id, terms }: CheckoutOrder, occurredAt: Date): JournalEntry {
  const { payerAmount, credited, collectionFee, conversionFee } = terms;
  const postings: Posting[] = [
    platformPosting('rail_clearing', payerAmount.negated()),
    ...walletPostings(link, terms),
    platformPosting('collection_fee_income', collectionFee),
    platformPosting('conversion_fee_income', conversionFee),
  ];
  if (payerAmount.currency !== credited.currency) {
    postings.push(
      platformPosting('exchange_position', payerAmount),
      platformPosting('exchange_position', credited.plus(collectionFee).plus(conversionFee).negated()),
    );
  }
  return JournalEntry.create({
    kind: 'collection',
    reference: { type: link.kind, id: link.id },
    idempotencyKey: `collection:${id}`,
    occurredAt,
    postings,
  });
}

/**
 * The merchant sees one movement: what is left of a local collection, but all that arrived of one in USD, whose fee is
 * taken in a posting of its own that the list leaves out. Source: specification, Balance movement, rule 4.
 */
function walletPostings(
  { walletId, currency }: PaymentLink,
  { payerAmount, credited, collectionFee }: CollectionTerms,
): Posting[] {
  if (currency !== USD) return [movement(walletId, 'payment', credited)];
  return [movement(walletId, 'payment', payerAmount), hiddenMovement(walletId, 'fee', collectionFee.negated())];
}
