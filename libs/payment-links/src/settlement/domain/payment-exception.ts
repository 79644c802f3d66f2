import { move, type Money, type Transitions } from '@app/kernel';

/** Why a payment could not be credited automatically. */
export type ExceptionReason =
  'amount_mismatch' | 'currency_mismatch' | 'link_not_payable' | 'fee_exceeds_amount' | 'unknown_order';

export type ExceptionStatus = 'open' | 'credited' | 'refunded' | 'matched';

/** What resolves an exception. `match`: the unknown order appeared, and the payment was settled after all. */
export type ExceptionEvent = 'credit' | 'refund' | 'match';

/** Every transition of an exception: it is resolved once. */
export const EXCEPTION_TRANSITIONS: Transitions<ExceptionEvent, ExceptionStatus> = {
  credit: { open: 'credited' },
  refund: { open: 'refunded' },
  match: { open: 'matched' },
};

/** The exception after the event, or undefined when it has already been resolved. */
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
  /** The rail's name for the order. */
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
  /** The explanation that staff gave when it was resolved. */
  resolution: string | null;
  createdAt: Date;
  resolvedAt: Date | null;
}
