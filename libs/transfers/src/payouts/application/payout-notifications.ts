import type { Money, UnsupportedAmount } from '@app/kernel';
import { amountFields, type RailNotification } from '@app/rails';

/** The kind of notifications that rails send about payouts. */
export const PAYOUT = 'payout';

/** What a rail reports about a payout, in chronological order. */
export const PAYOUT_NOTIFICATION_TYPES = [
  'payout.processing',
  'payout.completed',
  'payout.failed',
  'payout.returned',
] as const;

export type PayoutNotificationType = (typeof PAYOUT_NOTIFICATION_TYPES)[number];

export function isPayoutNotificationType(type: unknown): type is PayoutNotificationType {
  return PAYOUT_NOTIFICATION_TYPES.some((known) => known === type);
}

/** Whether notifications of this type carry an amount. */
export function reportsPayoutMoney(type: PayoutNotificationType): boolean {
  return type === 'payout.completed' || type === 'payout.returned';
}

/** A rail's notification about a payout. */
export interface PayoutNotification {
  readonly provider: string;
  /** The rail's own id of the notification. */
  readonly id: string;
  readonly type: PayoutNotificationType;
  /** Our id of the payout. */
  readonly reference: string;
  /** What the recipient got, or what came back; null unless the type reports money. */
  readonly amount: Money | UnsupportedAmount | null;
  /** The rail's own reference of the payout. */
  readonly providerReference: string | null;
  /** Why it failed or came back. */
  readonly reason: string | null;
}

/** A payout notification in the form that the inbox of rails stores. UUIDs are stored in lower case. */
export function toPayoutRailNotification({
  amount,
  providerReference,
  reason,
  ...notification
}: PayoutNotification): RailNotification {
  return {
    ...notification,
    reference: notification.reference.toLowerCase(),
    kind: PAYOUT,
    ...amountFields(amount, { provider_reference: providerReference, reason }),
  };
}
