import { newId } from '@app/kernel';
import { createDataSource, leastIdAt, PostgresDatabase, PostgresUnitOfWork } from '@app/platform';
import type { DataSource } from 'typeorm';
import { until } from '../../../../test/support/conditions';
import { planOf } from '../../../../test/support/plans';
import { createScratchDatabase } from '../../../../test/support/test-database';
import { insertAccount } from '../testing/postgres-queue.subject';
import { PostgresDeliveryLogRepository } from './postgres-delivery-log.repository';
import { DELETE_EVENTS, PostgresWebhookArchive } from './postgres-webhook.archive';

const DAY_MS = 86_400_000;
const KEPT_MS = 90 * DAY_MS;
const OLD_DAYS = 91;

interface DeliveryState {
  days?: number;
  status?: 'pending' | 'delivered' | 'failed';
  endpointId?: string;
  version?: number;
}

/** A UUID version 7 made that many days ago. */
function idOf(daysAgo: number): string {
  const time = (Date.now() - daysAgo * DAY_MS).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}${newId().slice(13)}`;
}

describe('PostgresWebhookArchive', () => {
  let scratch: Awaited<ReturnType<typeof createScratchDatabase>>;
  let source: DataSource;
  let archive: PostgresWebhookArchive;
  let uow: PostgresUnitOfWork;
  let accountId: string;

  beforeAll(async () => {
    scratch = await createScratchDatabase();
    source = await createDataSource(scratch.url, 5, 'test').initialize();
    archive = new PostgresWebhookArchive(new PostgresDatabase(source));
    uow = new PostgresUnitOfWork(source);
    accountId = await insertAccount(source);
  });
  afterEach(() =>
    source.query(
      'TRUNCATE webhook_queue, webhook_delivery_attempts, webhook_deliveries, webhook_events, webhook_endpoints CASCADE',
    ),
  );
  afterAll(async () => {
    await source.destroy();
    await scratch.drop();
  });

  async function anEvent(daysAgo: number, ...deliveries: DeliveryState[]): Promise<string> {
    const id = idOf(daysAgo);
    await source.query(
      `INSERT INTO webhook_events (id, account_id, type, body, created_at)
     VALUES ($1, $2, 'payout.failed', '{}', now() - $3 * interval '1 day')`,
      [id, accountId, daysAgo],
    );
    for (const delivery of deliveries) await aDelivery(id, { days: daysAgo, ...delivery });
    return id;
  }

  async function aDelivery(eventId: string, { days = 0, status = 'delivered', endpointId, version }: DeliveryState) {
    const id = idOf(days);
    await source.query(
      `INSERT INTO webhook_deliveries (id, event_id, account_id, url, created_at, failed_at, endpoint_id, secret_version)
     VALUES ($1, $2, $3, 'https://shop.example', now() - $4 * interval '1 day', CASE WHEN $5 = 'failed' THEN now() END, $6, $7)`,
      [id, eventId, accountId, days, status, endpointId, version],
    );
    if (status === 'pending') {
      await source.query('INSERT INTO webhook_queue (delivery_id, account_id, endpoint_id) VALUES ($1, $2, $3)', [
        id,
        accountId,
        endpointId,
      ]);
    }
    await source.query(
      'INSERT INTO webhook_delivery_attempts (delivery_id, attempt, started_at) VALUES ($1, 1, now())',
      [id],
    );
  }

  const deleteEvents = (limit = 500) => uow.once((tx) => archive.deleteEvents(tx, KEPT_MS, limit));
  const idsIn = async (table: string): Promise<string[]> =>
    (await source.query<{ id: string }[]>(`SELECT id FROM ${table} ORDER BY id`)).map(({ id }) => id);
  const countOf = async (table: string) =>
    (await source.query<{ count: number }[]>(`SELECT count(*)::int AS count FROM ${table}`))[0]!.count;

  describe('old events', () => {
    it('are deleted with their deliveries and attempts', async () => {
      await anEvent(OLD_DAYS, { status: 'delivered' }, { status: 'failed' });
      await expect(deleteEvents()).resolves.toBe(1);
      const tables = ['webhook_events', 'webhook_deliveries', 'webhook_delivery_attempts'];
      expect(await Promise.all(tables.map(countOf))).toEqual([0, 0, 0]);
    });

    it('stay until they are older than that', async () => {
      const young = await anEvent(89, { status: 'delivered' });
      await expect(deleteEvents()).resolves.toBe(0);
      expect(await idsIn('webhook_events')).toEqual([young]);
    });

    it('stay while a delivery is unfinished', async () => {
      const id = await anEvent(OLD_DAYS, { status: 'failed' }, { status: 'pending' });
      await expect(deleteEvents()).resolves.toBe(0);
      expect(await idsIn('webhook_events')).toEqual([id]);
      await expect(countOf('webhook_deliveries')).resolves.toBe(2);
    });

    it('stay while a delivery is younger, as after a resend', async () => {
      await anEvent(OLD_DAYS, { status: 'failed' }, { status: 'delivered', days: 1 });
      await expect(deleteEvents()).resolves.toBe(0);
    });

    it('are not found by a resend that waits for their deletion', async () => {
      await anEvent(OLD_DAYS, { status: 'delivered' });
      const [deliveryId = ''] = await idsIn('webhook_deliveries');
      const log = new PostgresDeliveryLogRepository(new PostgresDatabase(source));
      const resending = await uow.run(async (tx) => {
        await archive.deleteEvents(tx, KEPT_MS, 500);
        const resent = uow.once((other) => log.resend(other, deliveryId, accountId));
        await until('the resend waits', async () => {
          const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
          return (await source.query<unknown[]>(waiting)).length > 0;
        });
        return { resent };
      });
      await expect(resending.resent).resolves.toBeUndefined();
    });

    it('stay while a resend is under way', async () => {
      const id = await anEvent(OLD_DAYS, { status: 'delivered' });
      const [deliveryId = ''] = await idsIn('webhook_deliveries');
      const log = new PostgresDeliveryLogRepository(new PostgresDatabase(source));
      await uow.run(async (tx) => {
        await log.resend(tx, deliveryId, accountId);
        await expect(deleteEvents()).resolves.toBe(0);
      });
      expect(await idsIn('webhook_events')).toEqual([id]);
    });

    it('are deleted in batches, the oldest first', async () => {
      const [, , third] = [await anEvent(95, {}), await anEvent(94, {}), await anEvent(93, {})];
      await expect(deleteEvents(2)).resolves.toBe(2);
      expect(await idsIn('webhook_events')).toEqual([third]);
    });

    it('are found by the primary key, so that the cost follows what is due', async () => {
      await source.query(
        `INSERT INTO webhook_events (id, account_id, type, body, created_at)
       SELECT (lpad(to_hex(floor(extract(epoch FROM now()) * 1000)::bigint), 12, '0') || '7000' || substr(md5(n::text), 1, 16))::uuid,
         $1, 'payout.failed', '{}', now() FROM generate_series(1, 5000) n`,
        [accountId],
      );
      await source.query('ANALYZE webhook_events');
      expect(await planOf(source, DELETE_EVENTS, [KEPT_MS, 500, newId()])).toMatch(
        /Index Scan using webhook_events_first_pkey on webhook_events_first event .*Index Cond: \(\(id < /s,
      );
    });
  });

  describe('a replaced secret', () => {
    const deleteSecrets = (limit = 500) => uow.once((tx) => archive.deleteRetiredSecrets(tx, 3_600_000, limit));
    const versions = async () =>
      (await source.query<{ version: number }[]>('SELECT version FROM webhook_secrets ORDER BY version')).map(
        ({ version }) => version,
      );

    /** An endpoint whose secret was rotated that many minutes ago. */
    async function rotated(minutesAgo = 120): Promise<string> {
      const id = newId();
      await source.query(
        `INSERT INTO webhook_endpoints (id, account_id, url, events, secret_version)
       VALUES ($1, $2, 'https://shop.example/' || $1::uuid, '{payout.failed}', 2)`,
        [id, accountId],
      );
      await source.query(
        `INSERT INTO webhook_secrets (endpoint_id, version, key_id, ciphertext, created_at)
       SELECT $1, version, 'key', '', now() - $2 * interval '1 minute' FROM generate_series(1, 2) version`,
        [id, minutesAgo],
      );
      return id;
    }

    it('is destroyed when no queued delivery needs it, and the current one stays', async () => {
      const endpointId = await rotated();
      await anEvent(0, { status: 'delivered', endpointId, version: 1 }, { status: 'pending', endpointId, version: 2 });
      await expect(deleteSecrets()).resolves.toBe(1);
      expect(await versions()).toEqual([2]);
    });

    it('stays while an unfinished delivery was queued with it', async () => {
      const endpointId = await rotated();
      await anEvent(0, { status: 'pending', endpointId, version: 1 });
      await expect(deleteSecrets()).resolves.toBe(0);
      expect(await versions()).toEqual([1, 2]);
    });

    it('is destroyed an hour after it was replaced, also while the endpoint is rotated again and again', async () => {
      const id = await rotated(61);
      await source.query('UPDATE webhook_endpoints SET secret_version = 3 WHERE id = $1', [id]);
      await source.query(
        `INSERT INTO webhook_secrets (endpoint_id, version, key_id, ciphertext) VALUES ($1, 3, 'key', '')`,
        [id],
      );
      await expect(deleteSecrets()).resolves.toBe(1);
      expect(await versions()).toEqual([2, 3]);
    });

    it('stays for an hour, since a transaction may still be publishing with it', async () => {
      await rotated(59);
      await expect(deleteSecrets()).resolves.toBe(0);
    });

    it('is destroyed in batches', async () => {
      await rotated();
      await rotated();
      await expect(deleteSecrets(1)).resolves.toBe(1);
      expect(await versions()).toHaveLength(3);
    });
  });

  it('no id is older than a hundred years, so that no record has to be read for such a retention', async () => {
    const time = `now() - interval '100 years'`;
    await expect(source.query(`SELECT ${leastIdAt(time)} AS id`)).resolves.toEqual([
      { id: '00000000-0000-0000-0000-000000000000' },
    ]);
  });
});
