import type { Money } from '@app/kernel';
import { JournalEntry, movement, platformPosting, type Posting } from '@app/ledger';
import type { Payout } from '../domain/payout';
import type { PayoutReturn } from './ports';

/**
 * The exit of a completed payout: one visible movement of the whole amount, fees and tax included. The rail pays the
 * destination amount; when currencies differ the exchange position takes the net amount and gives the destination's, so
 * that each currency sums to zero. Rule 9.12.
 */
export function exitEntry(payout: Payout, occurredAt: Date): JournalEntry {
  const { amount, payoutFee, instantFee, tax, conversionFee } = payout.figures;
  return JournalEntry.create({
    kind: payout.type,
    reference: { type: payout.type, id: payout.id },
    idempotencyKey: `payout:${payout.id}`,
    occurredAt,
    // The hold of a payout that failed before was released: the rail has paid, whatever the wallet has.
    mayOverdraw: payout.correctedAt !== null,
    postings: [
      movement(payout.walletId, 'payout', amount.negated()),
      platformPosting('payout_fee_income', payoutFee.total.plus(instantFee)),
      platformPosting('tax_payable', tax),
      platformPosting('conversion_fee_income', conversionFee),
      ...settlementPostings(payout.figures.net, payout.figures.destinationAmount),
    ],
  });
}

/** A part of a completed payout came back: it is refunded at the payout's own rate, fees and tax are kept. Rule 11.8. */
export function returnEntry({ id, type, walletId }: Payout, part: PayoutReturn): JournalEntry {
  return JournalEntry.create({
    kind: `${type}_return`,
    reference: { type, id },
    idempotencyKey: `payout-return:${id}:${part.id}`,
    occurredAt: part.returnedAt,
    postings: [
      movement(walletId, 'refund', part.walletAmount),
      ...settlementPostings(part.walletAmount.negated(), part.amount.negated()),
    ],
  });
}

/** The wallet's money on its way to the destination; back, when the amounts are negative. */
function settlementPostings(amount: Money, destinationAmount: Money): Posting[] {
  if (amount.currency === destinationAmount.currency) return [platformPosting('rail_clearing', amount)];
  return [
    platformPosting('exchange_position', amount),
    platformPosting('exchange_position', destinationAmount.negated()),
    platformPosting('rail_clearing', destinationAmount),
  ];
}
