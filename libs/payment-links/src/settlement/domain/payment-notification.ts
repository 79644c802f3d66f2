import type { Money, UnsupportedAmount } from '@app/kernel';
import type { Payer } from '../../checkout/domain/checkout-order';

/** What a rail reports about an order, in chronological order. A return takes back the whole amount. */
export const NOTIFICATION_TYPES = [
  'order.lapsed',
  'debit.submitted',
  'payment.received',
  'debit.settled',
  'debit.refused',
  'debit.returned',
] as const;

export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

export function isNotificationType(type: unknown): type is NotificationType {
  return NOTIFICATION_TYPES.some((known) => known === type);
}

/** Whether notifications of this type carry an amount. */
export function reportsMoney(type: NotificationType): boolean {
  return type === 'payment.received' || type === 'debit.settled';
}

/** A rail's notification about an order. */
export interface PaymentNotification {
  readonly provider: string;
  /** The rail's own id of the notification. */
  readonly id: string;
  readonly type: NotificationType;
  /** The order, as the rail refers to it. */
  readonly reference: string;
  /** What was paid; null unless the type reports money. */
  readonly paid: Money | UnsupportedAmount | null;
  /** Who paid, as far as the rail knows. */
  readonly payer: Payer | null;
}
