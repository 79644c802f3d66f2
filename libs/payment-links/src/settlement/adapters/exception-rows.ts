import { Money } from '@app/kernel';
import type { ExceptionReason, ExceptionStatus, PaymentException } from '../domain/payment-exception';
import { toAmount } from './exception-amounts';

/** The columns of a payment exception `e`. */
export const EXCEPTION_COLUMNS = `e.id AS e_id, e.provider AS e_provider, e.notification_id AS e_notification_id,
  e.reference AS e_reference, e.payment_reference AS e_payment_reference, e.reversal_reference AS e_reversal_reference,
  e.payment_link_id AS e_link_id, e.order_id AS e_order_id, e.reason AS e_reason,
  e.amount AS e_amount, e.currency AS e_currency, e.received_amount AS e_received_amount,
  e.received_currency AS e_received_currency, e.status AS e_status, e.wallet_id AS e_wallet_id,
  e.resolution AS e_resolution, e.created_at AS e_created_at, e.resolved_at AS e_resolved_at,
  (SELECT COALESCE(o.terms -> 'agreed', o.terms) FROM checkout_orders o WHERE o.id = e.order_id) AS e_promised`;

export interface ExceptionRow {
  e_id: string;
  e_provider: string;
  e_notification_id: string;
  e_reference: string;
  e_payment_reference: string | null;
  e_reversal_reference: string | null;
  e_link_id: string | null;
  e_order_id: string | null;
  e_reason: ExceptionReason;
  e_amount: string | null;
  e_currency: string | null;
  e_received_amount: string | null;
  e_received_currency: string | null;
  e_status: ExceptionStatus;
  e_wallet_id: string | null;
  e_resolution: string | null;
  e_created_at: Date;
  e_resolved_at: Date | null;
  e_promised: { payerAmount: string; payerCurrency: string } | null;
}

export function toException(row: ExceptionRow): PaymentException {
  return {
    id: row.e_id,
    provider: row.e_provider,
    notificationId: row.e_notification_id,
    reference: row.e_reference,
    paymentReference: row.e_payment_reference,
    linkId: row.e_link_id,
    orderId: row.e_order_id,
    reason: row.e_reason,
    amount: toAmount({
      amount: row.e_amount,
      currency: row.e_currency,
      receivedAmount: row.e_received_amount,
      receivedCurrency: row.e_received_currency,
    }),
    expected: row.e_promised && Money.stored(row.e_promised.payerAmount, row.e_promised.payerCurrency),
    status: row.e_status,
    walletId: row.e_wallet_id,
    reversalReference: row.e_reversal_reference,
    resolution: row.e_resolution,
    createdAt: row.e_created_at,
    resolvedAt: row.e_resolved_at,
  };
}
