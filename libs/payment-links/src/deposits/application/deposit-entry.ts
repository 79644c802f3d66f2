import type { Money } from '@app/kernel';
import { JournalEntry, movement, platformPosting } from '@app/ledger';
import type { Deposit } from '../domain/deposit';

/** Names the entry that credits the deposit. */
export function depositKey({ provider, notificationId }: Pick<Deposit, 'provider' | 'notificationId'>): string {
  return `deposit:${provider}:${notificationId}`;
}

/** Credits the whole amount as one visible movement; the bank holds the money. */
export function depositEntry(deposit: Deposit, amount: Money, occurredAt: Date): JournalEntry {
  const { walletId } = deposit;
  return JournalEntry.create({
    kind: 'deposit',
    reference: { type: 'wallet', id: walletId },
    idempotencyKey: depositKey(deposit),
    occurredAt,
    postings: [movement(walletId, 'deposit', amount), platformPosting('rail_clearing', amount.negated())],
  });
}
