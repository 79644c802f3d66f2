import { COLLECTION } from '@app/payment-links';
import type { Fact, Reading } from '@app/rails';
import type { Json } from '../json';
import { malformedMessage } from '../json-message';
import { debitReference, settledFact, submittedFact } from './stripe-debit-facts';
import type { EventReaders, StripeEvent } from './stripe-events';
import { STRIPE } from './stripe-wire';

/**
 * Bank debits. An event about a failure may be about an account that Stripe declined at once, after which the payer has
 * tried another: the worker asks what has become of the debit since.
 */
export const DEBIT_EVENTS: EventReaders = {
  'payment_intent.processing': (event) => readFact(event, submittedFact),
  'payment_intent.succeeded': (event) => readFact(event, settledFact),
  'payment_intent.payment_failed': askAboutDebit,
  'payment_intent.canceled': askAboutDebit,
};

function readFact(
  { object: intent }: StripeEvent,
  factOf: (reference: string, intent: Json) => Fact | undefined,
): Partial<Reading> {
  const reference = debitReference(intent);
  if (reference === undefined) return {};
  const fact = factOf(reference, intent);
  if (!fact) throw malformedMessage('the payment has no id, or no positive whole number of minor units');
  return { facts: [fact] };
}

function askAboutDebit({ object: intent }: StripeEvent): Partial<Reading> {
  const reference = debitReference(intent);
  return reference === undefined ? {} : { hints: [{ provider: STRIPE, kind: COLLECTION, reference }] };
}
