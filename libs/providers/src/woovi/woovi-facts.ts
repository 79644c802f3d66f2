import { toCollectionFact, toRefundFact, toReversalFact } from '@app/payment-links';
import type { Money, UnsupportedAmount } from '@app/kernel';
import type { Fact } from '@app/rails';
import { toPayoutFact } from '@app/transfers';
import { idIn, objectIn, shownText, timeIn, type Json } from '../json';
import { idOfSent, ourSentId } from '../sent-ids';
import { moneyOf, WOOVI } from './woovi-wire';

/** A message and a status inquiry about one event give the same fact: its id is made of Woovi's own names. Rule 6.19. */

/**
 * A payment of the charge, which may have several: what arrived, under the name of the Pix transaction, by which refunds
 * and disputes refer to it. Undefined when it has no name or amount.
 */
export function receivedFact(correlation: string, pix: Json): Fact | undefined {
  const [endToEndId, paid] = [idIn(pix, 'endToEndId'), moneyOf(pix['value'])];
  if (endToEndId === undefined || !paid) return undefined;
  return toCollectionFact({
    provider: WOOVI,
    id: `${endToEndId}:received`,
    type: 'payment.received',
    reference: correlation,
    paid,
    payer: null,
    paymentReference: endToEndId,
    paidAt: timeIn(pix, 'time'),
  });
}

/** The charge expired without a payment. */
export function lapsedFact(correlation: string): Fact {
  const id = `${correlation}:lapsed`;
  return toCollectionFact({
    provider: WOOVI,
    id,
    type: 'order.lapsed',
    reference: correlation,
    paid: null,
    payer: null,
  });
}

export type RefundState = 'processing' | 'completed' | 'failed' | undefined;

const REFUND_STATES: Readonly<Record<string, RefundState>> = {
  IN_PROCESSING: 'processing',
  CONFIRMED: 'completed',
  REJECTED: 'failed',
  FAILED: 'failed',
};

/** Undefined for a status that we do not know: neither success nor failure. */
export function refundState({ status }: Json): RefundState {
  return typeof status === 'string' && Object.hasOwn(REFUND_STATES, status) ? REFUND_STATES[status] : undefined;
}

/**
 * What a refund of the charge says: of ours its outcome, of another that the payer got money back, or did not get it after
 * all; undefined until then.
 */
export function refundFact(charge: string, refund: Json): Fact | undefined {
  const [correlation, endToEndId] = [idIn(refund, 'correlationID'), idIn(refund, 'endToEndId')];
  const [ours, state, amount] = [ourSentId(correlation), refundState(refund), moneyOf(refund['value'])];
  if (state === 'failed' && ours) {
    return ourRefund(ours, { type: 'refund.failed', amount: null, reason: shownText(refund['reason']) });
  }
  if ((state !== 'completed' && state !== 'failed') || !amount) return undefined;
  if (ours) return ourRefund(ours, { type: 'refund.completed', amount, reason: null });
  const name = correlation ?? endToEndId;
  if (name === undefined) return undefined;
  return toReversalFact({
    provider: WOOVI,
    id: `${name}:${state === 'failed' ? 'failed' : 'refunded'}`,
    type: state === 'failed' ? 'refund.failed' : 'refund.made',
    reference: charge,
    providerReference: name,
    amount,
    reason: shownText(refund[state === 'failed' ? 'reason' : 'comment']),
  });
}

function ourRefund(
  correlation: string,
  outcome: Pick<Parameters<typeof toRefundFact>[0], 'type' | 'amount' | 'reason'>,
): Fact {
  const { type, amount, reason } = outcome;
  const id = `${correlation}:${type === 'refund.completed' ? 'succeeded' : 'failed'}`;
  const [reference, providerReference] = [idOfSent(correlation), correlation];
  return toRefundFact({ provider: WOOVI, id, type, reference, amount, providerReference, reason });
}

export type PaymentState = 'requested' | 'processing' | 'completed' | 'failed' | undefined;

const PAYMENT_STATES: Readonly<Record<string, PaymentState>> = {
  CREATED: 'requested',
  APPROVED: 'processing',
  PROCESSING: 'processing',
  CONFIRMED: 'completed',
  FAILED: 'failed',
  REJECTED: 'failed',
  REMOVED: 'failed',
};

/** Undefined for a status that we do not know: neither success nor failure. */
export function paymentState({ status }: Json): PaymentState {
  return typeof status === 'string' && Object.hasOwn(PAYMENT_STATES, status) ? PAYMENT_STATES[status] : undefined;
}

/** Woovi paid. The Pix transaction, if it is named, is what the recipient's bank knows the payout by. */
export function paidFact(correlation: string, amount: Money | UnsupportedAmount, response: Json): Fact {
  return toPayoutFact({
    provider: WOOVI,
    id: `${correlation}:completed`,
    type: 'payout.completed',
    reference: idOfSent(correlation),
    amount,
    providerReference: idIn(objectIn(response, 'transaction'), 'endToEndId') ?? correlation,
    reason: null,
  });
}

/** Woovi has not paid and never will. */
export function failedFact(correlation: string, reason: string | null): Fact {
  return toPayoutFact({
    provider: WOOVI,
    id: `${correlation}:failed`,
    type: 'payout.failed',
    reference: idOfSent(correlation),
    amount: null,
    providerReference: correlation,
    reason,
  });
}

/** A part of a payout that the recipient's bank sent back, or all of it. */
export interface PayoutReturn {
  /** The Pix transaction that paid the payout, and the one that came back. */
  readonly paidBy: string;
  readonly returnedBy: string;
  readonly centavos: number;
}

const RETURN = /^return:(\w+):(\w+):(\d+)$/;

/** What inquiries call a return: a message has all of it but the payout, which only the service knows. */
export function returnReference({ paidBy, returnedBy, centavos }: PayoutReturn): string {
  return `return:${paidBy}:${returnedBy}:${centavos}`;
}

/** The return that has the reference; undefined for the reference of something else. */
export function returnIn(reference: string): PayoutReturn | undefined {
  const [, paidBy, returnedBy, centavos] = RETURN.exec(reference) ?? [];
  if (paidBy === undefined || returnedBy === undefined) return undefined;
  return { paidBy, returnedBy, centavos: Number(centavos) };
}

/** The recipient's bank sent back money of the payout. Rule 11.16. */
export function returnedFact(payoutId: string, { paidBy, returnedBy, centavos }: PayoutReturn): Fact {
  const amount = moneyOf(centavos);
  if (!amount) throw new Error('Woovi gave no amount for the return');
  return toPayoutFact({
    provider: WOOVI,
    id: `${returnedBy}:returned`,
    type: 'payout.returned',
    reference: payoutId,
    amount,
    providerReference: paidBy,
    reason: null,
  });
}

/** Why a payout failed, in Woovi's words. */
export function failureReason(response: Json): string | null {
  const error = objectIn(response, 'error');
  return shownText(error['description']) ?? shownText(error['code']);
}
