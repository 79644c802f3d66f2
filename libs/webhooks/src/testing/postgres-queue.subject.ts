import { newId } from '@app/kernel';
import { PostgresDatabase, PostgresUnitOfWork } from '@app/platform';
import { aConfig } from '@app/platform/testing';
import type { DataSource } from 'typeorm';
import { PostgresDeliveryQueue } from '../adapters/postgres-delivery.queue';
import { PostgresEndpointRepository } from '../adapters/postgres-endpoint.repository';
import { PostgresEventStore } from '../adapters/postgres-event.store';
import { WebhookEndpointEntity } from '../adapters/webhook-endpoint.entity';
import { PlatformKeys } from '../application/platform-keys';
import type { DeliveryQueueSubject } from './delivery-queue.contract';

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

/** Lets time pass for pending deliveries, by moving their schedule towards now. */
export async function elapseInPostgres(source: DataSource, ms: number): Promise<void> {
  await source.query(
    `UPDATE webhook_deliveries SET next_attempt_at = next_attempt_at - $1 * interval '1 millisecond',
       lease_until = lease_until - $1 * interval '1 millisecond' WHERE status = 'pending'`,
    [ms],
  );
}

/** The PostgreSQL adapters, as the contract suite drives them. */
export function postgresQueueSubject(source: DataSource): DeliveryQueueSubject {
  const database = new PostgresDatabase(source);
  return {
    queue: new PostgresDeliveryQueue(database),
    events: new PostgresEventStore(database, new PlatformKeys(aConfig())),
    endpoints: new PostgresEndpointRepository(source.getRepository(WebhookEndpointEntity), database),
    uow: new PostgresUnitOfWork(source),
    anAccount: () => insertAccount(source),
    elapse: (ms) => elapseInPostgres(source, ms),
    attempts: (id) =>
      source.query(
        `SELECT attempt, status_code AS "statusCode", error FROM webhook_delivery_attempts
         WHERE delivery_id = $1 ORDER BY attempt`,
        [id],
      ),
    status: async (id) => {
      const rows = await source.query<{ status: string }[]>('SELECT status FROM webhook_deliveries WHERE id = $1', [
        id,
      ]);
      return rows[0]?.status ?? 'none';
    },
  };
}
