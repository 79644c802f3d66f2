import { REVERSAL } from '@app/payment-links';
import type { Reading } from '@app/rails';
import type { EventReaders, StripeEvent } from './stripe-events';
import { refundFact } from './stripe-facts';
import { sentIdIn, relatedId, STRIPE } from './stripe-wire';

/**
 * Refunds of ours have our reference, so that their events are facts. Refunds that were made in Stripe's dashboard, and
 * disputes, name only the payment: the worker asks whether it is one of ours, and what has become of it.
 */
export const REVERSAL_EVENTS: EventReaders = {
  'refund.created': readRefund,
  'refund.updated': readRefund,
  'refund.failed': readRefund,
  'charge.dispute.funds_withdrawn': askAboutPayment,
  'charge.dispute.funds_reinstated': askAboutPayment,
  'charge.dispute.closed': askAboutPayment,
};

function readRefund(event: StripeEvent): Partial<Reading> {
  const { object: refund } = event;
  if (sentIdIn(refund['metadata']) === undefined) return askAboutPayment(event);
  const fact = refundFact(relatedId(refund['payment_intent']) ?? '', refund);
  return fact ? { facts: [fact] } : {};
}

function askAboutPayment({ object }: StripeEvent): Partial<Reading> {
  const reference = relatedId(object['payment_intent']);
  return reference === undefined ? {} : { hints: [{ provider: STRIPE, kind: REVERSAL, reference }] };
}
