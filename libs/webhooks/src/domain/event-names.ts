/** All events of the service. Source: contract, "Six events". */
export const EVENT_NAMES = [
  'payment.completed',
  'payment.returned',
  'payment_link.cancelled',
  'payment_link.expired',
  'payout.completed',
  'payout.failed',
] as const;

export type EventName = (typeof EVENT_NAMES)[number];
