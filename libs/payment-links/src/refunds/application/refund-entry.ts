import { JournalEntry } from '@app/ledger';
import { sharePostings } from '../../settlement/application/share-postings';
import type { Refund } from '../domain/refund';

/** The payer's share leaves the wallet. What the provider has given back already may overdraw it. */
export function refundEntry(refund: Refund, occurredAt: Date): JournalEntry {
  return JournalEntry.create({
    kind: 'refund',
    reference: { type: 'refund', id: refund.id },
    idempotencyKey: `refund:${refund.id}`,
    occurredAt,
    mayOverdraw: refund.origin === 'provider' || refund.correctedAt !== null,
    postings: sharePostings(refund, 'refund'),
  });
}

/** A completed refund failed after all: the share is in the wallet again. Rule 17.12. */
export function reversalEntry(refund: Refund, occurredAt: Date): JournalEntry {
  const { id, amount, walletAmount } = refund;
  return JournalEntry.create({
    kind: 'refund_reversal',
    reference: { type: 'refund', id },
    idempotencyKey: `refund-reversal:${id}`,
    occurredAt,
    postings: sharePostings({ ...refund, amount: amount.negated(), walletAmount: walletAmount.negated() }, 'refund'),
  });
}
