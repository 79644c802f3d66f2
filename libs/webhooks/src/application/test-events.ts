import { AuditLog, type Actor } from '@app/accounts';
import { Clock, newId, UnitOfWork } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { EventName } from '../domain/event-names';
import { EXAMPLE_DATA } from '../domain/example-events';
import { WebhookNotFoundError } from '../domain/errors';
import { DeliveryAnnouncer, DeliveryLogRepository, EndpointRepository, type DeliveryRecord } from './ports';

/** Sends events with example data, so that an integrator can try a receiver without money. */
@Injectable()
export class TestEvents {
  constructor(
    private readonly endpoints: EndpointRepository,
    private readonly log: DeliveryLogRepository,
    private readonly announcer: DeliveryAnnouncer,
    private readonly audit: AuditLog,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Queues one delivery to the endpoint, whether it is active and listens to the event or not. It is signed like others, has
   * one attempt, and its body says `test: true`. Throws `WebhookNotFoundError`.
   */
  async send(accountId: string, by: Actor, endpointId: string, type: EventName): Promise<DeliveryRecord> {
    const id = newId();
    const createdAt = this.clock.now();
    const body = JSON.stringify({
      id,
      event: type,
      created_at: createdAt.toISOString(),
      test: true,
      data: EXAMPLE_DATA[type],
    });
    const queued = await this.uow.run(async (tx) => {
      if (!(await this.endpoints.lock(tx, accountId, endpointId))) throw new WebhookNotFoundError();
      const delivery = await this.log.queueTest(tx, endpointId, { id, accountId, type, body, createdAt });
      await this.audit.record(tx, {
        actor: by,
        action: 'webhook_endpoint.tested',
        object: { type: 'webhook_endpoint', id: endpointId },
        accountId,
        details: { event: type, delivery_id: delivery.id },
      });
      return delivery;
    });
    this.announcer.announce();
    return queued;
  }
}
