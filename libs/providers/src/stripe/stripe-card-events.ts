import { receivedFact } from './stripe-facts';
import { malformedMessage } from '../json-message';
import type { EventReaders, StripeEvent } from './stripe-events';
import { sentIdIn } from './stripe-wire';
import type { Reading } from '@app/rails';

/**
 * A card page was paid. One that expired, or whose payment failed, can still be paid through another session of the link,
 * so that those events are nothing.
 */
export const CARD_EVENTS: EventReaders = {
  'checkout.session.completed': readPaid,
  'checkout.session.async_payment_succeeded': readPaid,
};

function readPaid({ object: session }: StripeEvent): Partial<Reading> {
  const reference = sentIdIn(session['metadata']);
  if (reference === undefined || session['payment_status'] !== 'paid') return {};
  const fact = receivedFact(reference, session);
  if (!fact) throw malformedMessage('amount_total is not a positive whole number of minor units, or has no payment');
  return { facts: [fact] };
}
