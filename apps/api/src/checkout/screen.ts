import { isBankDebit, type CheckoutOrder, type CheckoutView } from '@app/payment-links';
import type { Outcome } from './pages/outcome.page';
import type { Declined } from './texts/texts';

/** What the page of a link shows. */
export type Screen =
  | { name: 'choose'; openOrder: CheckoutOrder | null; declined: Declined | null }
  | { name: 'debit'; order: CheckoutOrder }
  | { name: 'instructions'; order: CheckoutOrder }
  | { name: 'outcome'; outcome: Outcome };

/**
 * The screen for the link's status and its latest order. An order past its deadline is shown as expired even while the
 * link is still active, because the link is about to expire and the payer must not pay in between.
 */
export function screenOf(view: CheckoutView, now: Date, wantsAnotherMethod: boolean): Screen {
  const { link } = view;
  const arrived = arrivedOutcome(view);
  if (arrived) return outcome(arrived);
  switch (link.status) {
    case 'active':
      // A card link has only the order that it was created with.
      return activeScreen(view, now, wantsAnotherMethod && link.kind === 'payment_link');
    case 'completed':
      return outcome('paid');
    case 'in_transit':
      return outcome('inTransit');
    case 'processing':
    case 'expired':
    case 'cancelled':
    case 'returned':
      return outcome(link.status);
  }
}

/**
 * What the page says of money that arrived and did not fit. While it waits for a decision the page offers no payment, so
 * that the payer does not pay the whole amount again. An active link whose money was sent back can be paid.
 */
function arrivedOutcome({ link: { status }, arrived }: CheckoutView): Outcome | undefined {
  const isClosed = status === 'expired' || status === 'cancelled';
  if (arrived.length === 0 || (!isClosed && status !== 'active')) return undefined;
  if (arrived.some((one) => one.status === 'open')) return 'received';
  if (!isClosed) return undefined;
  return arrived.some((one) => one.status === 'credited') ? 'creditedLater' : 'sentBack';
}

function activeScreen({ order, usdEnabled }: CheckoutView, now: Date, wantsAnotherMethod: boolean): Screen {
  if (order?.status !== 'open') return { name: 'choose', openOrder: null, declined: declinedIn(order) };
  if (order.expiresAt && order.expiresAt <= now) return outcome('expired');
  const isDebit = isBankDebit(order.method);
  // USD was disabled after the order was opened: it can no longer be confirmed.
  if (isDebit && !usdEnabled) return { name: 'choose', openOrder: null, declined: null };
  if (wantsAnotherMethod) return { name: 'choose', openOrder: order, declined: null };
  return { name: isDebit ? 'debit' : 'instructions', order };
}

function declinedIn(order: CheckoutOrder | null): Declined | null {
  if (order?.status !== 'refused') return null;
  return isBankDebit(order.method) ? 'debit' : 'payment';
}

function outcome(name: Outcome): Screen {
  return { name: 'outcome', outcome: name };
}
