import { Money, type UnsupportedAmount } from '@app/kernel';
import { isLate, moveOrder, type CheckoutOrder } from '../../checkout/domain/checkout-order';
import { moveLink, payLink, type PaymentLink } from '../../links/domain/payment-link';
import { isBankDebit } from '../../links/domain/payment-method';
import type { ExceptionReason, ExceptionStatus } from './payment-exception';
import { reportsMoney, type PaymentFact } from './payment-fact';
import type { ReceivedPaymentStatus } from './received-payment';

/** The rail took back money that waited as a payment exception. */
export const EXCEPTION_RETURNED = 'exception_returned';

/** The outcome of a fact. Money that cannot be credited is recorded as a payment exception, never dropped. */
export type SettlementOutcome =
  | 'credited'
  | 'lapsed'
  | 'declined'
  | 'submitted'
  | 'refused'
  | 'returned'
  | typeof EXCEPTION_RETURNED
  /** The rail took back what staff had credited of an unknown order, or in addition to the link's own payment. */
  | 'credit_returned'
  /** The rail took back less than staff had credited of an unknown order, which only they can take. */
  | 'short_return'
  /** The rail says that it took back money of which nothing was left: it was returned or refunded before. */
  | 'returned_again'
  | 'ignored'
  | `exception:${ExceptionReason}`
  /** The fact that must precede it has not arrived yet. It stays unsettled. */
  | 'waiting';

/** The outcome, and link and order as they are after it. */
export interface Decision {
  outcome: SettlementOutcome;
  link: PaymentLink;
  order: CheckoutOrder;
}

/** A payment exception about the order, or about this very fact, whatever its status. */
export interface ReportedException {
  id: string;
  notificationId: string;
  paymentReference: string | null;
  amount: Money | UnsupportedAmount;
  status: ExceptionStatus;
  /** Whether no order was known for it, so that staff could only credit it to a wallet. */
  orderless: boolean;
  /** The status of the payment, if staff credited it in addition to the link's own payment. */
  payment: ReceivedPaymentStatus | null;
}

export interface Notified {
  fact: Pick<PaymentFact, 'id' | 'type' | 'paid' | 'paidAt' | 'paymentReference'>;
  receivedAt: Date;
  link: PaymentLink;
  order: CheckoutOrder;
  exceptions: readonly ReportedException[];
  /** The provider's names of the payments that were credited for the order. */
  credited: readonly string[];
  /** Whether the stored rate has moved too far from the order's for a late payment to be credited by it. */
  rateMoved: boolean;
  /** How long an order without a deadline holds its exchange rate. */
  rateLockMs: number;
}

/** Decides one fact from the link, the order and the rail's report. */
export function decide(notified: Notified): Decision {
  const { type } = notified.fact;
  if (type === 'order.lapsed') return expire(notified);
  if (type === 'order.declined') return declineOrder(notified);
  if (reportsMoney(type)) return credit(notified);
  if (!isBankDebit(notified.order.method)) {
    return type === 'debit.returned' ? (returnException(notified) ?? takenAgain(notified)) : stay(notified, 'ignored');
  }
  if (type === 'debit.submitted') return submit(notified);
  return type === 'debit.refused' ? decline(notified) : returnDebit(notified);
}

/** The exception that was recorded for this fact before its order was known. */
export function ownException({ fact, exceptions }: Notified): ReportedException | undefined {
  return exceptions.find(({ notificationId }) => notificationId === fact.id);
}

/** What a return is about: its payment's name, and what it took. */
type ReturnAbout = { readonly fact: Pick<PaymentFact, 'paid' | 'paymentReference'> } & Pick<Notified, 'exceptions'>;

/**
 * What a return takes back if not the link's own payment: money that waits for staff, or that staff credited. One that names
 * the payment takes no other.
 */
export function returnableException(about: ReturnAbout): ReportedException | undefined {
  const named = namedException(about);
  const exceptions = named ? [named] : about.exceptions;
  return exceptions.find(({ status }) => status === 'open') ?? exceptions.find(isCredited);
}

/** The exception that has the payment's name, unless its money became the link's own payment. */
function namedException({ fact, exceptions }: ReturnAbout): ReportedException | undefined {
  if (fact.paymentReference === undefined) return undefined;
  const named = exceptions.find(({ paymentReference }) => paymentReference === fact.paymentReference);
  const isOwn = named?.status === 'matched' || (named?.status === 'credited' && !isCredited(named) && !named.payment);
  return isOwn ? undefined : named;
}

function isShort({ paid }: ReturnAbout['fact'], { amount, status, payment }: ReportedException): boolean {
  const isComparable = paid instanceof Money && amount instanceof Money && paid.currency === amount.currency;
  return status === 'credited' && !payment && isComparable && paid.isLessThan(amount);
}

function isCredited({ status, orderless, payment }: ReportedException): boolean {
  return orderless ? status === 'credited' : payment === 'credited';
}

/** The outcome of a return about an order that is unknown, from the payment exceptions about the same reference. */
export function decideExceptionReturn(about: ReturnAbout): {
  outcome: ReturnOutcome | 'returned_again' | 'ignored' | 'waiting';
  exception: ReportedException | null;
} {
  const exception = returnableException(about);
  if (exception) return { outcome: returnOutcome(about, exception), exception };
  const [back] = about.exceptions;
  return back ? { outcome: repeatedOutcome(about), exception: back } : { outcome: 'waiting', exception: null };
}

type ReturnOutcome = typeof EXCEPTION_RETURNED | 'credit_returned' | 'short_return';

