/** All events of the service. Rule 13.1. */
export const EVENT_NAMES = [
  'payment.completed',
  'payment.returned',
  'payment_link.cancelled',
  'payment_link.expired',
  'payout.completed',
  'payout.failed',
] as const;

export type EventName = (typeof EVENT_NAMES)[number];
