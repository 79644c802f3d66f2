import type { Schemas } from '../api/client';

export type EventName = Schemas['WebhookDelivery']['event'];

/** Complete, because the compiler compares it with the API. */
const ALL: Readonly<Record<EventName, true>> = {
  'payment.completed': true,
  'payment.returned': true,
  'payment_link.cancelled': true,
  'payment_link.expired': true,
  'payout.completed': true,
  'payout.failed': true,
};

/** Every event that an endpoint can receive. */
export const EVENTS = Object.keys(ALL) as EventName[];

export function isEvent(name: string | undefined): name is EventName {
  return EVENTS.some((event) => event === name);
}
