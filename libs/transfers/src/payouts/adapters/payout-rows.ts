import { decimal, Money, toCurrency } from '@app/kernel';
import type { Destination, Notices, Payout, PayoutStatus, PayoutType } from '../domain/payout';

export interface PayoutRow {
  id: string;
  account_id: string;
  type: PayoutType;
  status: PayoutStatus;
  wallet_id: string;
  hold_id: string;
  destination: Destination;
  instant: boolean;
  comment: string | null;
  amount: string;
  currency: string;
  fee_percentage_amount: string;
  fee_fixed_amount: string;
  fee_total: string;
  fee_bounded_by: 'minimum' | 'maximum' | null;
  instant_fee: string;
  tax: string;
  conversion_fee: string;
  net_amount: string;
  exchange_rate: string | null;
  reference_rate: string | null;
  destination_amount: string;
  destination_currency: string;
  lead_time: string;
  requested_by: string;
  notices: Notices;
  failure_reason: string | null;
  provider: string | null;
  provider_reference: string | null;
  created_at: Date;
  updated_at: Date;
  completed_at: Date | null;
  failed_at: Date | null;
  returned_at: Date | null;
}

/** The columns of a payout `p`. Named one by one: a prepared `SELECT *` fails after a migration that adds a column. */
export const PAYOUT_COLUMNS = `p.id, p.account_id, p.type, p.status, p.wallet_id, p.hold_id, p.destination, p.instant,
  p.comment, p.amount, p.currency, p.fee_percentage_amount, p.fee_fixed_amount, p.fee_total, p.fee_bounded_by,
  p.instant_fee, p.tax, p.conversion_fee, p.net_amount, p.exchange_rate, p.reference_rate, p.destination_amount,
  p.destination_currency, p.lead_time, p.requested_by, p.notices, p.failure_reason, p.provider, p.provider_reference,
  p.created_at,   p.updated_at, p.completed_at, p.failed_at, p.returned_at`;

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
    notices: row.notices,
    failureReason: row.failure_reason,
    provider: row.provider,
    providerReference: row.provider_reference,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    completedAt: row.completed_at,
    failedAt: row.failed_at,
    returnedAt: row.returned_at,
  };
}
