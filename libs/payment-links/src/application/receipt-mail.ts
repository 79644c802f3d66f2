import type { NewMail } from '@app/mail';
import type { CheckoutOrder } from '../domain/checkout-order';
import { findMethod } from '../domain/payment-method';
import type { PaymentLink } from '../domain/payment-link';

/** The payer's receipt, or undefined when no address is known. One for each order, whatever is retried. */
export function receiptMail(link: PaymentLink, order: CheckoutOrder): NewMail | undefined {
  if (!order.payer.email) return undefined;
  const amount = order.terms.payerAmount.toString();
  return {
    accountId: link.accountId,
    to: order.payer.email,
    subject: `Payment received: ${amount}`,
    text: [
      `We have received your payment of ${amount}.`,
      '',
      `Description: ${link.description}`,
      `Paid with: ${findMethod(order.method)?.name ?? order.method}`,
      `Reference: ${link.id}`,
      '',
      'Keep this message as your receipt.',
    ].join('\n'),
    dedupeKey: `receipt:${order.id}`,
  };
}
