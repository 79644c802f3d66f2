import type { Move, Tx } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { CheckoutOrdersRepository } from '../../checkout/application/ports';
import type { CheckoutOrder } from '../../checkout/domain/checkout-order';
import { PaymentLinksRepository } from '../../links/application/ports';
import type { PaymentLink } from '../../links/domain/payment-link';

/** New states of locked links and of their orders. */
export interface LinksAndOrders {
  readonly links: readonly Move<PaymentLink>[];
  readonly orders: readonly Move<CheckoutOrder>[];
  /** Links that were completed by another order than the open one, which closes with its link. */
  readonly closing: readonly string[];
}

/** Writes links together with their orders. */
@Injectable()
export class LinkMoves {
  constructor(
    private readonly links: PaymentLinksRepository,
    private readonly orders: CheckoutOrdersRepository,
  ) {}

  /** Throws `RetryTransactionError` when one of them has changed since it was read. */
  async write(tx: Tx, { links, orders, closing }: LinksAndOrders): Promise<void> {
    await this.links.save(tx, links);
    await this.orders.save(tx, orders);
    if (closing.length > 0) await this.orders.close(tx, closing);
  }
}
