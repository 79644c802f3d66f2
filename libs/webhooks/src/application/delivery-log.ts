import { AuditLog, type Actor } from '@app/accounts';
import { IdempotentResponses, UnitOfWork, type IdempotentResponse, type Page } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DeliveryNotFoundError } from '../domain/errors';
import {
  DeliveryAnnouncer,
  DeliveryLogRepository,
  type DeliveryFilter,
  type DeliveryRecord,
  type ReceiverHealth,
} from './ports';

/**
 * Shows deliveries with their attempts, and queues an event once more. Staff pass no account and see the deliveries of
 * all.
 */
@Injectable()
export class DeliveryLog {
  constructor(
    private readonly log: DeliveryLogRepository,
    private readonly announcer: DeliveryAnnouncer,
    private readonly audit: AuditLog,
    private readonly responses: IdempotentResponses,
    private readonly uow: UnitOfWork,
  ) {}

  /** Newest first. Throws `ValidationError` for a cursor that is not from this list. */
  list(accountId: string | undefined, filter: DeliveryFilter): Promise<Page<DeliveryRecord>> {
    return this.log.list(accountId, filter);
  }

  /** Throws `DeliveryNotFoundError`. */
  async read(accountId: string | undefined, id: string): Promise<DeliveryRecord> {
    const found = await this.log.find(accountId, id);
    if (!found) throw new DeliveryNotFoundError();
    return found;
  }

  /** At most `limit` receivers with pending deliveries; the one with the oldest first. */
  receivers(accountId: string | undefined, limit: number): Promise<ReceiverHealth[]> {
    return this.log.receivers(accountId, limit);
  }

  /**
   * Queues a new delivery of the same event, for an old one in any status. Throws `DeliveryNotFoundError`.
   */
  async resend(
    by: Actor,
    deliveryId: string,
    accountId?: string,
    response?: IdempotentResponse<DeliveryRecord>,
  ): Promise<DeliveryRecord> {
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
      await this.responses.keep(tx, response, resent);
      return resent;
    });
    this.announcer.announce();
    return queued;
  }
}
