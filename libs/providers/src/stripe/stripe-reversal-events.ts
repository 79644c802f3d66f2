import { REVERSAL } from '@app/payment-links';
import type { Reading } from '@app/rails';
import { objectIn } from '../json';
import type { EventReaders, StripeEvent } from './stripe-events';
import { disputeFacts, isOpenDispute } from './stripe-disputes';
import { refundFact } from './stripe-facts';
import { relatedId, sentIdIn, STRIPE } from './stripe-wire';

/**
 * Refunds of ours have our id, so that their events are facts. Refunds that were made in Stripe's dashboard, and disputes
 * that do not have the metadata of their payment, name only the payment: the worker asks whether it is one of ours, and
 * what has become of it.
 */
export const REVERSAL_EVENTS: EventReaders = {
  'refund.created': readRefund,
  'refund.updated': readRefund,
  'refund.failed': readRefund,
  'charge.dispute.funds_withdrawn': readDispute,
  'charge.dispute.funds_reinstated': readDispute,
  'charge.dispute.closed': readDispute,
};

function readRefund({ object: refund }: StripeEvent): Partial<Reading> {
  const payment = relatedId(refund['payment_intent']);
  if (sentIdIn(refund['metadata']) === undefined) return payment === undefined ? {} : askAbout(payment);
  const fact = refundFact(payment ?? '', refund);
  return fact ? { facts: [fact] } : {};
}

function readDispute({ object: dispute }: StripeEvent): Partial<Reading> {
  const payment = relatedId(dispute['payment_intent']);
  if (payment === undefined) return {};
  const isOfCard = objectIn(dispute, 'payment_method_details')['type'] === 'card';
  if (!isOfCard || sentIdIn(dispute['metadata']) === undefined) return askAbout(payment);
  // The worker keeps asking about one that the bank has not decided.
  return { ...(isOpenDispute(dispute) ? askAbout(payment) : {}), facts: disputeFacts(payment, dispute) };
}

function askAbout(payment: string): Partial<Reading> {
  return { hints: [{ provider: STRIPE, kind: REVERSAL, reference: payment }] };
}
