import type { NewMail } from '@app/mail';
import type { CheckoutOrder } from '../../checkout/domain/checkout-order';
import type { PaymentLink } from '../../links/domain/payment-link';
import { findMethod } from '../../links/domain/payment-method';

/** The payer's receipt, or undefined when no address is known. One for each order, even after retries. */
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
