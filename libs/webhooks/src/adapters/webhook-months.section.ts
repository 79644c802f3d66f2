import { newId } from '@app/kernel';
import { StandingClock } from '@app/kernel/testing';
import {
  createDataSource,
  leastKeyAt,
  MonthsAhead,
  PostgresDatabase,
  PostgresUnitOfWork,
  type Statement,
} from '@app/platform';
import { RecordedLog } from '@app/platform/testing';
import type { DataSource } from 'typeorm';
import { MigrationTrial, WEBHOOK_MONTHS } from '../../../../test/support/migration-trial';
import { later, monthName, monthStart } from '../../../../test/support/months';
import { createScratchDatabase } from '../../../../test/support/test-database';
import { WebhookRetention } from '../application/webhook-retention';
import { insertAccount } from '../testing/postgres-queue.subject';
import { CLAIM, COMPLETE, LOAD } from './delivery-statements';
import { PostgresEventStore } from './postgres-event.store';
import { PostgresWebhookArchive } from './postgres-webhook.archive';
import { WEBHOOK_TABLES } from './webhook-months';

const KEPT_MS = 90 * 86_400_000;

/** An id that was made at that time. */
const idAt = (time: Date) => leastKeyAt(time).slice(0, 14) + newId().slice(14);

const log = new RecordedLog();

