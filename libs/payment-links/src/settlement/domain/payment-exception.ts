import type { Money } from '@app/kernel';

/** Why a payment could not be credited by itself. */
export type ExceptionReason =
  'amount_mismatch' | 'currency_mismatch' | 'link_not_payable' | 'fee_exceeds_amount' | 'unknown_order';

export type ExceptionStatus = 'open' | 'credited' | 'refunded' | 'matched';

/**
 * Every move of an exception. `matched`: the order that nobody knew turned up, and the payment was settled after all.
 */
export const EXCEPTION_TRANSITIONS: Readonly<Record<ExceptionStatus, readonly ExceptionStatus[]>> = {
  open: ['credited', 'refunded', 'matched'],
  credited: [],
  refunded: [],
  matched: [],
};

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
