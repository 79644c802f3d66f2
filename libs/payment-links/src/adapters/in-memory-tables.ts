import type { Money } from '@app/kernel';
import type { RailNotification, ReceivedPayment } from '../application/ports';
import type { CheckoutOrder } from '../domain/checkout-order';
import type { PaymentLink } from '../domain/payment-link';

export interface NotificationEntry {
  notification: RailNotification;
  body: string;
  /** Null until it is settled. */
  outcome: string | null;
  attempts: number;
  nextAttemptAt: number;
}

/** A payment that could not be credited. */
export interface PaymentException {
  notificationId: string;
  linkId: string;
  orderId: string;
  reason: string;
  amount: Money;
}

/** The tables of the library, in memory, by a clock of the caller's; a rolled-back transaction is not undone. */
export class InMemoryTables {
  /** By account. */
  readonly merchants = new Map<string, { name: string; usdEnabled: boolean }>();
  readonly links = new Map<string, PaymentLink>();
  readonly orders = new Map<string, CheckoutOrder>();
  readonly notifications = new Map<string, NotificationEntry>();
  readonly payments: ReceivedPayment[] = [];
  readonly exceptions: PaymentException[] = [];

  constructor(readonly now: () => Date = () => new Date()) {}

  changeLink(id: string, changes: Partial<PaymentLink>): PaymentLink {
    const changed = { ...(this.links.get(id) as PaymentLink), ...changes, updatedAt: this.now() };
    this.links.set(id, changed);
    return changed;
  }

  changeOrder(id: string, changes: Partial<CheckoutOrder>): void {
    this.orders.set(id, { ...(this.orders.get(id) as CheckoutOrder), ...changes });
  }

  ordersOf(linkId: string): CheckoutOrder[] {
    return [...this.orders.values()].filter((order) => order.linkId === linkId);
  }
}
