import type { Tx } from '@app/kernel';
import type { CheckoutOrder } from '../../checkout/domain/checkout-order';
import type { PaymentLink } from '../../links/domain/payment-link';
import type { FeeReceipt } from '../domain/received-payment';
import type { ReceivedPaymentsRepository } from './ports';

const DIGITS = 8;

interface Paid {
  link: PaymentLink;
  order: CheckoutOrder;
}

/** Numbers a receipt for every payer who bore the collection fee, by the order's id. Rule 7.8. */
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

function receiptNumber(number: bigint): string {
  return `FR-${String(number).padStart(DIGITS, '0')}`;
}
