import { targetOf, type Move } from '@app/kernel';
import type { StoredFact } from '@app/rails';
import { isLate, moveOrder, type CheckoutOrder } from '../../checkout/domain/checkout-order';
import type { PaymentLink } from '../../links/domain/payment-link';
import { PAYMENT_FACT_TYPES, reportsMoney } from '../domain/payment-fact';
import {
  decide,
  decideExceptionReturn,
  EXCEPTION_RETURNED,
  ownException,
  returnableException,
  type ReportedException,
  type SettlementOutcome,
} from '../domain/settlement-decision';
import { resolveException, type ExceptionStatus } from '../domain/payment-exception';
import { RECEIVED_PAYMENT_TRANSITIONS } from '../domain/received-payment';
import type { LinksAndOrders } from './link-moves';
import { toPaymentFact } from './payment-facts';
import type { PendingFact, SettledPayment } from './ports';

/**
 * Decides facts one after the other, by link and within a link in chronological order: each sees what those
 * before it did to the link, the order and the exceptions. Those that have to wait are left out.
 */
export function decideAll(pending: readonly PendingFact[]): SettledPayment[] {
  const links = new Map<string, PaymentLink>();
  const orders = new Map<string, CheckoutOrder>();
  const exceptions = new Map<string, ReportedException>();
  const credited = new Map<string, readonly string[]>();
  const settled: SettledPayment[] = [];
  for (const item of [...pending].sort(asTheyHappen)) {
    const current: PendingFact = {
      ...item,
      link: links.get(item.link.id) ?? item.link,
      order: orders.get(item.order.id) ?? item.order,
      exceptions: item.exceptions.map((exception) => exceptions.get(exception.id) ?? exception),
      credited: credited.get(item.order.id) ?? item.credited,
    };
    const decision = decide(current);
    if (decision.outcome === 'waiting') continue;
    const isReturn = resolvingEvent(decision.outcome) === 'return' || decision.outcome === 'short_return';
    const exception = (isReturn ? returnableException(current) : ownException(current)) ?? null;
    settled.push({ pending: current, exception, ...decision });
    links.set(item.link.id, decision.link);
    orders.set(item.order.id, decision.order);
    if (exception) exceptions.set(exception.id, after(exception, decision.outcome));
    const { paymentReference } = current.fact;
    if (decision.outcome === 'credited' && paymentReference !== undefined) {
      credited.set(item.order.id, [...current.credited, paymentReference]);
    }
  }
  return settled;
}

/** Whether a payment among these is late, or will be by an expiry among them, and its order was converted. */
export function dependsOnRates(pending: readonly Omit<PendingFact, 'rateMoved'>[]): boolean {
  const expiring = new Set(pending.filter(({ fact }) => fact.type === 'order.lapsed').map(({ order }) => order.id));
  return pending.some(
    ({ fact, order, receivedAt, rateLockMs }) =>
      order.terms.exchangeRate !== null &&
      reportsMoney(fact.type) &&
      (isLate(order, { paidAt: fact.paidAt, receivedAt }, rateLockMs) || expiring.has(order.id)),
  );
}

function asTheyHappen(a: PendingFact, b: PendingFact): number {
  if (a.link.id !== b.link.id) return a.link.id < b.link.id ? -1 : 1;
  return rankOf(a) - rankOf(b);
}

function rankOf({ fact }: PendingFact): number {
  return PAYMENT_FACT_TYPES.indexOf(fact.type);
}

/** A fact about an order that is unknown, and the payment exceptions that have its reference. */
export interface OrderlessFact {
  fact: StoredFact;
  exceptions: readonly ReportedException[];
}

/** A return about an order that is unknown, and the exception whose money it takes back. */
export interface SettledReturn {
  fact: StoredFact;
  outcome: SettlementOutcome;
  exception: ReportedException | null;
}

/** Decides returns about unknown orders one after the other, in the order of arrival. Those that wait are left out. */
export function decideExceptionReturns(pending: readonly OrderlessFact[]): SettledReturn[] {
  const changed = new Map<string, ReportedException>();
  const settled: SettledReturn[] = [];
  for (const { fact, exceptions } of pending) {
    const about = { fact: toPaymentFact(fact), exceptions: exceptions.map((one) => changed.get(one.id) ?? one) };
    const { outcome, exception } = decideExceptionReturn(about);
    if (outcome === 'waiting') continue;
    settled.push({ fact, outcome, exception });
    if (exception) changed.set(exception.id, after(exception, outcome));
  }
  return settled;
}

function after(exception: ReportedException, outcome: SettlementOutcome): ReportedException {
  if (exception.payment && outcome === 'credit_returned') {
    return { ...exception, payment: targetOf(RECEIVED_PAYMENT_TRANSITIONS, 'return') };
  }
  const event = resolvingEvent(outcome);
  return (event && resolveException(exception, event)) ?? exception;
}

/** How a fact resolves the exception that it is about, if it does. */
function resolvingEvent(outcome: SettlementOutcome): keyof typeof RESOLUTIONS | undefined {
  if (outcome === 'credited') return 'match';
  return outcome === EXCEPTION_RETURNED || outcome === 'credit_returned' ? 'return' : undefined;
}

export interface ResolvedException {
  id: string;
  previous: ExceptionStatus;
  status: ExceptionStatus;
  resolution: string;
}

const RESOLUTIONS = {
  match: 'The order turned up and was credited.',
  return: 'The rail took the money back.',
} as const;

/** The exceptions that the facts themselves resolve. */
export function resolvedExceptions(
  settled: readonly Pick<SettledPayment, 'exception' | 'outcome'>[],
): ResolvedException[] {
  return settled.flatMap(({ exception, outcome }) => {
    const event = resolvingEvent(outcome);
    // Staff's credit of a link's exception stands; what it credited is a received payment that is returned.
    if (!exception || !event || exception.payment) return [];
    const resolved = resolveException(exception, event);
    if (!resolved) return [];
    const { id, status: previous } = exception;
    return [{ id, previous, status: resolved.status, resolution: RESOLUTIONS[event] }];
  });
}

/**
 * The final state of each link and order: several facts may change one link in turn, such as an expiry and a late
 * payment, but one UPDATE can change a row only once.
 */
export function movesOf(settled: readonly SettledPayment[]): LinksAndOrders {
  const links = new Map<string, Move<PaymentLink>>();
  const orders = new Map<string, Move<CheckoutOrder>>();
  const closing = new Set<string>();
  for (const { outcome, pending, link, order } of settled) {
    if (outcome === 'credited' && !isOpen(pending.order)) closing.add(link.id);
    if (link !== pending.link) links.set(link.id, { from: links.get(link.id)?.from ?? pending.link, to: link });
    if (order.status !== pending.order.status) {
      orders.set(order.id, { from: orders.get(order.id)?.from ?? pending.order, to: order });
    }
  }
  return { links: [...links.values()], orders: [...orders.values()], closing: [...closing] };
}

function isOpen(order: CheckoutOrder): boolean {
  return moveOrder(order, 'close') !== undefined;
}
