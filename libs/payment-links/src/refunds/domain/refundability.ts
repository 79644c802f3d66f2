import { type Money } from '@app/kernel';
import { withStatus, type ReceivedPayment } from '../../settlement/domain/received-payment';
import type { RefundObstacle } from './errors';

/** How much of a payment its provider can refund. */
export type RefundReach = 'none' | 'full' | 'partial';

/**
 * Why the payment cannot be refunded, or undefined. `reach` is undefined when its provider is no longer configured; `left` is
 * what other refunds leave of it.
 */
export function obstacleTo(
  payment: ReceivedPayment,
  reach: RefundReach | undefined,
  left: Money,
  amount: Money,
): RefundObstacle | undefined {
  if (payment.status === 'in_process') return 'not_credited';
  if (payment.status === 'returned') return 'returned';
  if (payment.status === 'disputed') return 'disputed';
  if (!left.isPositive()) return 'refunded';
  // Money in addition to the link's own payment has no order of its own at the provider.
  if (reach === undefined || payment.exceptionId !== null) return 'provider';
  if (reach === 'none') return 'method';
  return reach === 'full' && !amount.equals(payment.terms.payerAmount) ? 'partial' : undefined;
}

/** The payment after a refund of it has completed; without anything left it is `refunded`. */
export function afterRefund(payment: ReceivedPayment, amount: Money): ReceivedPayment {
  return withStatus({ ...payment, refunded: payment.refunded.plus(amount) });
}

/** The payment after a completed refund of it was reversed: so much of it can be refunded again. */
export function afterReversedRefund(payment: ReceivedPayment, amount: Money): ReceivedPayment {
  return withStatus({ ...payment, refunded: payment.refunded.minus(amount) });
}
