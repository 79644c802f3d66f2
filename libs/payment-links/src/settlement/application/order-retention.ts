import { UnitOfWork } from '@app/kernel';
import { CONFIG, type Config } from '@app/platform';
import { FactInbox, subjectKey } from '@app/rails';
import { Inject, Injectable } from '@nestjs/common';
import { COLLECTION } from '../../checkout/domain/checkout-order';
import { OrderArchive } from './ports';

/**
 * Deletes old orders that were never paid. Money that a rail reports about one later becomes a payment exception about
 * an unknown order.
 */
@Injectable()
export class OrderRetention {
  constructor(
    private readonly archive: OrderArchive,
    private readonly inbox: FactInbox,
    private readonly uow: UnitOfWork,
    @Inject(CONFIG) private readonly config: Pick<Config, 'retentionOrdersMs'>,
  ) {}

  /**
   * Deletes at most `limit` orders; returns how many. Those with unsettled facts stay. A fact can still be
   * stored while its order is deleted: `Settlement` settles it as one about an unknown order.
   */
  async deleteOld(limit: number): Promise<number> {
    return this.uow.run(async (tx) => {
      const orders = await this.archive.lockUnpaid(tx, this.config.retentionOrdersMs, limit);
      if (orders.length === 0) return 0;
      const unsettled = new Set((await this.inbox.findUnsettledSubjects(tx, COLLECTION, orders)).map(subjectKey));
      const ids = orders.filter((order) => !unsettled.has(subjectKey(order))).map(({ id }) => id);
      if (ids.length > 0) await this.archive.delete(tx, ids);
      return ids.length;
    });
  }
}
