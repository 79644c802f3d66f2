import { UnitOfWork, type AlsoInTransaction, type Page } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DeliveryNotFoundError } from '../domain/errors';
import {
  DeliveryAnnouncer,
  DeliveryLogReader,
  type DeliveryFilter,
  type DeliveryRecord,
  type ResentDelivery,
} from './ports';

/** What was delivered to whom, attempt by attempt, and sending it once more. */
@Injectable()
export class DeliveryLog {
  constructor(
    private readonly reader: DeliveryLogReader,
    private readonly announcer: DeliveryAnnouncer,
    private readonly uow: UnitOfWork,
  ) {}

  /** The account's deliveries, newest first. */
  list(accountId: string, filter: DeliveryFilter): Promise<Page<DeliveryRecord>> {
    return this.reader.list(accountId, filter);
  }

  /**
   * Queues a new delivery of the same event, whatever became of the old one. Staff names no account. Throws
   * `DeliveryNotFoundError`.
   */
  async resend(
    deliveryId: string,
    accountId?: string,
    also?: AlsoInTransaction<ResentDelivery>,
  ): Promise<ResentDelivery> {
    const resent = await this.uow.run(async (tx) => {
      const queued = await this.reader.resend(tx, deliveryId, accountId);
      if (!queued) throw new DeliveryNotFoundError();
      await also?.(tx, queued);
      return queued;
    });
    this.announcer.announce();
    return resent;
  }
}
