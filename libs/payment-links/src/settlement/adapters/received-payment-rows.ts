import { Money, toCurrency } from '@app/kernel';
import type { Payer } from '../../checkout/domain/checkout-order';
import type { LinkKind } from '../../links/domain/payment-link';
import type { FeeReceipt, ReceivedPayment, ReceivedPaymentStatus } from '../domain/received-payment';

interface FeeReceiptJson {
  number: string;
  amount: string;
  currency: string;
  issued_at: string;
}

export interface ReceivedPaymentRow {
  id: string;
  status: ReceivedPaymentStatus;
  account_id: string;
  payment_link_id: string;
  order_id: string;
  exception_id: string | null;
  kind: LinkKind;
  wallet_id: string;
  payment_method: string;
  payer: Payer;
  payer_amount: string;
  payer_currency: string;
  payer_fee: string;
  exchange_rate: string | null;
  effective_rate: string | null;
  currency: string;
  gross_amount: string;
  fee_percentage_amount: string;
  fee_fixed_amount: string;
  fee_fixed_amount_usd: string;
  collection_fee: string;
  fee_bounded_by: 'minimum' | 'maximum' | null;
  fee_borne_by: 'merchant' | 'payer';
  conversion_fee: string;
  credited_amount: string;
  provider: string;
  provider_reference: string;
  fee_receipt: FeeReceiptJson | null;
  created_at: Date;
  credited_at: Date | null;
  returned_at: Date | null;
}

export const RECEIVED_PAYMENT_COLUMNS = `p.id, p.status, p.account_id, p.payment_link_id, p.order_id, p.exception_id, p.kind,
  p.wallet_id, p.payment_method, p.payer, p.payer_amount, p.payer_currency, p.payer_fee, p.exchange_rate,
  p.effective_rate, p.currency, p.gross_amount, p.fee_percentage_amount, p.fee_fixed_amount, p.fee_fixed_amount_usd,
  p.collection_fee, p.fee_bounded_by, p.fee_borne_by, p.conversion_fee, p.credited_amount, p.provider,
  p.provider_reference, p.fee_receipt, p.created_at, p.credited_at, p.returned_at`;

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
    feeReceipt: row.fee_receipt && toFeeReceipt(row.fee_receipt),
    createdAt: row.created_at,
    creditedAt: row.credited_at,
    returnedAt: row.returned_at,
  };
}

export function fromFeeReceipt({ number, amount, issuedAt }: FeeReceipt): FeeReceiptJson {
  return { number, amount: amount.toFixed(), currency: amount.currency, issued_at: issuedAt.toISOString() };
}

function toFeeReceipt({ number, amount, currency, issued_at: issuedAt }: FeeReceiptJson): FeeReceipt {
  return { number, amount: Money.stored(amount, currency), issuedAt: new Date(issuedAt) };
}
