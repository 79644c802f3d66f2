import { AuditLog, type Actor } from '@app/accounts';
import { IdempotentAnswers, UnitOfWork, type IdempotentAnswer, type Page } from '@app/kernel';
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
    private readonly audit: AuditLog,
    private readonly answers: IdempotentAnswers,
    private readonly uow: UnitOfWork,
  ) {}

  /** The account's deliveries, newest first. Throws `ValidationError` for a cursor that is not from this list. */
  list(accountId: string, filter: DeliveryFilter): Promise<Page<DeliveryRecord>> {
    return this.log.list(accountId, filter);
  }

  /** Throws `DeliveryNotFoundError`. */
  async read(accountId: string, id: string): Promise<DeliveryRecord> {
    const found = await this.log.find(accountId, id);
    if (!found) throw new DeliveryNotFoundError();
    return found;
  }

  /**
   * Queues a new delivery of the same event, for an old one in any status. Without `accountId`, as for staff, the
   * delivery may be of any account. Throws `DeliveryNotFoundError`.
   */
  async resend(
    by: Actor,
    deliveryId: string,
    accountId?: string,
    answer?: IdempotentAnswer<ResentDelivery>,
  ): Promise<ResentDelivery> {
    const queued = await this.uow.run(async (tx) => {
      const resent = await this.log.resend(tx, deliveryId, accountId);
      if (!resent) throw new DeliveryNotFoundError();
      await this.audit.record(tx, {
        actor: by,
        action: 'webhook_delivery.resent',
        object: { type: 'webhook_delivery', id: deliveryId },
        accountId: resent.accountId,
        details: { queued: resent.id, event_id: resent.eventId },
      });
      await this.answers.keep(tx, answer, resent);
      return resent;
    });
    this.announcer.announce();
    return queued;
  }
}
