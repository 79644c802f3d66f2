import { Money } from '@app/kernel';
import { Columns, type RowOf } from '@app/platform';
import type { Dispute } from '../domain/dispute';

export const DISPUTES = Columns.of<Dispute>()({
  id: ['uuid', (dispute) => dispute.id],
  account_id: ['uuid', (dispute) => dispute.accountId],
  received_payment_id: ['uuid', (dispute) => dispute.paymentId],
  payment_link_id: ['uuid', (dispute) => dispute.linkId],
  wallet_id: ['uuid', (dispute) => dispute.walletId],
  status: ['text', (dispute) => dispute.status],
  amount: ['numeric', ({ amount }) => amount.toFixed()],
  currency: ['text', ({ amount }) => amount.currency],
  wallet_amount: ['numeric', ({ walletAmount }) => walletAmount.toFixed()],
  wallet_currency: ['text', ({ walletAmount }) => walletAmount.currency],
  exchange_rate: ['numeric', (dispute) => dispute.exchangeRate],
  reported_amount: ['text', ({ reported }) => reported?.amount ?? null],
  reported_currency: ['text', ({ reported }) => reported?.currency ?? null],
  kept_amount: ['numeric', ({ kept }) => kept.amount.toFixed()],
  kept_wallet_amount: ['numeric', ({ kept }) => kept.walletAmount.toFixed()],
  reason: ['text', (dispute) => dispute.reason],
  provider: ['text', (dispute) => dispute.provider],
  provider_reference: ['text', (dispute) => dispute.providerReference],
  opened_at: ['timestamptz', (dispute) => dispute.openedAt],
  resolved_at: ['timestamptz', (dispute) => dispute.resolvedAt],
});

export type DisputeRow = RowOf<typeof DISPUTES>;

/** The columns of a dispute `d`. */
export const DISPUTE_COLUMNS = DISPUTES.select('d');

export function toDispute(row: DisputeRow): Dispute {
  return {
    id: row.id,
    accountId: row.account_id,
    paymentId: row.received_payment_id,
    linkId: row.payment_link_id,
    walletId: row.wallet_id,
    status: row.status,
    amount: Money.stored(row.amount, row.currency),
    walletAmount: Money.stored(row.wallet_amount, row.wallet_currency),
    exchangeRate: row.exchange_rate,
    reported:
      row.reported_amount === null || row.reported_currency === null
        ? null
        : { amount: row.reported_amount, currency: row.reported_currency },
    kept: {
      amount: Money.stored(row.kept_amount, row.currency),
      walletAmount: Money.stored(row.kept_wallet_amount, row.wallet_currency),
    },
    reason: row.reason,
    provider: row.provider,
    providerReference: row.provider_reference,
    openedAt: row.opened_at,
    resolvedAt: row.resolved_at,
  };
}
