import { Money, toCurrency } from '@app/kernel';
import { Columns, type RowOf } from '@app/platform';
import type { FeeReceipt, ReceivedPayment, ReturnedShare } from '../domain/received-payment';

interface FeeReceiptJson {
  number: string;
  amount: string;
  currency: string;
  issued_at: string;
}

/** Amounts of the wallet, of its fees and of the credit are in `currency`, those of the payer in `payer_currency`. */
export const RECEIVED_PAYMENTS = Columns.of<ReceivedPayment>()({
  id: ['uuid', (payment) => payment.id],
  status: ['text', (payment) => payment.status],
  account_id: ['uuid', (payment) => payment.accountId],
  payment_link_id: ['uuid', (payment) => payment.linkId],
  order_id: ['uuid', (payment) => payment.orderId],
  exception_id: ['uuid', (payment) => payment.exceptionId],
  kind: ['text', (payment) => payment.kind],
  wallet_id: ['uuid', (payment) => payment.walletId],
  payment_method: ['text', (payment) => payment.method],
  payer: ['jsonb', (payment) => payment.payer],
  payer_amount: ['numeric', ({ terms }) => terms.payerAmount.toFixed()],
  payer_currency: ['text', ({ terms }) => terms.payerAmount.currency],
  payer_fee: ['numeric', ({ terms }) => terms.payerFee.toFixed()],
  exchange_rate: ['numeric', ({ terms }) => terms.exchangeRate],
  // For people who read the table: the service itself reads `exchange_rate`.
  reference_rate: ['numeric', ({ terms }) => terms.exchangeRate],
  effective_rate: ['numeric', ({ terms }) => terms.effectiveRate],
  currency: ['text', ({ terms }) => terms.currency],
  gross_amount: ['numeric', ({ terms }) => terms.gross.toFixed()],
  fee_percentage_amount: ['numeric', ({ terms }) => terms.percentageAmount.toFixed()],
  fee_fixed_amount: ['numeric', ({ terms }) => terms.fixedAmount.toFixed()],
  fee_fixed_amount_usd: ['numeric', ({ terms }) => terms.fixedAmountUsd.toFixed()],
  collection_fee: ['numeric', ({ terms }) => terms.collectionFee.toFixed()],
  fee_bounded_by: ['text', ({ terms }) => terms.boundedBy],
  fee_borne_by: ['text', ({ terms }) => terms.borneBy],
  conversion_fee: ['numeric', ({ terms }) => terms.conversionFee.toFixed()],
  credited_amount: ['numeric', ({ terms }) => terms.credited.toFixed()],
  provider: ['text', (payment) => payment.provider],
  provider_reference: ['text', (payment) => payment.providerReference],
  payment_reference: ['text', (payment) => payment.paymentReference],
  fee_receipt: ['jsonb', ({ feeReceipt }) => feeReceipt && fromFeeReceipt(feeReceipt)],
  refunded_amount: ['numeric', ({ refunded }) => refunded.toFixed()],
  disputed_amount: ['numeric', ({ disputed }) => disputed.toFixed()],
  created_at: ['timestamptz', (payment) => payment.createdAt],
  credited_at: ['timestamptz', (payment) => payment.creditedAt],
  returned_at: ['timestamptz', (payment) => payment.returnedAt],
  returned_amount: ['numeric', ({ returned }) => returned && returned.amount.toFixed()],
  returned_wallet_amount: ['numeric', ({ returned }) => returned && returned.walletAmount.toFixed()],
  returned_fees: ['numeric', ({ returned }) => returned && returned.fees.toFixed()],
});

export type ReceivedPaymentRow = RowOf<typeof RECEIVED_PAYMENTS>;

export function toReceivedPayment(row: ReceivedPaymentRow): ReceivedPayment {
  const inWallet = (amount: string) => Money.stored(amount, row.currency);
  return {
    id: row.id,
    status: row.status,
    accountId: row.account_id,
    linkId: row.payment_link_id,
    orderId: row.order_id,
    exceptionId: row.exception_id,
    kind: row.kind,
    walletId: row.wallet_id,
    method: row.payment_method,
    payer: row.payer,
    terms: {
      payerAmount: Money.stored(row.payer_amount, row.payer_currency),
      currency: toCurrency(row.currency),
      gross: inWallet(row.gross_amount),
      percentageAmount: inWallet(row.fee_percentage_amount),
      fixedAmount: inWallet(row.fee_fixed_amount),
      fixedAmountUsd: Money.stored(row.fee_fixed_amount_usd, 'USD'),
      collectionFee: inWallet(row.collection_fee),
      boundedBy: row.fee_bounded_by,
      borneBy: row.fee_borne_by,
      payerFee: Money.stored(row.payer_fee, row.payer_currency),
      conversionFee: inWallet(row.conversion_fee),
      credited: inWallet(row.credited_amount),
      exchangeRate: row.exchange_rate,
      effectiveRate: row.effective_rate,
    },
    provider: row.provider,
    providerReference: row.provider_reference,
    paymentReference: row.payment_reference,
    feeReceipt: row.fee_receipt && toFeeReceipt(row.fee_receipt),
    refunded: Money.stored(row.refunded_amount, row.payer_currency),
    disputed: Money.stored(row.disputed_amount, row.payer_currency),
    createdAt: row.created_at,
    creditedAt: row.credited_at,
    returnedAt: row.returned_at,
    returned: toReturned(row),
  };
}

function toReturned(row: ReceivedPaymentRow): ReturnedShare | null {
  const { returned_amount: amount, returned_wallet_amount: walletAmount, returned_fees: fees } = row;
  if (amount === null || walletAmount === null || fees === null) return null;
  return {
    amount: Money.stored(amount, row.payer_currency),
    walletAmount: Money.stored(walletAmount, row.currency),
    fees: Money.stored(fees, row.currency),
  };
}

function fromFeeReceipt({ number, amount, issuedAt }: FeeReceipt): FeeReceiptJson {
  return { number, amount: amount.toFixed(), currency: amount.currency, issued_at: issuedAt.toISOString() };
}

function toFeeReceipt({ number, amount, currency, issued_at: issuedAt }: FeeReceiptJson): FeeReceipt {
  return { number, amount: Money.stored(amount, currency), issuedAt: new Date(issuedAt) };
}
