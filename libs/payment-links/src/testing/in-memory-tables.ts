import type { CheckoutOrder } from '../checkout/domain/checkout-order';
import type { PaymentLink } from '../links/domain/payment-link';
import type { PaymentException } from '../settlement/domain/payment-exception';
import type { ReceivedPayment } from '../settlement/domain/received-payment';

/** The tables of the library, in memory, with the caller's clock. */
export class InMemoryTables {
  links = new Map<string, PaymentLink>();
  orders = new Map<string, CheckoutOrder>();
  /** By link. */
  openings = new Map<string, readonly Date[]>();
  payments: ReceivedPayment[] = [];
  exceptions: PaymentException[] = [];
  /** The last one of each account. */
  receiptNumbers = new Map<string, bigint>();

  constructor(readonly now: () => Date = () => new Date()) {}

  /** Saves the tables; calling the result restores them. */
  savepoint(): () => void {
    const { links, orders, openings, payments, exceptions, receiptNumbers } = this;
    this.links = new Map(links);
    this.orders = new Map(orders);
    this.openings = new Map(openings);
    this.payments = [...payments];
    this.exceptions = [...exceptions];
    this.receiptNumbers = new Map(receiptNumbers);
    return () => Object.assign(this, { links, orders, openings, payments, exceptions, receiptNumbers });
  }

  changeLink(id: string, changes: Partial<PaymentLink>): PaymentLink {
    const changed = { ...(this.links.get(id) as PaymentLink), ...changes, updatedAt: this.now() };
    this.links.set(id, changed);
    return changed;
  }

  changeOrder(id: string, changes: Partial<CheckoutOrder>): void {
    this.orders.set(id, { ...(this.orders.get(id) as CheckoutOrder), ...changes });
  }

  changeException(id: string, changes: Partial<PaymentException>): void {
    const at = this.exceptions.findIndex((exception) => exception.id === id);
    this.exceptions[at] = { ...(this.exceptions[at] as PaymentException), ...changes };
  }

  ordersOf(linkId: string): CheckoutOrder[] {
    return [...this.orders.values()].filter((order) => order.linkId === linkId);
  }
}
