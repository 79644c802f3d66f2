import { dayOf, type Tx } from '@app/kernel';
import type { NewMail } from '@app/mail';
import type { CheckoutOrder } from '../../checkout/domain/checkout-order';
import type { PaymentLink } from '../../links/domain/payment-link';
import type { FeeReceipt } from '../domain/received-payment';
import type { ReceivedPaymentsRepository } from './ports';

const DIGITS = 8;

interface Paid {
  link: PaymentLink;
  order: CheckoutOrder;
}

/** Numbers a receipt for every payer who bore the collection fee, by the order's id. */
export async function issueFeeReceipts(
  tx: Tx,
  payments: ReceivedPaymentsRepository,
  paid: readonly Paid[],
  issuedAt: Date,
): Promise<ReadonlyMap<string, FeeReceipt>> {
  const bearing = paid.filter(({ order }) => order.terms.payerFee.isPositive());
  if (bearing.length === 0) return new Map();
  const counts = new Map<string, number>();
  for (const { link } of bearing) counts.set(link.accountId, (counts.get(link.accountId) ?? 0) + 1);
  const next = new Map(await payments.takeReceiptNumbers(tx, counts));
  return new Map(
    bearing.map(({ link, order }) => {
      const number = next.get(link.accountId) as bigint;
      next.set(link.accountId, number + 1n);
      return [order.id, { number: receiptNumber(number), amount: order.terms.payerFee, issuedAt }];
    }),
  );
}

/** The receipt for the payer, or undefined when no address is known. */
export function feeReceiptMail(link: PaymentLink, order: CheckoutOrder, receipt: FeeReceipt): NewMail | undefined {
  if (!order.payer.email) return undefined;
  const { number, amount, issuedAt } = receipt;
  return {
    accountId: link.accountId,
    to: order.payer.email,
    subject: `Receipt ${number} for the service fee: ${amount.toString()}`,
    text: [
      `Your payment of ${order.terms.payerAmount.toString()} includes a service fee of ${amount.toString()}.`,
      '',
      `Receipt number: ${number}`,
      `Date: ${dayOf(issuedAt)}`,
      `Payment: ${link.description}`,
      `Reference: ${link.id}`,
      '',
      'Keep this message as your receipt for the fee.',
    ].join('\n'),
    dedupeKey: `fee-receipt:${link.accountId}:${number}`,
  };
}

function receiptNumber(number: bigint): string {
  return `FR-${String(number).padStart(DIGITS, '0')}`;
}
