import { JournalEntry, movement, platformPosting, type Posting } from '@app/ledger';
import type { Refund } from '../domain/refund';

/**
 * The wallet pays back what the payer gets, at the rate of the payment; fees stay with the platform. The exchange position
 * gives the payer's currency and takes the wallet's. A refund that was made at the provider may overdraw the wallet.
 */
export function refundEntry(refund: Refund, occurredAt: Date): JournalEntry {
  const { id, amount, walletAmount, walletId, exchangeRate, origin } = refund;
  const postings: Posting[] = [
    movement(walletId, 'refund', walletAmount.negated()),
    platformPosting('rail_clearing', amount),
  ];
  if (exchangeRate !== null) {
    postings.push(
      platformPosting('exchange_position', walletAmount),
      platformPosting('exchange_position', amount.negated()),
    );
  }
  return JournalEntry.create({
    kind: 'refund',
    reference: { type: 'refund', id },
    idempotencyKey: `refund:${id}`,
    occurredAt,
    mayOverdraw: origin === 'provider',
    postings,
  });
}
