import type { Schemas } from '../api/client';
import { everyValue } from '../api/every-value';

export type EventName = Schemas['WebhookDelivery']['event'];

/** Every event that an endpoint can receive. */
export const EVENTS = everyValue<EventName>({
  'payment.completed': true,
  'payment.returned': true,
  'payment_link.cancelled': true,
  'payment_link.expired': true,
  'payout.completed': true,
  'payout.failed': true,
});

export function isEvent(name: string | undefined): name is EventName {
  return EVENTS.some((event) => event === name);
}
