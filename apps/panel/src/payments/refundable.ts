import { addDecimals, compareDecimals, negateDecimal } from '../money/amounts';
import type { ReceivedPayment } from './queries';

/** What can still be refunded of the payment, a decimal in the payer's currency; undefined when nothing can. */
export function refundableOf({ status, payer_amount: paid, refunds }: RefundedPayment): string | undefined {
  if (status !== 'credited') return undefined;
  const left = refunds
    .filter((refund) => refund.status !== 'failed')
    .reduce((rest, { amount }) => addDecimals(rest, negateDecimal(amount)), paid);
  return compareDecimals(left, '0') > 0 ? left : undefined;
}

type RefundedPayment = Pick<ReceivedPayment, 'status' | 'payer_amount'> & {
  readonly refunds: readonly Pick<ReceivedPayment['refunds'][number], 'status' | 'amount'>[];
};
