import { newId, type UnitOfWork } from '@app/kernel';
import { PostgresDatabase, PostgresUnitOfWork } from '@app/platform';
import { aConfig } from '@app/platform/testing';
import type { DataSource } from 'typeorm';
import { IS_STRANDED, STATUS } from '../adapters/delivery-status';
import { PostgresDeliveryQueue } from '../adapters/postgres-delivery.queue';
import { PostgresEndpointRepository } from '../adapters/postgres-endpoint.repository';
import { PostgresEventStore } from '../adapters/postgres-event.store';
import { WebhookEndpointEntity } from '../adapters/webhook-endpoint.entity';
import { PlatformKeys } from '../application/platform-keys';
import type { DeliveryQueueSubject, EndpointsOfTest } from './delivery-queue.contract';

/** Inserts an account for endpoints and events. */
export async function insertAccount(source: DataSource): Promise<string> {
  const id = newId();
  await source.query('INSERT INTO accounts (id, slug, name, country) VALUES ($1, $2, $3, $4)', [
    id,
    id.replaceAll('-', ''),
    'Test',
    'AR',
  ]);
  return id;
}

/**
 * A table of all deliveries with their status and latest attempt, and with their schedule while they are pending. One that
 * is not in the queue and has not ended is `stranded`.
 */
export const DELIVERIES = `(
  SELECT d.*, CASE WHEN ${IS_STRANDED} THEN 'stranded' ELSE ${STATUS} END AS status, q.next_attempt_at, q.lease_until,
    coalesce(q.attempt, (SELECT max(attempt) FROM webhook_delivery_attempts WHERE delivery_id = d.id), 0) AS attempt
  FROM webhook_deliveries d LEFT JOIN webhook_queue q ON q.delivery_id = d.id
) deliveries`;

/** Lets time pass for pending deliveries, by moving their schedule towards now. */
export async function elapseInPostgres(source: DataSource, ms: number): Promise<void> {
  await source.query(
    `UPDATE webhook_queue SET next_attempt_at = next_attempt_at - $1 * interval '1 millisecond',
       lease_until = lease_until - $1 * interval '1 millisecond'`,
    [ms],
  );
}

export function postgresEndpoints(source: DataSource): PostgresEndpointRepository {
  return new PostgresEndpointRepository(source.getRepository(WebhookEndpointEntity), new PostgresDatabase(source));
}

function endpointsOf(repository: PostgresEndpointRepository, uow: UnitOfWork): EndpointsOfTest {
  return {
    add: (endpoint, secret) => uow.run((tx) => repository.insert(tx, endpoint, secret)),
    change: async ({ accountId, id }, changes) => {
      await uow.run((tx) => repository.update(tx, accountId, id, changes));
    },
    rotate: async ({ accountId, id }, secret) => {
      await uow.run((tx) => repository.rotate(tx, accountId, id, secret));
    },
    remove: async ({ accountId, id }) => {
      await uow.run((tx) => repository.remove(tx, accountId, id));
    },
    triggeredAt: async ({ accountId, id }) => (await repository.find(accountId, id))?.lastTriggeredAt ?? null,
  };
}

/** The PostgreSQL adapters, as the contract suite drives them. */
export function postgresQueueSubject(source: DataSource): DeliveryQueueSubject {
  const database = new PostgresDatabase(source);
  const uow = new PostgresUnitOfWork(source);
  return {
    queue: new PostgresDeliveryQueue(database),
    events: new PostgresEventStore(database, new PlatformKeys(aConfig())),
    endpoints: endpointsOf(postgresEndpoints(source), uow),
    uow,
    anAccount: () => insertAccount(source),
    elapse: (ms) => elapseInPostgres(source, ms),
    attempts: (id) =>
      source.query(
        `SELECT attempt, status_code AS "statusCode", error FROM webhook_delivery_attempts
         WHERE delivery_id = $1 ORDER BY attempt`,
        [id],
      ),
    status: async (id) => {
      const rows = await source.query<{ status: string }[]>(`SELECT status FROM ${DELIVERIES} WHERE id = $1`, [id]);
      return rows[0]?.status ?? 'none';
    },
  };
}
