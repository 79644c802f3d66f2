import { newId, type UnitOfWork } from '@app/kernel';
import { InMemoryDeliveryLogReader } from '../adapters/in-memory-delivery-log.reader';
import { InMemoryDeliveryQueue } from '../adapters/in-memory-delivery.queue';
import { InMemoryEndpointRepository } from '../adapters/in-memory-endpoint.repository';
import { InMemoryEventStore } from '../adapters/in-memory-event.store';
import type { DeliveryLogReaderSubject } from './delivery-log-reader.contract';

/** A unit of work for adapters that keep everything in memory and have nothing to roll back. */
export const inMemoryUnitOfWork = { run: (work) => work({} as never), once: (work) => work({} as never) } as UnitOfWork;

/** The in-memory adapters, as the contract suites drive them. */
export function inMemoryQueueSubject(): DeliveryLogReaderSubject {
  let now = Date.now();
  const endpoints = new InMemoryEndpointRepository();
  const queue = new InMemoryDeliveryQueue(endpoints, () => now);
  return {
    queue,
    events: new InMemoryEventStore(queue, endpoints),
    reader: new InMemoryDeliveryLogReader(queue, endpoints),
    endpoints,
    uow: inMemoryUnitOfWork,
    anAccount: async () => newId(),
    elapse: async (ms) => {
      now += ms;
    },
    attempts: async (id) =>
      [...(queue.deliveries.get(id)?.attempts.values() ?? [])].map(({ attempt, statusCode, error }) => ({
        attempt,
        statusCode,
        error,
      })),
    status: async (id) => queue.deliveries.get(id)?.status ?? 'none',
  };
}
