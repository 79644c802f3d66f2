import { JournalEntry, movement, platformPosting, type Posting } from '@app/ledger';
import type { Payout } from '../domain/payout';

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
    postings: [
      movement(payout.walletId, 'payout', amount.negated()),
      platformPosting('payout_fee_income', payoutFee.total.plus(instantFee)),
      platformPosting('tax_payable', tax),
      platformPosting('conversion_fee_income', conversionFee),
      ...settlementPostings(payout),
    ],
  });
}

/**
 * A completed payout came back: its net amount is refunded, fees and tax are kept. Rule 11.8.
 */
export function refundEntry(payout: Payout, occurredAt: Date): JournalEntry {
  return JournalEntry.create({
    kind: `${payout.type}_return`,
    reference: { type: payout.type, id: payout.id },
    idempotencyKey: `payout-return:${payout.id}`,
    occurredAt,
    postings: [movement(payout.walletId, 'refund', payout.figures.net), ...settlementPostings(payout).map(undone)],
  });
}

/** The net amount on its way to the destination. */
function settlementPostings({ figures: { net, destinationAmount } }: Payout): Posting[] {
  if (net.currency === destinationAmount.currency) return [platformPosting('rail_clearing', net)];
  return [
    platformPosting('exchange_position', net),
    platformPosting('exchange_position', destinationAmount.negated()),
    platformPosting('rail_clearing', destinationAmount),
  ];
}

function undone(posting: Posting): Posting {
  if (posting.side === 'wallet') throw new TypeError('a wallet is refunded by a separate movement');
  return platformPosting(posting.account, posting.amount.negated());
}
