import { move, type Money, type Transitions } from '@app/kernel';

/** Why a payment could not be credited by itself. */
export type ExceptionReason =
  'amount_mismatch' | 'currency_mismatch' | 'link_not_payable' | 'fee_exceeds_amount' | 'unknown_order';

export type ExceptionStatus = 'open' | 'credited' | 'refunded' | 'matched';

/** What resolves an exception. `match`: the order that was unknown turned up, and the payment was settled after all. */
export type ExceptionEvent = 'credit' | 'refund' | 'match';

/** Every move of an exception: it is resolved once. */
export const EXCEPTION_TRANSITIONS: Transitions<ExceptionEvent, ExceptionStatus> = {
  credit: { open: 'credited' },
  refund: { open: 'refunded' },
  match: { open: 'matched' },
};

/** The exception after the event, or undefined when it is resolved already. */
export function resolveException<T extends { status: ExceptionStatus }>(
  exception: T,
  event: ExceptionEvent,
): T | undefined {
  return move(EXCEPTION_TRANSITIONS, exception, event);
}

/** Money that a rail holds for us and that staff decides about. Until then it is booked as unallocated. */
export interface PaymentException {
  id: string;
  provider: string;
  notificationId: string;
  /** The order, as the rail names it. */
  reference: string;
  /** Null for an order that we do not know. */
  linkId: string | null;
  orderId: string | null;
  reason: ExceptionReason;
  /** What was paid. */
  amount: Money;
  status: ExceptionStatus;
  /** Where staff credited it. */
  walletId: string | null;
  /** What staff said when it was resolved. */
  resolution: string | null;
  createdAt: Date;
  resolvedAt: Date | null;
}
