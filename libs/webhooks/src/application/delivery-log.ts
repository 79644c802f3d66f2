import { UnitOfWork, type Page } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DeliveryNotFoundError } from '../domain/errors';
import { DeliveryAnnouncer, DeliveryLogReader, type DeliveryFilter, type DeliveryRecord } from './ports';

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
   * Queues a new delivery of the same event and returns its id. Staff passes no account. Throws `DeliveryNotFoundError`.
   */
  async resend(deliveryId: string, accountId?: string): Promise<string> {
    const id = await this.uow.once((tx) => this.reader.resend(tx, deliveryId, accountId));
    if (id === undefined) throw new DeliveryNotFoundError();
    this.announcer.announce();
    return id;
  }
}
