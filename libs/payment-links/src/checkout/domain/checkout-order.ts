import { move, type Transitions } from '@app/kernel';
import type { CollectionTerms } from '../../links/domain/collection-terms';
import type { ShownDebitAccount } from './debit-account';

export type OrderStatus = 'open' | 'confirmed' | 'paid' | 'lapsed' | 'superseded' | 'refused' | 'returned';

/** Who pays, as far as they told. */
export interface Payer {
  name: string | null;
  email: string | null;
  document: string | null;
}

/** One thing that the payer needs in order to pay: an account number, a code to copy, an address to open. */
export interface Instruction {
  label: string;
  value: string;
  /** How the page shows it: plain text, text worth a copy button, a code that is also drawn as a QR, or a link. */
  kind: 'text' | 'copy' | 'qr' | 'link';
}

/** A payer's choice of a method: an order at a rail, with the deadline that the rail gave it. */
export interface CheckoutOrder {
  id: string;
  linkId: string;
  method: string;
  status: OrderStatus;
  provider: string;
  /** How the rail names the order in its notifications. */
  providerReference: string;
  payer: Payer;
  terms: CollectionTerms;
  instructions: readonly Instruction[];
  /** The account that a bank debit draws on, once the payer has confirmed it. */
  debit: ShownDebitAccount | null;
  expiresAt: Date | null;
  createdAt: Date;
}

/** What moves an order. */
export type OrderEvent = 'confirm' | 'pay' | 'lapse' | 'supersede' | 'refuse' | 'return';

/**
 * Every move of an order. A rail's payment is never dropped: whatever became of the order, it can still be paid. A debit
 * whose confirmation never reached us is paid, refused or returned all the same, and a confirmed one may be confirmed
 * again by its rail.
 */
export const ORDER_TRANSITIONS: Transitions<OrderEvent, OrderStatus> = {
  confirm: { open: 'confirmed', confirmed: 'confirmed' },
  pay: { open: 'paid', confirmed: 'paid', lapsed: 'paid', superseded: 'paid', refused: 'paid' },
  lapse: { open: 'lapsed' },
  supersede: { open: 'superseded' },
  refuse: { open: 'refused', confirmed: 'refused', superseded: 'refused' },
  return: { paid: 'returned' },
};

/** The order after the event, or undefined where it refuses the event. */
export function moveOrder(order: CheckoutOrder, event: OrderEvent): CheckoutOrder | undefined {
  return move(ORDER_TRANSITIONS, order, event);
}
