import { toCollectionFact, toRefundFact, toReversalFact, type Payer } from '@app/payment-links';
import { isEmail, isLegible, isStorable, Money } from '@app/kernel';
import type { Fact } from '@app/rails';
import { idIn, objectIn, shownText, type Json } from '../json';
import { idOfSent } from '../sent-ids';
import { moneyOf, sentIdIn, relatedId, STRIPE } from './stripe-wire';

const MAX_NAME = 200;

/** An event and a status inquiry about one thing that happened give the same fact: its id is made of Stripe's own names. */

/** The id of the fact that the payment was received. */
export function receivedId(payment: string): string {
  return `${payment}:received`;
}

/** The payment of a card page that was paid; undefined when the money cannot be read. */
export function receivedFact(reference: string, session: Json): Fact | undefined {
  const paid = moneyOf(session['amount_total'], session['currency']);
  const payment = relatedId(session['payment_intent']);
  if (!paid || payment === undefined) return undefined;
  return toCollectionFact({
    provider: STRIPE,
    id: receivedId(payment),
    type: 'payment.received',
    reference,
    paid,
    payer: payerOf(objectIn(session, 'customer_details')),
    paymentReference: payment,
  });
}

function payerOf({ name, email }: Json): Payer {
  const isName = typeof name === 'string' && isLegible(name) && isStorable(name);
  return {
    name: isName ? [...name.trim()].slice(0, MAX_NAME).join('') : null,
    email: typeof email === 'string' && isEmail(email) ? email : null,
    document: null,
  };
}

export type RefundState = 'processing' | 'completed' | 'failed' | undefined;

const REFUND_STATES: Readonly<Record<string, RefundState>> = {
  pending: 'processing',
  requires_action: 'processing',
  succeeded: 'completed',
  failed: 'failed',
  canceled: 'failed',
};

/** Undefined for a status that we do not know: neither success nor failure. */
export function refundState({ status }: Json): RefundState {
  return typeof status === 'string' && Object.hasOwn(REFUND_STATES, status) ? REFUND_STATES[status] : undefined;
}

/**
 * What a refund says: of ours its outcome, of another that the payer of `payment` got money back, or did not get it after all;
 * undefined until then.
 */
export function refundFact(payment: string, refund: Json): Fact | undefined {
  const [ours, name, state] = [sentIdIn(refund['metadata']), idIn(refund, 'id'), refundState(refund)];
  if (name === undefined || (state !== 'completed' && state !== 'failed')) return undefined;
  const about = {
    provider: STRIPE,
    providerReference: name,
    id: `${name}:${state === 'failed' ? 'failed' : 'succeeded'}`,
    reason: state === 'failed' ? refundFailure(refund) : null,
  };
  const amount = moneyOf(refund['amount'], refund['currency']);
  if (ours !== undefined && state === 'failed') {
    return toRefundFact({ ...about, type: 'refund.failed', reference: idOfSent(ours), amount: null });
  }
  if (!amount) return undefined;
  if (ours !== undefined)
    return toRefundFact({ ...about, type: 'refund.completed', reference: idOfSent(ours), amount });
  if (state === 'failed') return toReversalFact({ ...about, type: 'refund.failed', reference: payment, amount });
  const reason = shownText(refund['reason']);
  return toReversalFact({ ...about, type: 'refund.made', reference: payment, amount, reason });
}

/** Why a refund failed, in Stripe's words. */
export function refundFailure(refund: Json): string | null {
  return shownText(refund['failure_reason']);
}

/** The amount of a refund that has been made. Throws when it cannot be read. */
export function refundedAmount(refund: Json): Money {
  const amount = moneyOf(refund['amount'], refund['currency']);
  if (amount instanceof Money) return amount;
  throw new Error('Stripe gave no amount for the refund');
}
