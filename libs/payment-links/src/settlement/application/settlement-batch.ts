import { targetOf, type Move } from '@app/kernel';
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
import { resolveException, type ExceptionStatus } from '../domain/payment-exception';
import { RECEIVED_PAYMENT_TRANSITIONS } from '../domain/received-payment';
import type { PendingNotification, SettledPayment } from './ports';

/**
 * Decides notifications one after the other, by link and within a link in chronological order: each sees what those
 * before it did to the link, the order and the exceptions. Those that have to wait are left out.
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
    links.set(item.link.id, decision.link);
    orders.set(item.order.id, decision.order);
    if (exception) exceptions.set(exception.id, after(exception, decision.outcome));
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

function after(exception: ReportedException, outcome: SettlementOutcome): ReportedException {
  if (outcome === 'credit_returned') {
    return { ...exception, payment: targetOf(RECEIVED_PAYMENT_TRANSITIONS, 'return') };
  }
  const event = resolvingEvent(outcome);
  return (event && resolveException(exception, event)) ?? exception;
}

/** How a notification resolves the exception that it is about, if it does. */
function resolvingEvent(outcome: SettlementOutcome): 'match' | 'refund' | undefined {
  if (outcome === 'credited') return 'match';
  return outcome === 'aside_returned' ? 'refund' : undefined;
}

export interface ResolvedException {
  id: string;
  previous: ExceptionStatus;
  status: ExceptionStatus;
  resolution: string;
}

const RESOLUTIONS = {
  match: 'The order turned up and was credited.',
  refund: 'The rail took the money back.',
} as const;

/** The exceptions that the notifications themselves resolve. */
export function resolvedExceptions(settled: readonly SettledPayment[]): ResolvedException[] {
  return settled.flatMap(({ exception, outcome }) => {
    const event = resolvingEvent(outcome);
    if (!exception || !event) return [];
    const resolved = resolveException(exception, event);
    if (!resolved) return [];
    const { id, status: previous } = exception;
    return [{ id, previous, status: resolved.status, resolution: RESOLUTIONS[event] }];
  });
}

/**
 * The final state of each link and order: several notifications may change one link in turn, such as a lapse and a late
 * payment, but one UPDATE can change a row only once.
 */
export function movesOf(settled: readonly SettledPayment[]): {
  links: Move<PaymentLink>[];
  orders: Move<CheckoutOrder>[];
} {
  const links = new Map<string, Move<PaymentLink>>();
  const orders = new Map<string, Move<CheckoutOrder>>();
  for (const { pending, link, order } of settled) {
    if (link !== pending.link) links.set(link.id, { from: links.get(link.id)?.from ?? pending.link, to: link });
    if (order.status !== pending.order.status) {
      orders.set(order.id, { from: orders.get(order.id)?.from ?? pending.order, to: order });
    }
  }
  return { links: [...links.values()], orders: [...orders.values()] };
}
