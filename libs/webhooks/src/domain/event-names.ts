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

export function isEventName(name: unknown): name is EventName {
  return (EVENT_NAMES as readonly unknown[]).includes(name);
}
