import { toCollectionFact, toRefundFact, toReversalFact } from '@app/payment-links';
import type { Money, UnsupportedAmount } from '@app/kernel';
import type { Fact } from '@app/rails';
import { idIn, shownText, timeIn, type Json } from '../json';
import { idOfSent, ourSentId } from '../sent-ids';
import { DLOCAL, moneyIn } from './dlocal-wire';

/**
 * A message and a status inquiry about one event give the same fact: its id is made of dLocal's own names. A state is
 * read from `status` and never from `status_code`, and is undefined for one that we do not know: that decides nothing.
 */

type Reported = Money | UnsupportedAmount;

export type PaymentState = 'pending' | 'paid' | 'expired' | 'declined' | undefined;

const PAYMENT_STATES: Readonly<Record<string, PaymentState>> = {
  PENDING: 'pending',
  AUTHORIZED: 'pending',
  PAID: 'paid',
  EXPIRED: 'expired',
  REJECTED: 'declined',
  CANCELLED: 'declined',
};

export function paymentState(payment: Json): PaymentState {
  return stateIn(PAYMENT_STATES, payment);
}

/** What the payment says of its order, `order` by our id as we sent it; undefined while it says nothing. */
export function paymentFact(
  payment: string,
  order: string,
  state: PaymentState,
  { paid, paidAt }: { readonly paid: Reported; readonly paidAt: Date | undefined },
): Fact | undefined {
  switch (state) {
    case 'paid':
      return collectionFact(`${payment}:received`, 'payment.received', { order, paid, payment, paidAt });
    case 'expired':
      return collectionFact(`${payment}:lapsed`, 'order.lapsed', { order, paid: null, payment });
    case 'declined':
      return collectionFact(`${payment}:declined`, 'order.declined', { order, paid: null, payment });
    default:
      return undefined;
  }
}

function collectionFact(
  id: string,
  type: Parameters<typeof toCollectionFact>[0]['type'],
  {
    order,
    paid,
    payment,
    paidAt,
  }: { order: string; paid: Reported | null; payment: string; paidAt?: Date | undefined },
): Fact {
  const about = { provider: DLOCAL, id, type, reference: order, paid, payer: null };
  return toCollectionFact({ ...about, ...(paid && { paymentReference: payment, paidAt }) });
}

/** When the payer paid, as far as dLocal says so. */
export function paidAtIn(payment: Json): Date | undefined {
  return timeIn(payment, 'approved_date');
}

export type RefundState = 'processing' | 'completed' | 'failed' | undefined;

const REFUND_STATES: Readonly<Record<string, RefundState>> = {
  PENDING: 'processing',
  SUCCESS: 'completed',
  REJECTED: 'failed',
  CANCELLED: 'failed',
};

export function refundState(refund: Json): RefundState {
  return stateIn(REFUND_STATES, refund);
}

/** In the query of the address at which dLocal reports about a refund of ours. */
const MARK = 'refund';

/** The address for reports about the refund, which says whose it is. */
export function markedAddress(notificationUrl: string, sent: string): string {
  return `${notificationUrl}?${MARK}=${sent}`;
}

/** Our id of the refund, as we sent it, in the query of an address. */
export function markIn(query: string): string | undefined {
  return ourSentId(new URLSearchParams(query).get(MARK));
}

/**
 * Our id of the refund as we sent it: dLocal has it in the description, and in the address for reports. Undefined for a
 * refund that does not show it.
 */
export function sentRefundId({ description, notification_url: address }: Json): string | undefined {
  const query = typeof address === 'string' ? /\?(.*)$/s.exec(address)?.[1] : undefined;
  return ourSentId(description) ?? (query === undefined ? undefined : markIn(query));
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

/** A refund that was made in dLocal's dashboard, of the payment of our order; undefined until it has been paid or failed. */
export function reversalFact(order: string, refund: Json): Fact | undefined {
  const [id, amount] = [idIn(refund, 'id'), moneyIn(refund)];
  const state = refundState(refund);
  if (id === undefined || !amount || (state !== 'completed' && state !== 'failed')) return undefined;
  const isFailed = state === 'failed';
  return toReversalFact({
    provider: DLOCAL,
    id: `${id}:${isFailed ? 'failed' : 'refunded'}`,
    type: isFailed ? 'refund.failed' : 'refund.made',
    reference: order,
    providerReference: id,
    amount,
    reason: shownText(refund[isFailed ? 'status_detail' : 'description']),
  });
}

export type ChargebackState = 'taken' | 'lost' | 'won' | undefined;

const CHARGEBACK_STATES: Readonly<Record<string, ChargebackState>> = {
  COMPLETED: 'taken',
  DISPUTE_LOST: 'lost',
  REVERSAL: 'won',
};

const CHARGEBACK = 'chargeback:';

/** What inquiries call a chargeback, whose kind of facts is that of refunds in the dashboard. */
export function chargebackReference(id: string): string {
  return CHARGEBACK + id;
}

/** The id of the chargeback; undefined for the reference of something else. */
export function chargebackIn(reference: string): string | undefined {
  return reference.startsWith(CHARGEBACK) ? reference.slice(CHARGEBACK.length) : undefined;
}

/** Undefined while the chargeback moves no money, or while its dispute changes nothing about that. */
export function chargebackState(chargeback: Json): ChargebackState {
  return stateIn(CHARGEBACK_STATES, chargeback);
}

/**
 * What the chargeback of our order's payment says: that it took the money, and after that, that the money is lost or
 * back. One whose first message was lost says both. Empty for one that moves no money, or whose amount cannot be read.
 */
export function chargebackFacts(order: string, chargeback: Json): readonly Fact[] {
  const [id, amount, state] = [idIn(chargeback, 'id'), moneyIn(chargeback), chargebackState(chargeback)];
  if (id === undefined || !amount || !state) return [];
  const reason = shownText(chargeback['reason_description'] ?? chargeback['reason'] ?? chargeback['status_detail']);
  const about = { provider: DLOCAL, reference: order, providerReference: id, amount, reason };
  const taken = toReversalFact({ ...about, id: `${id}:disputed`, type: 'dispute.opened' });
  if (state === 'taken') return [taken];
  return [taken, toReversalFact({ ...about, id: `${id}:${state}`, type: `dispute.${state}` })];
}

function stateIn<State>(states: Readonly<Record<string, State>>, { status }: Json): State | undefined {
  return typeof status === 'string' && Object.hasOwn(states, status) ? states[status] : undefined;
}
