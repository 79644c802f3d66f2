import { toRefundFact } from '@app/payment-links';
import type { Fact } from '@app/rails';
import { idIn, shownText, type Json } from '../json';
import { idOfSent, ourSentId } from '../sent-ids';
import { DLOCAL, moneyIn } from './dlocal-wire';

/** A message and a status inquiry about one event give the same fact: its id is made of dLocal's own names. */

export type RefundState = 'processing' | 'completed' | 'failed' | undefined;

const REFUND_STATES: Readonly<Record<string, RefundState>> = {
  PENDING: 'processing',
  SUCCESS: 'completed',
  REJECTED: 'failed',
  CANCELLED: 'failed',
};

/** Undefined for a status that we do not know: neither success nor failure. */
export function refundState({ status }: Json): RefundState {
  return typeof status === 'string' && Object.hasOwn(REFUND_STATES, status) ? REFUND_STATES[status] : undefined;
}

/** Our id of the refund as we sent it, in its description; undefined for a refund that we did not request. */
export function sentRefundId({ description }: Json): string | undefined {
  return ourSentId(description);
}

/** How a refund of ours ended; undefined until then. `sent` is its id as we sent it. */
export function refundFact(sent: string, refund: Json): Fact | undefined {
  const state = refundState(refund);
  if (state !== 'completed' && state !== 'failed') return undefined;
  const amount = state === 'completed' ? moneyIn(refund) : null;
  if (amount === undefined) return undefined;
  return toRefundFact({
    provider: DLOCAL,
    id: `${sent}:${state === 'completed' ? 'succeeded' : 'failed'}`,
    type: state === 'completed' ? 'refund.completed' : 'refund.failed',
    reference: idOfSent(sent),
    amount,
    providerReference: idIn(refund, 'id') ?? null,
    reason: state === 'failed' ? shownText(refund['status_detail']) : null,
  });
}
