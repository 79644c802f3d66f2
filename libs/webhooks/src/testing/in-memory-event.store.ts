import type { Tx } from '@app/kernel';
import type { PlatformKeys } from '../application/platform-keys';
import { EventStore, type StoredEvent } from '../application/ports';
import type { Destination, InMemoryDeliveryQueue } from './in-memory-delivery.queue';
import type { InMemoryEndpoints } from './in-memory-endpoints';

/** Adds deliveries to the in-memory queue. Rolling back a transaction undoes nothing. */
export class InMemoryEventStore extends EventStore {
  private readonly known = new Set<string>();

  constructor(
    private readonly queue: InMemoryDeliveryQueue,
    private readonly endpoints: InMemoryEndpoints,
    private readonly platformKeys: PlatformKeys,
  ) {
    super();
  }

  async add(_tx: Tx, events: readonly StoredEvent[]): Promise<number> {
    let added = 0;
    for (const event of events) {
      const destinations = this.destinationsOf(event);
      if (this.known.has(event.id) || destinations.length === 0) continue;
      this.known.add(event.id);
      for (const destination of destinations) this.queue.put(event, destination);
      added += destinations.length;
    }
    return added;
  }

  private destinationsOf(event: StoredEvent): Destination[] {
    const registered = [...this.endpoints.entries.values()]
      .filter(({ endpoint, deleted }) => endpoint.accountId === event.accountId && !deleted && endpoint.isActive)
      .filter(({ endpoint }) => (endpoint.events as string[]).includes(event.type))
      .map(({ endpoint: { id, url, secretVersion } }) => ({ endpointId: id, url, secretVersion, platformKeyId: null }));
    if (event.linkWebhookUrl === null) return registered;
    const { currentId: platformKeyId } = this.platformKeys;
    return [...registered, { endpointId: null, url: event.linkWebhookUrl, secretVersion: null, platformKeyId }];
  }
}
