import { move, Money, type Transitions, type UnsupportedAmount } from '@app/kernel';

/** Why a payment could not be credited automatically. */
export type ExceptionReason =
  | 'amount_mismatch'
  | 'currency_mismatch'
  | 'unsupported_amount'
  | 'link_not_payable'
  | 'fee_exceeds_amount'
  | 'rate_moved'
  | 'unknown_order';

export const EXCEPTION_STATUSES = ['open', 'credited', 'refunded', 'matched', 'returned'] as const;

export type ExceptionStatus = (typeof EXCEPTION_STATUSES)[number];

/**
 * What resolves an exception. `match`: the unknown order appeared, and the payment was settled after all. `return`: the
 * rail took the money back.
 */
export type ExceptionEvent = 'credit' | 'refund' | 'match' | 'return';

/**
 * Every transition of an exception. The rail can take back what staff have credited of an unknown order; what staff have
 * credited of a link is a received payment, which is returned instead.
 */
export const EXCEPTION_TRANSITIONS: Transitions<ExceptionEvent, ExceptionStatus> = {
  credit: { open: 'credited' },
  refund: { open: 'refunded' },
  match: { open: 'matched' },
  return: { open: 'returned', credited: 'returned' },
};

/** The exception after the event, or undefined when it has already been resolved. */
export function resolveException<T extends { status: ExceptionStatus }>(
  exception: T,
  event: ExceptionEvent,
): T | undefined {
  return move(EXCEPTION_TRANSITIONS, exception, event);
}

/**
 * Money that a rail holds for us and that staff decide about. Until then it is booked as unallocated, unless its amount
 * is only known as text: then nothing is booked until staff name the amount.
 */
export interface PaymentException {
  id: string;
  provider: string;
  notificationId: string;
  /** The rail's name for the order. */
  reference: string;
  /** The rail's name for the payment itself, where it has one. It goes with the money. */
  paymentReference: string | null;
  /** Null for an order that we do not know. */
  linkId: string | null;
  orderId: string | null;
  reason: ExceptionReason;
  /** What was paid. */
  amount: Money | UnsupportedAmount;
  /** What the order asked for; null for an order that we do not know. */
  expected: Money | null;
  status: ExceptionStatus;
  /** Where staff credited it. */
  walletId: string | null;
  /** The rail's name for the refund or the dispute that took the money back. */
  reversalReference: string | null;
  /** The explanation that staff gave when it was resolved. */
  resolution: string | null;
  createdAt: Date;
  resolvedAt: Date | null;
}

/** The amount and its currency as text: decimal text, or what the rail sent. */
export function shownAmount(amount: PaymentException['amount']): { amount: string; currency: string } {
  return amount instanceof Money ? { amount: amount.toFixed(), currency: amount.currency } : amount;
}

/** The same as one text: `15000.00 ARS`. */
export function textOfReceived(reported: PaymentException['amount']): string {
  const { amount, currency } = shownAmount(reported);
  return `${amount} ${currency}`;
}
