import { isPaymentFactType, type CheckoutOrder } from '@app/payment-links';
import type { SandboxNotification } from '@app/providers';
import type { SimulatedEvent, Simulation } from './simulation.dto';

/** The events that a rail reports, which do not include the confirmation of a debit. */
export type RailEvent = Exclude<SimulatedEvent, 'debit_confirm'>;

const WORDS = {
  lapse: ['lapsed', 'order.lapsed'],
  debit_submit: ['submitted', 'debit.submitted'],
  debit_refuse: ['refused', 'debit.refused'],
  debit_return: ['returned', 'debit.returned'],
} as const;

const REVERSALS = {
  refund: ['refund', 'refund.made'],
  dispute: ['disputed', 'dispute.opened'],
  dispute_win: ['dispute_won', 'dispute.won'],
} as const;

/** Whether the event takes a payment back that has been credited, or ends that. */
export function isReversal(event: SimulatedEvent): event is keyof typeof REVERSALS {
  return Object.hasOwn(REVERSALS, event);
}

/** False for a payment of another amount than the order's. */
export function isOwed({ terms }: CheckoutOrder, { amount, type }: SandboxNotification): boolean {
  return amount === undefined || !isPaymentFactType(type) || amount === terms.payerAmount.toFixed();
}

/** The rail's notification of the event. The same event of the same order always has the same id. */
export function notificationOf(
  order: CheckoutOrder,
  event: RailEvent,
  { amount, payer }: Pick<Simulation, 'amount' | 'payer'>,
): SandboxNotification {
  const reference = order.providerReference;
  if (isReversal(event)) return reversalOf(order, event, amount);
  if (event !== 'pay' && event !== 'debit_settle') {
    const [word, type] = WORDS[event];
    return { id: `${reference}:${word}`, type, reference };
  }
  const owed = order.terms.payerAmount;
  // `15000` and `15000.00` are the same payment, so the same notification.
  const paid = amount === null || amount.value.eq(owed.amount) ? owed.toFixed() : amount.value.toFixed();
  const [word, type] =
    event === 'pay' ? (['paid', 'payment.received'] as const) : (['settled', 'debit.settled'] as const);
  return {
    id: `${reference}:${word}:${paid}`,
    type,
    reference,
    amount: paid,
    currency: owed.currency,
    ...(payer && { payer }),
  };
}

/** A dispute is of the whole payment; a refund, of the amount that is given. */
function reversalOf(
  { providerReference: reference, terms }: CheckoutOrder,
  event: keyof typeof REVERSALS,
  amount: Simulation['amount'],
): SandboxNotification {
  const [word, type] = REVERSALS[event];
  const taken = event === 'refund' && amount !== null ? amount.in(terms.payerAmount.currency) : terms.payerAmount;
  const ofIt = event === 'refund' ? `refund:${taken.toFixed()}` : 'dispute';
  return {
    id: event === 'refund' ? `${reference}:${ofIt}` : `${reference}:${word}`,
    type,
    reference,
    amount: taken.toFixed(),
    currency: taken.currency,
    provider_reference: `${reference}:${ofIt}`,
  };
}
