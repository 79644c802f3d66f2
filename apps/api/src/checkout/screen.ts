import { isBankDebit, type CheckoutOrder, type CheckoutView } from '@app/payment-links';
import type { Outcome } from './pages/outcome.page';

/** What a payment's page shows. */
export type Screen =
  | { name: 'choose'; openOrder: CheckoutOrder | null; debitRefused: boolean }
  | { name: 'debit'; order: CheckoutOrder }
  | { name: 'instructions'; order: CheckoutOrder }
  | { name: 'outcome'; outcome: Outcome };

/**
 * Follows the link's status and the order that was last opened. An order whose deadline has passed is shown as expired
 * although the link is not yet: it will be in a moment, and nobody shall pay in between.
 */
export function screenOf(view: CheckoutView, now: Date, wantsToChange: boolean): Screen {
  const { link } = view;
  switch (link.status) {
    case 'active':
      // A card link has the one order that it was created with.
      return activeScreen(view, now, wantsToChange && link.kind === 'payment_link');
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

function activeScreen({ order, usdEnabled }: CheckoutView, now: Date, wantsToChange: boolean): Screen {
  if (order?.status !== 'open') return { name: 'choose', openOrder: null, debitRefused: order?.status === 'refused' };
  if (order.expiresAt && order.expiresAt <= now) return outcome('expired');
  const isDebit = isBankDebit(order.method);
  // An order from before USD was switched off can no longer be confirmed.
  if (isDebit && !usdEnabled) return { name: 'choose', openOrder: null, debitRefused: false };
  if (wantsToChange) return { name: 'choose', openOrder: order, debitRefused: false };
  return { name: isDebit ? 'debit' : 'instructions', order };
}

function outcome(name: Outcome): Screen {
  return { name: 'outcome', outcome: name };
}
