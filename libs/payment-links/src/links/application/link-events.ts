import type { Money } from '@app/kernel';
import type { CollectionTerms } from '../domain/collection-terms';
import type { PaymentLink } from '../domain/payment-link';

/** An event about a link, in the form that webhooks publish. */
export interface LinkEventMessage {
  accountId: string;
  type: 'payment.completed' | 'payment.returned' | 'payment_link.cancelled' | 'payment_link.expired';
  createdAt: Date;
  data: Readonly<Record<string, unknown>>;
  paymentLinkId: string;
  linkWebhookUrl: string | null;
}

/** The link's own fields, without a payment. */
export function linkEvent(
  type: 'payment_link.cancelled' | 'payment_link.expired',
  link: PaymentLink,
): LinkEventMessage {
  return message(type, link, link.updatedAt, linkFields(link));
}

/** How a link was paid: the method and the figures of its order. */
export interface PaidOrder {
  method: string;
  terms: CollectionTerms;
}

/** A payment as the event of its return shows it. */
interface ReturnedPayment extends PaidOrder {
  readonly creditedAt: Date | null;
}

/** When a payment was credited, and when it was returned. */
export interface PaymentDates {
  paidAt: Date;
  returnedAt: Date | null;
}

/**
 * The link with the payment that completed it: completed, or returned once it was. Amounts are decimal text in the
 * currency that the field's name says.
 */
export function paymentEvent(
  link: PaymentLink,
  { method, terms }: PaidOrder,
  { paidAt, returnedAt }: PaymentDates,
): LinkEventMessage {
  return message(returnedAt ? 'payment.returned' : 'payment.completed', link, returnedAt ?? paidAt, {
    ...linkFields(link),
    payment_method: method,
    payer_amount: terms.payerAmount.toFixed(),
    credited_amount: terms.credited.toFixed(),
    fees: { collection: terms.collectionFee.toFixed(), conversion: terms.conversionFee.toFixed() },
    exchange_rate: terms.exchangeRate,
    paid_at: paidAt.toISOString(),
    returned_at: returnedAt?.toISOString() ?? null,
  });
}

/** What was taken back of a payment: by a refund, a dispute, or the return of a debit. */
export interface ReturnedPart {
  readonly type: 'debit' | 'refund' | 'dispute';
  /** Of the refund, the dispute, or the received payment. */
  readonly id: string;
  /** In the payer's currency. */
  readonly amount: Money;
  readonly walletAmount: Money;
}

/** A payment of which a part was taken back at that time. The link keeps its status unless a debit was returned. */
export function returnEvent(
  { payment, link }: { payment: ReturnedPayment; link: PaymentLink },
  { type, id, amount, walletAmount }: ReturnedPart,
  at: Date,
): LinkEventMessage {
  const dates = { paidAt: payment.creditedAt ?? at, returnedAt: at };
  const event = paymentEvent(link, payment, dates);
  const part = { type, id, amount: amount.toFixed(), currency: amount.currency, wallet_amount: walletAmount.toFixed() };
  return { ...event, data: { ...event.data, return: part } };
}

function message(
  type: LinkEventMessage['type'],
  link: PaymentLink,
  createdAt: Date,
  data: LinkEventMessage['data'],
): LinkEventMessage {
  const { accountId, id: paymentLinkId, webhookUrl: linkWebhookUrl } = link;
  return { accountId, type, createdAt, data, paymentLinkId, linkWebhookUrl };
}

function linkFields(link: PaymentLink) {
  return {
    payment_link_id: link.id,
    kind: link.kind,
    status: link.status,
    amount: link.amount.toFixed(),
    currency: link.currency,
    currency_destiny: link.currencyDestiny,
    description: link.description,
    reference: link.reference,
    payment_method: link.paymentMethod,
  };
}
