import { Clock, newId, UnitOfWork, type DomainError, type Tx } from '@app/kernel';
import { NotificationHandler, type RailNotification, type SettledNotification, type Subject } from '@app/rails';
import { Injectable } from '@nestjs/common';
import { CheckoutOrdersRepository } from '../../checkout/application/ports';
import { PaymentLinksRepository } from '../../links/application/ports';
import { OrderNotFoundError } from '../domain/errors';
import type { PaymentException } from '../domain/payment-exception';
import { CollectionBooks } from './collection-books';
import { COLLECTION, toPaymentNotification } from './payment-notifications';
import { SettlementRepository } from './ports';
import { decideAll, movesOf } from './settlement-batch';

/** Turns what rails report about orders into credited money, exactly once. */
@Injectable()
export class Settlement extends NotificationHandler {
  readonly kind = COLLECTION;

  constructor(
    private readonly repository: SettlementRepository,
    private readonly links: PaymentLinksRepository,
    private readonly orders: CheckoutOrdersRepository,
    private readonly books: CollectionBooks,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {
    super();
  }

  recognize(subjects: readonly Subject[]): Promise<boolean[]> {
    return this.repository.recognize(subjects);
  }

  /** Records the money of an unknown order as a payment exception, once, and returns `OrderNotFoundError`. */
  async refuse(notification: RailNotification): Promise<DomainError | undefined> {
    const { provider, id: notificationId, reference, amount } = notification;
    if (!amount) return new OrderNotFoundError();
    const now = this.clock.now();
    const exception: PaymentException = {
      ...{ id: newId(), provider, notificationId, reference, linkId: null, orderId: null },
      ...{ reason: 'unknown_order', amount, status: 'open', walletId: null, resolution: null },
      ...{ createdAt: now, resolvedAt: null },
    };
    const recorded = await this.uow.run(async (tx) => {
      const isNew = await this.repository.recordUnknown(tx, exception);
      if (isNew) await this.books.recordUnknown(tx, exception);
      return isNew;
    });
    if (recorded) return new OrderNotFoundError();
    const [isKnown] = await this.repository.recognize([notification]);
    return isKnown ? undefined : new OrderNotFoundError();
  }

  lock(tx: Tx, subjects: readonly Subject[]): Promise<Subject[]> {
    return this.repository.lock(tx, subjects);
  }

  async settle(tx: Tx, batch: readonly RailNotification[]): Promise<SettledNotification[]> {
    const settled = decideAll(await this.repository.read(tx, batch.map(toPaymentNotification)));
    if (settled.length === 0) return [];
    const { links, orders } = movesOf(settled);
    await this.links.save(tx, links);
    await this.orders.save(tx, orders);
    const recorded = await this.repository.writeExceptions(tx, settled);
    await this.books.record(tx, settled, recorded);
    return settled.map(({ outcome, pending: { notification } }) => ({
      notification,
      outcome,
      needsStaff: outcome.startsWith('exception:'),
    }));
  }
}
