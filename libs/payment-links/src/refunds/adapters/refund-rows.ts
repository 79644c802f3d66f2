import { Money } from '@app/kernel';
import { Columns, type RowOf } from '@app/platform';
import type { Refund } from '../domain/refund';

export const REFUNDS = Columns.of<Refund>()({
  id: ['uuid', (refund) => refund.id],
  account_id: ['uuid', (refund) => refund.accountId],
  received_payment_id: ['uuid', (refund) => refund.paymentId],
  payment_link_id: ['uuid', (refund) => refund.linkId],
  order_id: ['uuid', (refund) => refund.orderId],
  wallet_id: ['uuid', (refund) => refund.walletId],
  hold_id: ['uuid', (refund) => refund.holdId],
  status: ['text', (refund) => refund.status],
  amount: ['numeric', ({ amount }) => amount.toFixed()],
  currency: ['text', ({ amount }) => amount.currency],
  wallet_amount: ['numeric', ({ walletAmount }) => walletAmount.toFixed()],
  wallet_currency: ['text', ({ walletAmount }) => walletAmount.currency],
  exchange_rate: ['numeric', (refund) => refund.exchangeRate],
  reason: ['text', (refund) => refund.reason],
  origin: ['text', (refund) => refund.origin],
  failure_reason: ['text', (refund) => refund.failureReason],
  provider_reason: ['text', (refund) => refund.providerReason],
  provider: ['text', (refund) => refund.provider],
  order_reference: ['text', (refund) => refund.orderReference],
  provider_reference: ['text', (refund) => refund.providerReference],
  requested_by: ['uuid', (refund) => refund.requestedBy],
  request_id: ['text', (refund) => refund.requestId],
  created_at: ['timestamptz', (refund) => refund.createdAt],
  updated_at: ['timestamptz', (refund) => refund.updatedAt],
  completed_at: ['timestamptz', (refund) => refund.completedAt],
  failed_at: ['timestamptz', (refund) => refund.failedAt],
  corrected_at: ['timestamptz', (refund) => refund.correctedAt],
  case_opened_at: ['timestamptz', (refund) => refund.caseOpenedAt],
});

export type RefundRow = RowOf<typeof REFUNDS>;

/** The columns of a refund `r`. */
export const REFUND_COLUMNS = REFUNDS.select('r');

export function toRefund(row: RefundRow): Refund {
  return {
    id: row.id,
    accountId: row.account_id,
    paymentId: row.received_payment_id,
    linkId: row.payment_link_id,
    orderId: row.order_id,
    walletId: row.wallet_id,
    holdId: row.hold_id,
    status: row.status,
    amount: Money.stored(row.amount, row.currency),
    walletAmount: Money.stored(row.wallet_amount, row.wallet_currency),
    exchangeRate: row.exchange_rate,
    reason: row.reason,
    origin: row.origin,
    failureReason: row.failure_reason,
    providerReason: row.provider_reason,
    provider: row.provider,
    orderReference: row.order_reference,
    providerReference: row.provider_reference,
    requestedBy: row.requested_by,
    requestId: row.request_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    completedAt: row.completed_at,
    failedAt: row.failed_at,
    correctedAt: row.corrected_at,
    caseOpenedAt: row.case_opened_at,
  };
}
