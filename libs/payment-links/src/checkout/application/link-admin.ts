import type { PaymentLink } from '../../links/domain/payment-link';
import type { CheckoutOrder } from '../domain/checkout-order';

/** A link with the orders that payers have opened on it. */
export interface LinkWithOrders {
  link: PaymentLink;
  /** Newest first. */
  orders: CheckoutOrder[];
}

/** What staff read about links and orders of any account. */
export abstract class LinkAdmin {
  /** With its newest `orders` orders. */
  abstract findLink(id: string, orders: number): Promise<LinkWithOrders | undefined>;
  /** An order, and the account of its link. */
  abstract findOrder(id: string): Promise<{ order: CheckoutOrder; accountId: string } | undefined>;
}
