import { JournalEntry } from '@app/ledger';
import { sharePostings } from '../../settlement/application/share-postings';
import type { Refund } from '../domain/refund';

/** The payer's share leaves the wallet. A refund that was made at the provider may overdraw it. */
export function refundEntry(refund: Refund, occurredAt: Date): JournalEntry {
  return JournalEntry.create({
    kind: 'refund',
    reference: { type: 'refund', id: refund.id },
    idempotencyKey: `refund:${refund.id}`,
    occurredAt,
    mayOverdraw: refund.origin === 'provider',
    postings: sharePostings(refund, 'refund'),
  });
}