function returnOutcome({ fact }: ReturnAbout, exception: ReportedException): ReturnOutcome {
  if (exception.status === 'open') return EXCEPTION_RETURNED;
  return isShort(fact, exception) ? 'short_return' : 'credit_returned';
}

function stay({ link, order }: Notified, outcome: SettlementOutcome): Decision {
  return { outcome, link, order };
}

/** Only an open order can expire: one that the payer replaced does not move the link. */
function expire(notified: Notified): Decision {
  const order = moveOrder(notified.order, 'expire');
  const link = moveLink(notified.link, 'expire');
  return order && link ? { outcome: 'lapsed', link, order } : stay(notified, 'ignored');
}

/**
 * The provider or the payer's bank declined the payment, so that the link can be paid again, without the deadline of its
 * order. An order that another one superseded leaves the link as it is. Rule 6.14.
 */
function declineOrder(notified: Notified): Decision {
  const { link } = notified;
  const order = isBankDebit(notified.order.method) ? undefined : moveOrder(notified.order, 'decline');
  if (!order) return stay(notified, 'ignored');
  const open = notified.order.status === 'open' ? moveLink(link, 'decline_order') : undefined;
  return { outcome: 'declined', link: open ? { ...open, expiresAt: null } : link, order };
}

function credit(notified: Notified): Decision {
  const { fact, link, order } = notified;
  const known = ownException(notified);
  // Staff have already decided about this money.
  if (known && known.status !== 'open') return stay(notified, 'ignored');
  const { paid } = fact;
  const expected = order.terms.payerAmount;
  if (paid && !(paid instanceof Money)) return stay(notified, 'exception:unsupported_amount');
  if (!paid || paid.currency !== expected.currency) return stay(notified, 'exception:currency_mismatch');
  if (!paid.equals(expected)) return stay(notified, 'exception:amount_mismatch');
  if (isCreditedAlready(notified)) return stay(notified, 'ignored');
  const completed = completedBy(link, order);
  // 6.20: a second payment of the order too.
  if (!completed) return stay(notified, 'exception:link_not_payable');
  if (order.terms.credited.isNegative()) return stay(notified, 'exception:fee_exceeds_amount');
  const { paidAt } = fact;
  const { receivedAt, rateLockMs } = notified;
  if (notified.rateMoved && isLate(order, { paidAt, receivedAt }, rateLockMs))
    return stay(notified, 'exception:rate_moved');
  return { outcome: 'credited', ...completed };
}

/** Whether the fact repeats what a payment of the order says, although the first one may be deleted by now. Rule 6.21. */
function isCreditedAlready({ fact: { paymentReference }, credited }: Notified): boolean {
  return paymentReference !== undefined && credited.includes(paymentReference);
}

/**
 * Link and order after a payment of the order; undefined when the link cannot be paid by it. A link whose debit is on
 * its way can be completed only by that debit.
 */
export function completedBy(
  link: PaymentLink,
  order: CheckoutOrder,
): { link: PaymentLink; order: CheckoutOrder } | undefined {
  const hasDebit = moveLink(link, 'decline_debit') !== undefined;
  if (hasDebit && order.status !== 'confirmed') return undefined;
  const paid = moveOrder(order, 'pay');
  const completed = payLink(link, isBankDebit(order.method) ? 'settle_debit' : 'pay', order.method);
  return paid && completed && { link: completed, order: paid };
}

function submit(notified: Notified): Decision {
  const order = moveOrder(notified.order, 'confirm');
  const link = moveLink(notified.link, 'submit_debit');
  return order && link ? { outcome: 'submitted', link, order } : stay(notified, 'ignored');
}

function decline(notified: Notified): Decision {
  if (notified.order.status === 'confirmed') return { outcome: 'refused', ...released(notified) };
  const order = moveOrder(notified.order, 'decline');
  return order ? { outcome: 'refused', link: notified.link, order } : stay(notified, 'ignored');
}

/** Link and order after a confirmed debit was declined: the link can be paid again. Any other order stays as it is. */
export function released({ link, order }: Pick<Notified, 'link' | 'order'>): Omit<Decision, 'outcome'> {
  const declined = order.status === 'confirmed' ? moveOrder(order, 'decline') : undefined;
  return declined ? { link: moveLink(link, 'decline_debit') ?? link, order: declined } : { link, order };
}

function returnDebit(notified: Notified): Decision {
  const isOwn = namedException(notified) === undefined;
  const order = isOwn ? moveOrder(notified.order, 'return') : undefined;
  const link = moveLink(notified.link, 'return_debit');
  if (order && link) return { outcome: 'returned', link, order };
  const returned = returnException(notified);
  if (returned) return returned;
  // Nothing is left to take back: the money went back already, or never came.
  const over = ['paid', 'returned', 'refused'].includes(notified.order.status);
  const isBack = notified.exceptions.some(({ status }) => status === 'refunded' || status === 'returned');
  return over || isBack ? takenAgain(notified) : stay(notified, 'waiting');
}

/** Nothing is left of what the rail takes back. One that names no amount may repeat an earlier report. */
function takenAgain(notified: Notified): Decision {
  return stay(notified, repeatedOutcome(notified));
}

function repeatedOutcome({ fact: { paid } }: ReturnAbout): 'returned_again' | 'ignored' {
  return paid ? 'returned_again' : 'ignored';
}

/** Undefined when no exception can be returned. */
function returnException(notified: Notified): Decision | undefined {
  const exception = returnableException(notified);
  if (exception?.status === 'open') return { outcome: EXCEPTION_RETURNED, ...released(notified) };
  return exception && stay(notified, returnOutcome(notified, exception));
}
