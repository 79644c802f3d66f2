import type { Money } from '@app/kernel';
import { JournalEntry, movement, platformPosting } from '@app/ledger';
import type { Deposit } from '../domain/deposit';

/** Credits the whole amount as one visible movement; the bank holds the money. */
export function depositEntry(
  { provider, notificationId, walletId }: Deposit,
  amount: Money,
  occurredAt: Date,
): JournalEntry {
  return JournalEntry.create({
    kind: 'deposit',
    reference: { type: 'wallet', id: walletId },
    idempotencyKey: `deposit:${provider}:${notificationId}`,
    occurredAt,
    postings: [movement(walletId, 'deposit', amount), platformPosting('rail_clearing', amount.negated())],
  });
}
