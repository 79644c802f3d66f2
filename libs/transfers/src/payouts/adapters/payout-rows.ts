import { decimal, Money, toCurrency } from '@app/kernel';
import { Columns, type RowOf } from '@app/platform';
import type { HistoryEntry, Payout, Returned } from '../domain/payout';

/** Amounts are in `currency`, that of the wallet; `destination_amount` is in `destination_currency`. */
export const PAYOUTS = Columns.of<Payout>()({
  id: ['uuid', (payout) => payout.id],
  account_id: ['uuid', (payout) => payout.accountId],
  type: ['text', (payout) => payout.type],
  status: ['text', (payout) => payout.status],
  wallet_id: ['uuid', (payout) => payout.walletId],
  hold_id: ['uuid', (payout) => payout.holdId],
  destination: ['jsonb', (payout) => payout.destination],
  instant: ['boolean', (payout) => payout.instant],
  comment: ['text', (payout) => payout.comment],
  amount: ['numeric', ({ figures }) => figures.amount.toFixed()],
  currency: ['text', ({ figures }) => figures.amount.currency],
  fee_percentage_amount: ['numeric', ({ figures }) => figures.payoutFee.percentageAmount.toFixed()],
  fee_fixed_amount: ['numeric', ({ figures }) => figures.payoutFee.fixedAmount.toFixed()],
  fee_total: ['numeric', ({ figures }) => figures.payoutFee.total.toFixed()],
  fee_bounded_by: ['text', ({ figures }) => figures.payoutFee.boundedBy],
  instant_fee: ['numeric', ({ figures }) => figures.instantFee.toFixed()],
  tax: ['numeric', ({ figures }) => figures.tax.toFixed()],
  conversion_fee: ['numeric', ({ figures }) => figures.conversionFee.toFixed()],
  net_amount: ['numeric', ({ figures }) => figures.net.toFixed()],
  exchange_rate: ['numeric', ({ figures }) => figures.rate?.toFixed() ?? null],
  reference_rate: ['numeric', ({ referenceRate }) => referenceRate?.toFixed() ?? null],
  destination_amount: ['numeric', ({ figures }) => figures.destinationAmount.toFixed()],
  destination_currency: ['text', ({ figures }) => figures.destinationAmount.currency],
  lead_time: ['text', (payout) => payout.leadTime],
  requested_by: ['uuid', (payout) => payout.requestedBy],
  request_id: ['text', (payout) => payout.requestId],
  notices: ['jsonb', (payout) => payout.notices],
  failure_reason: ['text', (payout) => payout.failureReason],
  provider_reason: ['text', (payout) => payout.providerReason],
  provider: ['text', (payout) => payout.provider],
  provider_reference: ['text', (payout) => payout.providerReference],
  created_at: ['timestamptz', (payout) => payout.createdAt],
  updated_at: ['timestamptz', (payout) => payout.updatedAt],
  completed_at: ['timestamptz', (payout) => payout.completedAt],
  failed_at: ['timestamptz', (payout) => payout.failedAt],
  returned_at: ['timestamptz', (payout) => payout.returnedAt],
  returned_amount: ['numeric', ({ returned }) => returned?.walletAmount.toFixed() ?? null],
  returned_destination_amount: ['numeric', ({ returned }) => returned?.amount.toFixed() ?? null],
  corrected_at: ['timestamptz', (payout) => payout.correctedAt],
  case_opened_at: ['timestamptz', (payout) => payout.caseOpenedAt],
});

export type PayoutRow = RowOf<typeof PAYOUTS>;

/** The columns of a payout `p`. */
export const PAYOUT_COLUMNS = PAYOUTS.select('p');

export function toPayout(row: PayoutRow): Payout {
  const money = (amount: string) => Money.stored(amount, toCurrency(row.currency));
  return {
    id: row.id,
    accountId: row.account_id,
    type: row.type,
    status: row.status,
    walletId: row.wallet_id,
    holdId: row.hold_id,
    destination: row.destination,
    instant: row.instant,
    comment: row.comment,
    figures: {
      amount: money(row.amount),
      payoutFee: {
        percentageAmount: money(row.fee_percentage_amount),
        fixedAmount: money(row.fee_fixed_amount),
        total: money(row.fee_total),
        boundedBy: row.fee_bounded_by,
      },
      instantFee: money(row.instant_fee),
      tax: money(row.tax),
      conversionFee: money(row.conversion_fee),
      net: money(row.net_amount),
      destinationAmount: Money.stored(row.destination_amount, toCurrency(row.destination_currency)),
      rate: row.exchange_rate === null ? null : decimal(row.exchange_rate),
    },
    referenceRate: row.reference_rate === null ? null : decimal(row.reference_rate),
    leadTime: row.lead_time,
    requestedBy: row.requested_by,
    requestId: row.request_id,
    notices: row.notices,
    failureReason: row.failure_reason,
    providerReason: row.provider_reason,
    provider: row.provider,
    providerReference: row.provider_reference,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    completedAt: row.completed_at,
    failedAt: row.failed_at,
    returnedAt: row.returned_at,
    returned: returnedOf(row),
    correctedAt: row.corrected_at,
    caseOpenedAt: row.case_opened_at,
  };
}

/** A payout that an earlier version returned has no amounts, and came back whole. */
function returnedOf(row: PayoutRow): Returned | null {
  if (row.returned_at === null) return null;
  const amount = row.returned_destination_amount ?? row.destination_amount;
  return {
    amount: Money.stored(amount, toCurrency(row.destination_currency)),
    walletAmount: Money.stored(row.returned_amount ?? row.net_amount, toCurrency(row.currency)),
  };
}

/** The history of a payout, as JSON. */
export interface HistoryRow extends Record<string, unknown> {
  history: (Omit<HistoryEntry, 'at'> & { at: string })[];
}

export function historyOf({ history }: HistoryRow): HistoryEntry[] {
  return history.map(({ status, at, reason }) => ({ status, at: new Date(at), reason }));
}
