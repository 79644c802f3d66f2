import type { CheckoutOrder } from '../../checkout/domain/checkout-order';
import type { PaymentLink } from '../../links/domain/payment-link';
import { asideOf, decide, returnableAside, type Aside, type SettlementOutcome } from '../domain/settlement-decision';
import type { PendingNotification, SettledNotification } from './ports';

export interface DecidedBatch {
  settled: SettledNotification[];
  /** Those that have to wait for another one; they stay as they are. */
  waiting: PendingNotification[];
}

/**
 * Decides notifications one after the other: each sees what those before it did to the link, the order and what was put
 * aside.
 */
export function decideAll(pending: readonly PendingNotification[]): DecidedBatch {
  const links = new Map<string, PaymentLink>();
  const orders = new Map<string, CheckoutOrder>();
  const asides = new Map<string, Aside>();
  const [settled, waiting]: [SettledNotification[], PendingNotification[]] = [[], []];
  for (const item of pending) {
    const current: PendingNotification = {
      ...item,
      link: links.get(item.link.id) ?? item.link,
      order: orders.get(item.order.id) ?? item.order,
      asides: item.asides.map((aside) => asides.get(aside.id) ?? aside),
    };
    const decision = decide(current);
    if (decision.outcome === 'waiting') {
      waiting.push(current);
      continue;
    }
    const isReturn = decision.outcome === 'aside_returned' || decision.outcome === 'credit_returned';
    const aside = (isReturn ? returnableAside(current) : asideOf(current)) ?? null;
    settled.push({ ...decision, pending: current, aside });
    links.set(item.link.id, { ...current.link, status: decision.linkStatus });
    orders.set(item.order.id, { ...current.order, status: decision.orderStatus });
    if (aside) asides.set(aside.id, { ...aside, ...becomes(decision.outcome) });
  }
  return { settled, waiting };
}

function becomes(outcome: SettlementOutcome): Partial<Aside> {
  if (outcome === 'aside_returned') return { status: 'refunded' };
  if (outcome === 'credit_returned') return { payment: 'returned' };
  return outcome === 'credited' ? { status: 'matched' } : {};
}
