import { UnitOfWork } from '@app/kernel';
import { EventPublisher } from '@app/webhooks';
import { Injectable } from '@nestjs/common';
import { linkEvent } from '../../links/application/link-events';
import { OrderInquiries } from './order-inquiries';
import { DueOrders } from './ports';

/** Expires links whose checkout order ran out of time. */
@Injectable()
export class Deadlines {
  constructor(
    private readonly orders: DueOrders,
    private readonly events: EventPublisher,
    private readonly inquiries: OrderInquiries,
    private readonly uow: UnitOfWork,
  ) {}

  /** Expires at most `limit` links and publishes their events in the same transaction; returns how many. */
  async expireDue(limit: number): Promise<number> {
    const expired = await this.uow.run(async (tx) => {
      const orders = await this.orders.expireDue(tx, limit);
      if (orders.length > 0) {
        await this.events.publish(
          tx,
          orders.map(({ link }) => linkEvent('payment_link.expired', link)),
        );
      }
      return orders;
    });
    await this.inquiries.askNow(expired.map(({ subject }) => subject));
    return expired.length;
  }
}
