import { JournalEntry } from '@app/ledger';
import { sharePostings } from '../../settlement/application/share-postings';
import type { Share } from '../../settlement/domain/payment-share';
import type { Dispute } from '../domain/dispute';

/** The payer's bank takes the money, and may leave the wallet in debt. */
export function disputeEntry(dispute: Dispute, occurredAt: Date): JournalEntry {
  return JournalEntry.create({
    kind: 'dispute',
    reference: { type: 'dispute', id: dispute.id },
    idempotencyKey: `dispute:${dispute.id}`,
    occurredAt,
    postings: sharePostings(dispute, 'return'),
  });
}

/** The dispute was won: that money comes back. */
export function disputeWonEntry(dispute: Dispute, { amount, walletAmount }: Share, occurredAt: Date): JournalEntry {
  const back = { ...dispute, amount: amount.negated(), walletAmount: walletAmount.negated() };
  return JournalEntry.create({
    kind: 'dispute_won',
    reference: { type: 'dispute', id: dispute.id },
    idempotencyKey: `dispute-won:${dispute.id}`,
    occurredAt,
    postings: sharePostings(back, 'payment'),
  });
}
