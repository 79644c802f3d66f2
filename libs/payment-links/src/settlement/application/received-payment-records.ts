import { Money, newId, targetOf } from '@app/kernel';
import type { CheckoutOrder, Payer } from '../../checkout/domain/checkout-order';
import type { PaymentLink } from '../../links/domain/payment-link';
import { RECEIVED_PAYMENT_TRANSITIONS, type ReceivedPayment } from '../domain/received-payment';

const CREDITED = targetOf(RECEIVED_PAYMENT_TRANSITIONS, 'credit');

/**
 * The record of a debit that its payer has confirmed and that is not credited yet. A debit whose fees exceed its amount
 * has none: its settlement becomes a payment exception.
 */
export function debitUnderway(link: PaymentLink, order: CheckoutOrder, now: Date): ReceivedPayment[] {
  if (order.terms.credited.isNegative()) return [];
  return [{ ...recordOf(link, order), status: 'in_process', createdAt: now }];
}

/** The record of a payment that is credited now. */
export function creditedPayment(
  link: PaymentLink,
  order: CheckoutOrder,
  now: Date,
  { feeReceipt, paymentReference }: Partial<Pick<ReceivedPayment, 'feeReceipt' | 'paymentReference'>> = {},
): ReceivedPayment {
  return {
    ...recordOf(link, order),
    status: CREDITED,
    feeReceipt: feeReceipt ?? null,
    paymentReference: paymentReference ?? null,
    createdAt: now,
    creditedAt: now,
  };
}

/** The payer's details from the rail complete those given at the checkout. */
export function completedPayer(atCheckout: Payer, fromRail: Payer | null): Payer {
  return {
    name: atCheckout.name ?? fromRail?.name ?? null,
    email: atCheckout.email ?? fromRail?.email ?? null,
    document: atCheckout.document ?? fromRail?.document ?? null,
  };
}

function recordOf(link: PaymentLink, order: CheckoutOrder): Omit<ReceivedPayment, 'status' | 'createdAt'> {
  const nothing = Money.zero(order.terms.payerAmount.currency);
  return {
    id: newId(),
    accountId: link.accountId,
    linkId: link.id,
    orderId: order.id,
    exceptionId: null,
    kind: link.kind,
    walletId: link.walletId,
    method: order.method,
    payer: order.payer,
    terms: order.terms,
    provider: order.provider,
    providerReference: order.providerReference,
    paymentReference: null,
    feeReceipt: null,
    refunded: nothing,
    disputed: nothing,
    creditedAt: null,
    returnedAt: null,
    returned: null,
  };
}