describe('the months of webhooks', () => {
  let scratch: Awaited<ReturnType<typeof createScratchDatabase>>;
  let source: DataSource;
  let db: PostgresDatabase;
  let uow: PostgresUnitOfWork;
  let accountId: string;

  beforeEach(async () => {
    scratch = await createScratchDatabase();
    source = await createDataSource(scratch.url, 4, 'test').initialize();
    db = new PostgresDatabase(source);
    uow = new PostgresUnitOfWork(source);
    accountId = await insertAccount(source);
  });
  afterEach(async () => {
    await source.destroy();
    await scratch.drop();
  });

  const createMonths = (now: Date) => new MonthsAhead(db, uow, new StandingClock(now), log).create(WEBHOOK_TABLES);
  const partitionOf = async (id: string, table = 'webhook_events') => {
    const [row] = await source.query<{ name: string }[]>(
      `SELECT tableoid::regclass::text AS name FROM ${table} WHERE id = $1`,
      [id],
    );
    return row?.name;
  };

  /** Stores an event with a delivery to the address of a link, as publishers do. Returns how many deliveries were queued. */
  function publish(id: string): Promise<number> {
    const store = new PostgresEventStore(db, { currentId: 'key' } as never);
    const event = { id, accountId, type: 'payout.failed' as const, body: '{}', createdAt: new Date() };
    return uow.run((tx) =>
      store.add(tx, [{ ...event, paymentLinkId: null, requestId: null, linkWebhookUrl: 'https://shop.example' }]),
    );
  }

  /** An event of that time with a delivery, which was made at another time if that is given. */
  async function anEvent(at: Date, state: 'delivered' | 'pending' = 'delivered', deliveredAt = at): Promise<string> {
    const [id, deliveryId] = [idAt(at), idAt(deliveredAt)];
    await source.query(
      `INSERT INTO webhook_events (id, account_id, type, body, created_at) VALUES ($1, $2, 'payout.failed', '{}', $3)`,
      [id, accountId, at],
    );
    await source.query(
      `INSERT INTO webhook_deliveries (id, event_id, account_id, url, created_at) VALUES ($1, $2, $3, 'https://shop.example', $4)`,
      [deliveryId, id, accountId, deliveredAt],
    );
    await source.query(`INSERT INTO webhook_delivery_attempts (delivery_id, attempt, started_at) VALUES ($1, 1, $2)`, [
      deliveryId,
      deliveredAt,
    ]);
    if (state === 'pending') {
      await source.query(`INSERT INTO webhook_queue (delivery_id, account_id) VALUES ($1, $2)`, [
        deliveryId,
        accountId,
      ]);
    }
    return id;
  }

  describe('webhook events by month (rule 16.27)', () => {
    it('go to the partition of the month in their ids, with their deliveries', async () => {
      await createMonths(monthStart(4));
      const time = later(monthStart(5), 1_000);
      const id = await anEvent(time);
      const [delivery] = await source.query<{ name: string }[]>(
        `SELECT tableoid::regclass::text AS name FROM webhook_deliveries WHERE event_id = $1`,
        [id],
      );
      expect([await partitionOf(id), delivery?.name]).toEqual([
        `webhook_events_${monthName(time)}`,
        `webhook_deliveries_${monthName(time)}`,
      ]);
    });

    it('are stored although their month has no partition', async () => {
      const id = idAt(monthStart(7));
      await expect(publish(id)).resolves.toBe(1);
      expect(await partitionOf(id)).toBe('webhook_events_rest');
    });

    it('are added once, whatever months have begun since (rule 13.2)', async () => {
      const id = newId();
      await expect(publish(id)).resolves.toBe(1);
      await createMonths(monthStart(4));
      await publish(newId());
      await expect(publish(id)).resolves.toBe(0);
    });

    it.each([
      ['an event with deliveries', 'DELETE FROM webhook_events', 'webhook_deliveries_event_id_fkey'],
      ['a queued delivery', 'DELETE FROM webhook_deliveries', 'webhook_queue_delivery_id_fkey'],
    ])('reject the deletion of %s', async (_what, sql, constraint) => {
      await publish(newId());
      await expect(source.query(sql)).rejects.toMatchObject({ code: '23503', constraint });
    });
  });

  describe('partitions of coming months (rule 16.27)', () => {
    const months = async (table = 'webhook_deliveries') =>
      (
        await source.query<{ name: string }[]>(
          `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = $1::regclass ORDER BY 1`,
          [table],
        )
      ).map(({ name }) => name.replace(`${table}_`, ''));

    it('are created for the present month and two more, once, by however many workers', async () => {
      const now = monthStart(4);
      await Promise.all([createMonths(now), createMonths(now)]);
      await createMonths(now);
      expect(await months()).toEqual([...[4, 5, 6].map((ahead) => monthName(monthStart(ahead))), 'first', 'rest']);
    });

    it('have the storage parameters of the others', async () => {
      await createMonths(monthStart(4));
      const options = await source.query<unknown[]>(
        `SELECT DISTINCT reloptions FROM pg_class WHERE relname LIKE 'webhook_deliveries_%' AND relkind = 'r'`,
      );
      expect(options).toHaveLength(1);
    });

    it('wait while a table is locked, and are created by a later call', async () => {
      const runner = source.createQueryRunner();
      await runner.startTransaction();
      await runner.query('LOCK TABLE webhook_deliveries_rest IN ACCESS SHARE MODE');
      await createMonths(monthStart(4));
      expect(await months()).toEqual(['first', 'rest']);
      await runner.rollbackTransaction();
      await runner.release();
      await createMonths(monthStart(4));
      expect(await months()).toHaveLength(5);
    });

    it('are left out if the month has rows elsewhere, so that later ones are created', async () => {
      await publish(idAt(monthStart(4)));
      await createMonths(monthStart(4));
      expect(await months('webhook_events')).toEqual([
        monthName(monthStart(5)),
        monthName(monthStart(6)),
        'first',
        'rest',
      ]);
    });
  });

  describe('old months (rule 16.8)', () => {
    const clock = new StandingClock();
    const retention = (retentionEventsMs = KEPT_MS) =>
      new WebhookRetention(new PostgresWebhookArchive(db), uow, clock, { retentionEventsMs });
    const deleteOld = () => retention().deleteOld(500);
    const count = async (table: string) =>
      Number((await source.query<{ count: string }[]>(`SELECT count(*) FROM ${table}`))[0]?.count);
    const exists = async (month: Date) =>
      (await source.query<unknown[]>(`SELECT FROM pg_class WHERE relname = $1`, [`webhook_events_${monthName(month)}`]))
        .length > 0;

    /** Partitions for the months of the last half year, none before. */
    beforeEach(async () => {
      for (const { name } of WEBHOOK_TABLES) await source.query(`DROP TABLE ${name}_first`);
      for (const ahead of [-6, -3]) await createMonths(monthStart(ahead));
    });

    it('are dropped with all that they have, and younger ones stay whole', async () => {
      const [old, within] = [monthStart(-6), new Date(Date.now() - KEPT_MS - 2 * 86_400_000)];
      await anEvent(later(old, 1_000));
      const kept = await anEvent(within);
      await deleteOld();
      expect([await exists(old), await exists(within)]).toEqual([false, true]);
      expect(await partitionOf(kept)).toBe(`webhook_events_${monthName(within)}`);
      expect(await Promise.all(WEBHOOK_TABLES.map(({ name }) => count(name)))).toEqual([1, 1, 1]);
    });

    it('stay with an unfinished delivery, and lose the other events one by one', async () => {
      await anEvent(later(monthStart(-6), 1_000));
      const unfinished = await anEvent(later(monthStart(-6), 2_000), 'pending');
      await expect(deleteOld()).resolves.toBe(1);
      expect(await partitionOf(unfinished)).toBe(`webhook_events_${monthName(monthStart(-6))}`);
      expect(await count('webhook_events')).toBe(1);
    });

    it('stay if an event is sent again just before they would be dropped', async () => {
      const archive = new PostgresWebhookArchive(db);
      const [oldest] = await archive.months(KEPT_MS);
      const resent = await anEvent(later(monthStart(-6), 1_000), 'delivered', new Date());
      await expect(uow.run((tx) => archive.dropMonth(tx, oldest!))).resolves.toBe(false);
      expect(await partitionOf(resent)).toBe(`webhook_events_${monthName(monthStart(-6))}`);
    });

    it('stay with an event that was sent again', async () => {
      const resent = await anEvent(later(monthStart(-6), 1_000), 'delivered', new Date());
      await deleteOld();
      expect(await partitionOf(resent)).toBe(`webhook_events_${monthName(monthStart(-6))}`);
    });

    it('are dropped although an event of their last moment was delivered in the next', async () => {
      const end = monthStart(-5);
      await anEvent(later(end, -1), 'delivered', later(end, 1));
      await deleteOld();
      expect(await exists(monthStart(-6))).toBe(false);
      expect(await count('webhook_deliveries')).toBe(0);
    });

    it('are dropped a minute later if somebody reads them, without making others wait for long', async () => {
      const worker = retention();
      const runner = source.createQueryRunner();
      await runner.startTransaction();
      await runner.query(`SELECT FROM webhook_events_${monthName(monthStart(-6))}`);
      await worker.deleteOld(500);
      expect(await exists(monthStart(-6))).toBe(true);
      await runner.rollbackTransaction();
      await runner.release();
      await worker.deleteOld(500);
      expect(await exists(monthStart(-6))).toBe(true);
      clock.advance(60_000);
      await worker.deleteOld(500);
      expect(await exists(monthStart(-6))).toBe(false);
    });

    it('are kept as long as the retention says so', async () => {
      await anEvent(later(monthStart(-6), 1_000));
      await retention(10 * 365 * 86_400_000).deleteOld(500);
      expect(await exists(monthStart(-6))).toBe(true);
    });
  });

  describe('statements that send deliveries', () => {
    /** The generic plan of the statement, as it is executed. */
    async function planOf({ text }: Statement, ...parameters: string[]): Promise<string[]> {
      const runner = source.createQueryRunner();
      await runner.startTransaction();
      await runner.query(`SET LOCAL plan_cache_mode = force_generic_plan`);
      await runner.query(`PREPARE tried AS ${text}`);
      const execution = `EXECUTE tried(${parameters.map((value) => `'${value}'`).join(', ')})`;
      const plan: { 'QUERY PLAN': string }[] = await runner.query(`EXPLAIN (ANALYZE, COSTS OFF) ${execution}`);
      await runner.query('DEALLOCATE tried');
      await runner.rollbackTransaction();
      await runner.release();
      return plan.map((row) => row['QUERY PLAN']);
    }

    /** The partitions of the table that the plan has read. */
    function partitionsRead(plan: readonly string[], table: string): string[] {
      const scans = plan.filter((line) => new RegExp(` on ${table}_(first|rest|\\d{4}_\\d\\d)\\b`).test(line));
      const read = scans.filter((line) => line.includes('Scan') && !line.includes('never executed'));
      return [...new Set(read.map((line) => / on (webhook_\w+)/.exec(line)![1]!))].sort();
    }

    const FAILED = ['{1}', '{2026-01-01}', '{1}', '{500}', '{no}', '{NULL}', '{failed}', '{NULL}', '{}', '{}'];

    const claim = () => planOf(CLAIM, `{${accountId}}`, '{10}', '30000', 'worker', '5');

    it('load from the partition of the delivery and that of its event only (rule 16.27)', async () => {
      await createMonths(monthStart(4));
      await publish(idAt(monthStart(5)));
      const [delivery] = await source.query<{ id: string }[]>('SELECT id FROM webhook_deliveries');
      const event = [`webhook_events_${monthName(monthStart(5))}`];

      expect(partitionsRead(await claim(), 'webhook_events')).toEqual(event);
      await source.query(`UPDATE webhook_queue SET attempt = 1, lease_until = now() + interval '1 minute'`);
      const loading = await planOf(LOAD, `{${delivery!.id}}`, '1');
      expect(partitionsRead(loading, 'webhook_events')).toEqual(event);
      expect(partitionsRead(loading, 'webhook_deliveries')).toEqual(['webhook_deliveries_first']);
    });

    it('choose no partition to write while they run: PostgreSQL 18 crashed after waiting for a changed row', async () => {
      await createMonths(monthStart(4));
      await publish(idAt(monthStart(5)));
      const [delivery] = await source.query<{ id: string }[]>('SELECT id FROM webhook_deliveries');
      const plans = [...(await claim()), ...(await planOf(COMPLETE, `{${delivery!.id}}`, ...FAILED))];
      const boundBySubquery = plans.filter((line) => /Index Cond: .*[<>=] \(InitPlan/.test(line));
      expect(boundBySubquery.filter((line) => line.includes('id'))).toEqual([]);
      expect(plans.some((line) => line.includes('Update on webhook_deliveries'))).toBe(true);
    });
  });

  it('a migrated table keeps its rows, each under its id (rule 16.18)', async () => {
    const migration = await MigrationTrial.of(...WEBHOOK_MONTHS);
    try {
      await migration.down();
      const account = await insertAccount(migration.source);
      const ids = [newId(), newId()];
      await migration.source.query(
        `INSERT INTO webhook_events (id, account_id, type, body, created_at)
       SELECT id, $2, 'payout.failed', '{}', now() FROM unnest($1::uuid[]) id`,
        [ids, account],
      );
      await migration.up();
      const found = await migration.source.query<unknown[]>(
        'SELECT tableoid::regclass::text AS name, id FROM webhook_events ORDER BY id',
      );
      expect(found).toEqual(ids.toSorted().map((id) => ({ name: 'webhook_events_first', id })));
    } finally {
      await migration.end();
    }
  });
});
