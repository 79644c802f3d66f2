import type { ReceivedPayment } from '@app/payment-links';

export function receivedPaymentJson(payment: ReceivedPayment) {
  const { terms, payer } = payment;
  return {
    id: payment.id,
    payment_link_id: payment.linkId,
    kind: payment.kind,
    status: payment.status,
    payer: { name: payer.name, email: payer.email, document: payer.document },
    payment_method: payment.method,
    payer_amount: terms.payerAmount.toFixed(),
    payer_currency: terms.payerAmount.currency,
    exchange_rate: terms.exchangeRate,
    // What was promised to the payer was reckoned at the reference rate itself; the fees are apart from it.
    reference_rate: terms.exchangeRate,
    effective_rate: terms.effectiveRate,
    gross_amount: terms.gross.toFixed(),
    collection_fee: {
      percentage_amount: terms.percentageAmount.toFixed(),
      fixed_amount: terms.fixedAmount.toFixed(),
      fixed_amount_usd: terms.fixedAmountUsd.toFixed(),
      total: terms.collectionFee.toFixed(),
      bounded_by: terms.boundedBy,
      borne_by: terms.borneBy,
    },
    conversion_fee: terms.conversionFee.toFixed(),
    credited_amount: terms.credited.toFixed(),
    currency: terms.currency,
    virtual_wallet_id: payment.walletId,
    provider_reference: payment.providerReference,
    fee_receipt: feeReceiptJson(payment),
    created_at: payment.createdAt,
    credited_at: payment.creditedAt,
    returned_at: payment.returnedAt,
  };
}

function feeReceiptJson({ feeReceipt }: ReceivedPayment) {
  if (!feeReceipt) return null;
  const { number, amount, issuedAt } = feeReceipt;
  return { number, amount: amount.toFixed(), currency: amount.currency, issued_at: issuedAt };
}
