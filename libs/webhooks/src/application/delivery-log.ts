import type { Page, Tx } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DeliveryNotFoundError } from '../domain/errors';
import {
  DeliveryAnnouncer,
  DeliveryLogRepository,
  type DeliveryFilter,
  type DeliveryRecord,
  type ResentDelivery,
} from './ports';

/** Shows deliveries with their attempts, and queues an event once more. */
@Injectable()
export class DeliveryLog {
  constructor(
    private readonly log: DeliveryLogRepository,
    private readonly announcer: DeliveryAnnouncer,
  ) {}

  /** The account's deliveries, newest first. */
  list(accountId: string, filter: DeliveryFilter): Promise<Page<DeliveryRecord>> {
    return this.log.list(accountId, filter);
  }

  /**
   * Queues a new delivery of the same event, for an old one in any status. Without `accountId`, as for staff, the
   * delivery may be of any account. Throws `DeliveryNotFoundError`.
   */
  async resend(tx: Tx, deliveryId: string, accountId?: string): Promise<ResentDelivery> {
    const queued = await this.log.resend(tx, deliveryId, accountId);
    if (!queued) throw new DeliveryNotFoundError();
    this.announcer.announce();
    return queued;
  }
}
