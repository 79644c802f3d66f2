import { PaymentLinkNotFoundError, CollectionsReader, LinkAdmin, OrderNotFoundError } from '@app/payment-links';
import type { CheckoutOrder, PaymentLink, ReceivedPayment } from '@app/payment-links';
import { uuidArgument, type Command } from './command';

/** More orders than a genuine payer opens; only the newest are shown. */
const SHOWN = 50;

const showLink: Command = {
  name: 'payment-links:show',
  summary: 'Show a payment link, its newest orders, and what was received for it',
  arguments: { payment_link_id: 'id of the link, as in the address of its checkout page' },
  run: async (app, [id]) => {
    const found = await app.get(LinkAdmin).findLink(uuidArgument('PAYMENT_LINK_ID', id), SHOWN);
    if (!found) throw new PaymentLinkNotFoundError();
    const { link, orders } = found;
    const payments = await app.get(CollectionsReader).listPayments(link.accountId, { linkId: link.id, limit: SHOWN });
    return {
      json: {
        payment_link: linkJson(link),
        orders: orders.map(orderJson),
        received_payments: payments.items.map(paymentJson),
      },
    };
  },
};

const showOrder: Command = {
  name: 'orders:show',
  summary: 'Show what a payer ordered on a checkout page, with its figures',
  arguments: { order_id: 'id of the order, as payment-links:show and exceptions:list show it' },
  run: async (app, [id]) => {
    const found = await app.get(LinkAdmin).findOrder(uuidArgument('ORDER_ID', id));
    if (!found) throw new OrderNotFoundError();
    return { json: { order: { account_id: found.accountId, ...orderJson(found.order) } } };
  },
};

export const paymentLinkCommands: readonly Command[] = [showLink, showOrder];

function linkJson({ id, kind, accountId, userId, apiKeyId, walletId, amount, ...link }: PaymentLink) {
  return {
    id,
    kind,
    account_id: accountId,
    user_id: userId,
    api_key_id: apiKeyId,
    wallet_id: walletId,
    status: link.status,
    amount: amount.toFixed(),
    amount_type: link.amountType,
    currency: link.currency,
    currency_destiny: link.currencyDestiny,
    description: link.description,
    reference: link.reference,
    return_url: link.returnUrl,
    customer_paid_fee: link.customerPaidFee,
    payment_method: link.paymentMethod,
    current_uses: link.currentUses,
    has_webhook_url: link.webhookUrl !== null,
    expires_at: link.expiresAt,
    created_at: link.createdAt,
    updated_at: link.updatedAt,
  };
}

/** An order without the payer's document and without the instructions, which contain account numbers. */
function orderJson({ id, linkId, method, status, provider, providerReference, payer, terms, ...order }: CheckoutOrder) {
  const debit = order.debit && { type: order.debit.type, last_digits: order.debit.lastDigits };
  return {
    id,
    payment_link_id: linkId,
    status,
    payment_method: method,
    provider,
    provider_reference: providerReference,
    payer: { name: payer.name, email: payer.email },
    debit,
    payer_amount: terms.payerAmount.toFixed(),
    payer_currency: terms.payerAmount.currency,
    gross_amount: terms.gross.toFixed(),
    collection_fee: terms.collectionFee.toFixed(),
    conversion_fee: terms.conversionFee.toFixed(),
    credited_amount: terms.credited.toFixed(),
    currency: terms.currency,
    exchange_rate: terms.exchangeRate,
    effective_rate: terms.effectiveRate,
    expires_at: order.expiresAt,
    created_at: order.createdAt,
  };
}

function paymentJson({ id, status, orderId, exceptionId, walletId, terms, ...payment }: ReceivedPayment) {
  return {
    id,
    status,
    order_id: orderId,
    payment_exception_id: exceptionId,
    wallet_id: walletId,
    payer_amount: terms.payerAmount.toFixed(),
    payer_currency: terms.payerAmount.currency,
    credited_amount: terms.credited.toFixed(),
    currency: terms.currency,
    provider: payment.provider,
    provider_reference: payment.providerReference,
    created_at: payment.createdAt,
    credited_at: payment.creditedAt,
    returned_at: payment.returnedAt,
  };
}
