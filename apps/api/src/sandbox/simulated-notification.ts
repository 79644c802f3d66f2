import type { CheckoutOrder } from '@app/payment-links';
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

/** False for a notification of another amount than the order's. */
export function isOwed({ terms }: CheckoutOrder, { amount }: SandboxNotification): boolean {
  return amount === undefined || amount === terms.payerAmount.toFixed();
}

/** The rail's notification of the event. The same event of the same order always has the same id. */
export function notificationOf(
  order: CheckoutOrder,
  event: RailEvent,
  { amount, payer }: Pick<Simulation, 'amount' | 'payer'>,
): SandboxNotification {
  const reference = order.providerReference;
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
