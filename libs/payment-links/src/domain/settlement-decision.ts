import type { CheckoutOrder } from './checkout-order';
import { next, type LinkStatus, type PaymentLink } from './payment-link';
import type { Money } from '@app/kernel';

/** What becomes of a notification. What cannot be credited is put aside for staff, never dropped. */
export type SettlementOutcome =
  | 'credited'
  | 'lapsed'
  | 'ignored'
  | 'exception:amount_mismatch'
  | 'exception:currency_mismatch'
  | 'exception:link_not_payable'
  | 'exception:fee_exceeds_amount';

export interface Decision {
  outcome: SettlementOutcome;
  linkStatus: LinkStatus;
}

interface Notified {
  notification: { type: 'payment.received' | 'order.lapsed'; paid: Money | null };
  link: PaymentLink;
  order: CheckoutOrder;
}

/** Decides one notification from the link, the order and what the rail says. */
export function decide({ notification, link, order }: Notified): Decision {
  if (notification.type === 'order.lapsed') return lapse(link, order);
  const stay = (reason: SettlementOutcome): Decision => ({ outcome: reason, linkStatus: link.status });
  const { paid } = notification;
  const expected = order.terms.payerAmount;
  if (!paid || paid.currency !== expected.currency) return stay('exception:currency_mismatch');
  if (!paid.equals(expected)) return stay('exception:amount_mismatch');
  const completed = next(link.status, 'pay');
  if (!completed) return stay('exception:link_not_payable');
  if (order.terms.credited.isNegative()) return stay('exception:fee_exceeds_amount');
  return { outcome: 'credited', linkStatus: completed };
}

/** Only the order that is open can lapse: one that the payer replaced takes the link nowhere. */
function lapse(link: PaymentLink, order: CheckoutOrder): Decision {
  const expired = order.status === 'open' ? next(link.status, 'lapse') : undefined;
  return expired ? { outcome: 'lapsed', linkStatus: expired } : { outcome: 'ignored', linkStatus: link.status };
}
