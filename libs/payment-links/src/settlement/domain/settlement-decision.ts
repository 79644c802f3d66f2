import type { Money } from '@app/kernel';
import type { CheckoutOrder, OrderStatus } from '../../checkout/domain/checkout-order';
import { next, type LinkEvent, type LinkStatus, type PaymentLink } from '../../links/domain/payment-link';
import { isBankDebit } from '../../links/domain/payment-method';
import type { ExceptionReason, ExceptionStatus } from './payment-exception';
import { reportsMoney, type NotificationType } from './payment-notification';
import type { ReceivedPaymentStatus } from './received-payment';

/** What becomes of a notification. Money that cannot be credited is recorded as a payment exception, never dropped. */
export type SettlementOutcome =
  | 'credited'
  | 'lapsed'
  | 'submitted'
  | 'refused'
  | 'returned'
  /** The rail took back money that waited as a payment exception. */
  | 'aside_returned'
  /** The rail took back what staff had credited beyond the link's own payment. */
  | 'credit_returned'
  | 'ignored'
  | `exception:${ExceptionReason}`
  /** It makes no sense yet: what it follows has not arrived. It stays unsettled. */
  | 'waiting';

export interface Decision {
  outcome: SettlementOutcome;
  linkStatus: LinkStatus;
  orderStatus: OrderStatus;
}

/** A payment exception about the order, or about this very notification, whatever its status. */
export interface ReportedException {
  id: string;
  notificationId: string;
  amount: Money;
  status: ExceptionStatus;
  /** Where staff credited it beyond the link's own payment: what has become of that payment. */
  payment: ReceivedPaymentStatus | null;
}

export interface Notified {
  notification: { id: string; type: NotificationType; paid: Money | null };
  link: PaymentLink;
  order: CheckoutOrder;
  exceptions: readonly ReportedException[];
}

/** Decides one notification from the link, the order and what the rail says. */
export function decide(notified: Notified): Decision {
  const { type } = notified.notification;
  if (type === 'order.lapsed') return lapse(notified);
  if (reportsMoney(type)) return credit(notified);
  if (!isBankDebit(notified.order.method)) return stay(notified, 'ignored');
  if (type === 'debit.submitted') return submit(notified);
  return type === 'debit.refused' ? refuse(notified) : giveBack(notified);
}

/** The exception that was recorded for this notification before its order was known. */
export function ownException({ notification, exceptions }: Notified): ReportedException | undefined {
  return exceptions.find(({ notificationId }) => notificationId === notification.id);
}

/** What a return takes back where the link's own payment is not it: money that waits for staff, or that staff credited. */
export function returnableException({ exceptions }: Notified): ReportedException | undefined {
  return exceptions.find(({ status }) => status === 'open') ?? exceptions.find(({ payment }) => payment === 'credited');
}

function stay({ link, order }: Notified, outcome: SettlementOutcome): Decision {
  return { outcome, linkStatus: link.status, orderStatus: order.status };
}

/** Only the order that is open can lapse: one that the payer replaced takes the link nowhere. */
function lapse(notified: Notified): Decision {
  const { link, order } = notified;
  const expired = order.status === 'open' ? next(link.status, 'lapse') : undefined;
  if (!expired) return stay(notified, 'ignored');
  return { outcome: 'lapsed', linkStatus: expired, orderStatus: 'lapsed' };
}

function credit(notified: Notified): Decision {
  const { notification, link, order } = notified;
  const known = ownException(notified);
  // Staff has decided about this money already.
  if (known && known.status !== 'open') return stay(notified, 'ignored');
  const { paid } = notification;
  const expected = order.terms.payerAmount;
  if (!paid || paid.currency !== expected.currency) return stay(notified, 'exception:currency_mismatch');
  if (!paid.equals(expected)) return stay(notified, 'exception:amount_mismatch');
  const completed = creditedStatus(link, order);
  if (!completed) return stay(notified, 'exception:link_not_payable');
  if (order.terms.credited.isNegative()) return stay(notified, 'exception:fee_exceeds_amount');
  return { outcome: 'credited', linkStatus: completed, orderStatus: 'paid' };
}

/**
 * Where a payment of the order takes the link; undefined when the link has no use for it. One whose debit is on its way
 * can be completed by that debit alone.
 */
export function creditedStatus(link: PaymentLink, order: CheckoutOrder): LinkStatus | undefined {
  if (order.status === 'paid' || order.status === 'returned') return undefined;
  const underway = link.status === 'processing' || link.status === 'in_transit';
  if (underway && order.status !== 'confirmed') return undefined;
  const event: LinkEvent = isBankDebit(order.method) ? 'settle_debit' : 'pay';
  return next(link.status, event);
}

function submit(notified: Notified): Decision {
  const { link, order } = notified;
  const live = order.status === 'open' || order.status === 'confirmed';
  const moved = live ? next(link.status, 'submit_debit') : undefined;
  if (!moved) return stay(notified, 'ignored');
  return { outcome: 'submitted', linkStatus: moved, orderStatus: 'confirmed' };
}

function refuse(notified: Notified): Decision {
  const { link, order } = notified;
  if (order.status === 'confirmed') return released(notified);
  const live = order.status === 'open' || order.status === 'superseded';
  return live ? { outcome: 'refused', linkStatus: link.status, orderStatus: 'refused' } : stay(notified, 'ignored');
}

/** A debit that was confirmed has come to nothing: the link can be paid again. Nothing happens to any other order. */
function released(notified: Notified): Decision {
  const { link, order } = notified;
  if (order.status !== 'confirmed') return stay(notified, 'refused');
  const payable = next(link.status, 'refuse_debit') ?? link.status;
  return { outcome: 'refused', linkStatus: payable, orderStatus: 'refused' };
}

function giveBack(notified: Notified): Decision {
  const { link, order } = notified;
  const returned = order.status === 'paid' ? next(link.status, 'return_debit') : undefined;
  if (returned) return { outcome: 'returned', linkStatus: returned, orderStatus: 'returned' };
  const exception = returnableException(notified);
  if (exception?.status === 'open') return { ...released(notified), outcome: 'aside_returned' };
  if (exception) return stay(notified, 'credit_returned');
  // Nothing is left to take back: it went back already, or never came.
  const over = order.status === 'paid' || order.status === 'returned' || order.status === 'refused';
  const refunded = notified.exceptions.some(({ status }) => status === 'refunded');
  return stay(notified, over || refunded ? 'ignored' : 'waiting');
}
