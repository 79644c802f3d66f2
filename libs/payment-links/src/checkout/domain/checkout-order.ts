import { move, targetOf, type Money, type Transitions } from '@app/kernel';
import type { CollectionTerms } from '../../links/domain/collection-terms';
import type { PayerLanguage } from '../../links/domain/payer-language';
import type { ShownDebitAccount } from './debit-account';
import type { Instruction } from './instruction';

/** The kind of the facts that providers send about orders. */
export const COLLECTION = 'collection';

export type OrderStatus = 'open' | 'confirmed' | 'paid' | 'lapsed' | 'superseded' | 'refused' | 'returned';

/** The payer's details, as far as they are known. */
export interface Payer {
  name: string | null;
  email: string | null;
  document: string | null;
  /** Such as `cpf`, where a provider requires the document. */
  documentType?: string | null;
  phone?: string | null;
}

/** A payer's choice of a method: an order at a rail, with the deadline that the rail gave it. */
export interface CheckoutOrder {
  id: string;
  linkId: string;
  method: string;
  status: OrderStatus;
  provider: string;
  /** The rail's name for the order in its notifications. */
  providerReference: string;
  payer: Payer;
  /** Of the page on which the payer chose the method; null for an order that no page opened. */
  language: PayerLanguage | null;
  /** Those that it is credited by. */
  terms: CollectionTerms;
  /** Those that it was opened with, where staff credited it by others. */
  agreedTerms?: CollectionTerms;
  instructions: readonly Instruction[];
  /** The account that a bank debit draws on, once the payer has confirmed it. */
  debit: ShownDebitAccount | null;
  expiresAt: Date | null;
  createdAt: Date;
}

/** What the order asked its payer for, whatever staff have credited it by. */
export function promisedAmount({ agreedTerms, terms }: CheckoutOrder): Money {
  return (agreedTerms ?? terms).payerAmount;
}

/** The events that change the status of an order. */
export type OrderEvent = 'confirm' | 'pay' | 'expire' | 'supersede' | 'close' | 'decline' | 'return';

/**
 * Every transition of an order. `close`: its link was cancelled, or completed by another payment, which supersedes the
 * order too. A rail's payment is never dropped: an order that expired, was superseded or was declined can still be
 * paid. A debit whose confirmation was never recorded can be paid, declined or returned, and a confirmed debit may be
 * confirmed again by its rail.
 */
export const ORDER_TRANSITIONS: Transitions<OrderEvent, OrderStatus> = {
  confirm: { open: 'confirmed', confirmed: 'confirmed' },
  pay: { open: 'paid', confirmed: 'paid', lapsed: 'paid', superseded: 'paid', refused: 'paid' },
  expire: { open: 'lapsed' },
  supersede: { open: 'superseded' },
  close: { open: 'superseded' },
  decline: { open: 'refused', confirmed: 'refused', superseded: 'refused' },
  return: { paid: 'returned' },
};

/** The statuses of orders that have ended without a payment, although their rail may still report one. */
export const UNPAID_STATUSES: readonly OrderStatus[] = (['expire', 'supersede', 'decline'] as const).map((event) =>
  targetOf(ORDER_TRANSITIONS, event),
);

/** When a payment was made, as far as its rail says, and when the service heard of it. */
export interface PaymentTimes {
  readonly paidAt?: Date | undefined;
  readonly receivedAt: Date;
}

/**
 * Whether a payment comes after the order's deadline, or after another order superseded it. The rail's time decides where
 * it gives one: also for an order that has lapsed since. An order without a deadline holds its exchange rate for `lockMs`;
 * without a conversion it is never late. Rule 6.18.
 */
export function isLate(order: CheckoutOrder, { paidAt, receivedAt }: PaymentTimes, lockMs: number): boolean {
  const { status, expiresAt, createdAt, terms } = order;
  if (status === 'superseded' || (status === 'lapsed' && paidAt === undefined)) return true;
  const at = paidAt !== undefined && paidAt < receivedAt ? paidAt : receivedAt;
  if (expiresAt !== null) return expiresAt <= at;
  return terms.exchangeRate !== null && createdAt.getTime() + lockMs <= at.getTime();
}

/** The order after the event, or undefined if its status rejects the event. */
export function moveOrder(order: CheckoutOrder, event: OrderEvent): CheckoutOrder | undefined {
  return move(ORDER_TRANSITIONS, order, event);
}
