import type { Page, Tx } from '@app/kernel';
import { DeliveryLogReader, type DeliveryFilter, type DeliveryRecord, type ResentDelivery } from '../application/ports';
import type { DeliveryEntry, InMemoryDeliveryQueue } from './in-memory-delivery.queue';
import type { InMemoryEndpointRepository } from './in-memory-endpoint.repository';

/** Reads the in-memory queue. */
export class InMemoryDeliveryLogReader extends DeliveryLogReader {
  constructor(
    private readonly queue: InMemoryDeliveryQueue,
    private readonly endpoints: InMemoryEndpointRepository,
  ) {
    super();
  }

  async list(
    accountId: string,
    { status, endpointId, cursor, perPage }: DeliveryFilter,
  ): Promise<Page<DeliveryRecord>> {
    const found = [...this.queue.deliveries.values()]
      .filter((delivery) => delivery.event.accountId === accountId)
      .filter((delivery) => status === undefined || delivery.status === status)
      .filter((delivery) => endpointId === undefined || delivery.endpointId === endpointId)
      .filter(({ id }) => cursor === undefined || id < cursor)
      .sort((a, b) => (a.id < b.id ? 1 : -1));
    const items = found.slice(0, perPage).map(toRecord);
    return { items, nextCursor: found.length > perPage ? (items.at(-1)?.id ?? null) : null };
  }

  async resend(_tx: Tx, deliveryId: string, accountId: string | undefined): Promise<ResentDelivery | undefined> {
    const delivery = this.queue.deliveries.get(deliveryId);
    if (!delivery || (accountId !== undefined && delivery.event.accountId !== accountId)) return undefined;
    const { event, endpointId, url } = delivery;
    const entry = endpointId === null ? undefined : this.endpoints.entries.get(endpointId);
    const destination = {
      endpointId,
      url: entry && !entry.deleted ? entry.endpoint.url : url,
      secretVersion: entry?.endpoint.secretVersion ?? null,
    };
    const id = this.queue.put(event, destination);
    return { id, eventId: event.id, accountId: event.accountId, endpointId, url: destination.url };
  }
}

function toRecord(delivery: DeliveryEntry): DeliveryRecord {
  const { id, event, endpointId, url, status, nextAttemptAt, createdAt, completedAt, attempts } = delivery;
  return {
    id,
    eventId: event.id,
    event: event.type,
    endpointId,
    url,
    status,
    nextAttemptAt: status === 'pending' ? new Date(nextAttemptAt) : null,
    createdAt,
    completedAt,
    attempts: [...attempts.values()].sort((a, b) => a.attempt - b.attempt),
  };
}
