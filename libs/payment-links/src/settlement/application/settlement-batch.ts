import type { CheckoutOrder } from '../../checkout/domain/checkout-order';
import type { PaymentLink } from '../../links/domain/payment-link';
import { NOTIFICATION_TYPES } from '../domain/payment-notification';
import {
  decide,
  ownException,
  returnableException,
  type ReportedException,
  type SettlementOutcome,
} from '../domain/settlement-decision';
import type { PendingNotification, SettledPayment } from './ports';

/**
 * Decides notifications one after the other, by link and within a link in the order in which things happen at a rail:
 * each sees what those before it did to the link, the order and the exceptions. Those that have to wait are left out.
 */
export function decideAll(pending: readonly PendingNotification[]): SettledPayment[] {
  const links = new Map<string, PaymentLink>();
  const orders = new Map<string, CheckoutOrder>();
  const exceptions = new Map<string, ReportedException>();
  const settled: SettledPayment[] = [];
  for (const item of [...pending].sort(asTheyHappen)) {
    const current: PendingNotification = {
      ...item,
      link: links.get(item.link.id) ?? item.link,
      order: orders.get(item.order.id) ?? item.order,
      exceptions: item.exceptions.map((exception) => exceptions.get(exception.id) ?? exception),
    };
    const decision = decide(current);
    if (decision.outcome === 'waiting') continue;
    const isReturn = decision.outcome === 'aside_returned' || decision.outcome === 'credit_returned';
    const exception = (isReturn ? returnableException(current) : ownException(current)) ?? null;
    settled.push({ ...decision, pending: current, exception });
    links.set(item.link.id, { ...current.link, status: decision.linkStatus });
    orders.set(item.order.id, { ...current.order, status: decision.orderStatus });
    if (exception) exceptions.set(exception.id, { ...exception, ...becomes(decision.outcome) });
  }
  return settled;
}

function asTheyHappen(a: PendingNotification, b: PendingNotification): number {
  if (a.link.id !== b.link.id) return a.link.id < b.link.id ? -1 : 1;
  return rankOf(a) - rankOf(b);
}

function rankOf({ notification }: PendingNotification): number {
  return NOTIFICATION_TYPES.indexOf(notification.type);
}

function becomes(outcome: SettlementOutcome): Partial<ReportedException> {
  if (outcome === 'aside_returned') return { status: 'refunded' };
  if (outcome === 'credit_returned') return { payment: 'returned' };
  return outcome === 'credited' ? { status: 'matched' } : {};
}
