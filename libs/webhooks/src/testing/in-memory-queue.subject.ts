import { newId } from '@app/kernel';
import { NoUnitOfWork, StandingClock } from '@app/kernel/testing';
import { aConfig } from '@app/platform/testing';
import { PlatformKeys } from '../application/platform-keys';
import type { DeliveryQueueSubject } from './delivery-queue.contract';
import { InMemoryDeliveryQueue } from './in-memory-delivery.queue';
import { InMemoryEndpoints } from './in-memory-endpoints';
import { InMemoryEventStore } from './in-memory-event.store';

/** The in-memory adapters, as the contract suite drives them. */
export function inMemoryQueueSubject(): DeliveryQueueSubject {
  const clock = new StandingClock();
  const endpoints = new InMemoryEndpoints();
  const queue = new InMemoryDeliveryQueue(endpoints, clock);
  return {
    queue,
    events: new InMemoryEventStore(queue, endpoints, new PlatformKeys(aConfig())),
    endpoints,
    uow: new NoUnitOfWork(),
    anAccount: async () => newId(),
    elapse: async (ms) => clock.advance(ms),
    attempts: async (id) =>
      [...(queue.deliveries.get(id)?.attempts.values() ?? [])].map(({ attempt, statusCode, error }) => ({
        attempt,
        statusCode,
        error,
      })),
    status: async (id) => queue.deliveries.get(id)?.status ?? 'none',
  };
}
