import { newId } from '@app/kernel';
import { StandingClock } from '@app/kernel/testing';
import { createDataSource, MonthsAhead, PostgresDatabase, PostgresUnitOfWork } from '@app/platform';
import { RecordedLog } from '@app/platform/testing';
import type { DataSource } from 'typeorm';
import { MigrationTrial } from '../../../../test/support/migration-trial';
import { later, monthName, monthStart } from '../../../../test/support/months';
import { createScratchDatabase } from '../../../../test/support/test-database';
import { FactRetention } from '../application/fact-retention';
import { aFact } from '../testing';
import { STORE } from './fact-statements';
import { NOTIFICATION_BODIES } from './notification-months';
import { PostgresFactArchive } from './postgres-fact.archive';
import { PostgresFactsRepository } from './postgres-facts.repository';

const KEPT_MS = 400 * 86_400_000;
/** Its last moment is older than that, by a day at least. */
const OLD = monthStart(-16);
const OLD_MONTH = `provider_notification_bodies_${monthName(OLD)}`;
/** It ended less than 400 days ago. */
const YOUNG = monthStart(-13);
/** The query of docs/operators.md. */
const BODY = `
  SELECT n.received_at, coalesce(n.body, (
           SELECT b.body FROM provider_notification_bodies b WHERE b.received_at = n.received_at
              AND b.provider = n.provider AND b.notification_id = n.notification_id)) AS body
    FROM provider_notifications n WHERE n.provider = $1 AND n.notification_id = $2`;

const clock = new StandingClock();

const log = new RecordedLog();

describe('the months of notifications', () => {
  let scratch: Awaited<ReturnType<typeof createScratchDatabase>>;
  let source: DataSource;
  let db: PostgresDatabase;
  let uow: PostgresUnitOfWork;
  let archive: PostgresFactArchive;

  beforeEach(async () => {
    scratch = await createScratchDatabase();
    source = await createDataSource(scratch.url, 6, 'test').initialize();
    db = new PostgresDatabase(source);
    uow = new PostgresUnitOfWork(source);
    archive = new PostgresFactArchive(db);
    for (const month of [OLD, monthStart(-15)]) await createMonths(month);
  });
  afterEach(async () => {
    await source.destroy();
    await scratch.drop();
  });

  const createMonths = (now: Date) =>
    new MonthsAhead(db, uow, new StandingClock(now), log).create([NOTIFICATION_BODIES]);
  const retention = () => new FactRetention(archive, uow, clock, { retentionNotificationsMs: KEPT_MS });
  const exists = async (table = OLD_MONTH) =>
    (await source.query<unknown[]>('SELECT FROM pg_class WHERE relname = $1', [table])).length > 0;
  const repository = () => new PostgresFactsRepository(db);

  /** Stores a fact with its id as the body. */
  async function store(id: string = newId()): Promise<string> {
    const fact = aFact({ id, provider: 'bank' });
    await uow.once((tx) => repository().store(tx, [{ fact, body: id }]));
    return id;
  }

  /** A fact that was received then, and settled unless it is pending. */
  async function received(at: Date, state: 'pending' | 'settled' | 'kept'): Promise<string> {
    const id = await store();
    const fact = aFact({ id, provider: 'bank' });
    if (state !== 'pending') {
      const settled = { fact, outcome: 'credited', isRecord: state === 'kept' };
      await uow.once((tx) => repository().settle(tx, [settled]));
    }
    await source.query(
      `UPDATE provider_notifications SET received_at = $2, settled_at = CASE WHEN status = 'settled' THEN $2::timestamptz END
      WHERE notification_id = $1`,
      [id, at],
    );
    await source.query('UPDATE provider_notification_bodies SET received_at = $2 WHERE notification_id = $1', [id, at]);
    return id;
  }

  /** The bodies of facts, as people read them; undefined for one that is deleted. */
  const bodiesOf = (...ids: string[]) =>
    Promise.all(ids.map(async (id) => (await source.query<{ body: string }[]>(BODY, ['bank', id]))[0]?.body));
  /** The body in the row of the fact. */
  const keptBody = async (id: string) =>
    (
      await source.query<{ body: string | null }[]>(
        'SELECT body FROM provider_notifications WHERE notification_id = $1',
        [id],
      )
    )[0]?.body;
  const partitionOf = async (id: string) =>
    (
      await source.query<{ name: string }[]>(
        'SELECT tableoid::regclass::text AS name FROM provider_notification_bodies WHERE notification_id = $1',
        [id],
      )
    ).map(({ name }) => name);

  /** Takes all steps that are due. */
  async function deleteOld(): Promise<void> {
    const worker = retention();
    while ((await worker.deleteOld(500)) === 500);
  }

  describe('the body of a fact (rule 16.27)', () => {
    it('is stored once, in the partition of the month in which it was received', async () => {
      const id = await store();
      await store(id);
      expect(await partitionOf(id)).toEqual([`provider_notification_bodies_${monthName(monthStart(0))}`]);
      expect([await keptBody(id), await bodiesOf(id)]).toEqual([null, [id]]);
    });

    it('is stored although its month has no partition', async () => {
      await source.query(`DROP TABLE provider_notification_bodies_${monthName(monthStart(0))}`);
      const id = await store();
      expect(await partitionOf(id)).toEqual(['provider_notification_bodies_rest']);
      await expect(bodiesOf(id)).resolves.toEqual([id]);
    });

    it('is stored without choosing partitions to read', async () => {
      const texts = Array.from({ length: 10 }, () => ['1']);
      const plan = JSON.stringify(await source.query(`EXPLAIN ${STORE.text}`, texts));
      expect(plan).toContain('Insert on provider_notification_bodies');
      expect(plan).not.toMatch(/Scan[^"]* on provider_notification_bodies/);
    });

    it('is found in one partition by the time of the fact', async () => {
      const id = await store();
      const plan: { 'QUERY PLAN': string }[] = await source.query(`EXPLAIN (ANALYZE, COSTS OFF) ${BODY}`, ['bank', id]);
      const scans = plan
        .map((row) => row['QUERY PLAN'])
        .filter((line) => line.includes(' on provider_notification_bodies'));
      const executed = scans.filter((line) => !line.includes('never executed'));
      expect(executed).toEqual([
        expect.stringContaining(`on provider_notification_bodies_${monthName(monthStart(0))} `),
      ]);
    });

    it('is in its row if an earlier version stored it', async () => {
      await source.query(
        `INSERT INTO provider_notifications (provider, notification_id, type, reference, body) VALUES ('bank', 'x', 'x', 'x', 'old')`,
      );
      await expect(bodiesOf('x')).resolves.toEqual(['old']);
      const fact = aFact({ id: 'x', provider: 'bank' });
      await expect(uow.once((tx) => repository().store(tx, [{ fact, body: 'new' }]))).resolves.toEqual(['repeated']);
      await expect(bodiesOf('x')).resolves.toEqual(['old']);
    });
  });

  describe('an old month of bodies (rule 16.8)', () => {
    it('is dropped, after the facts that still exist got theirs', async () => {
      const settled = await received(later(OLD, 1), 'settled');
      const [kept, pending] = [await received(later(OLD, 2), 'kept'), await received(later(OLD, 3), 'pending')];
      const young = await received(YOUNG, 'kept');
      await deleteOld();

      await expect(exists()).resolves.toBe(false);
      await expect(bodiesOf(settled, kept, pending, young)).resolves.toEqual([undefined, kept, pending, young]);
      expect([await keptBody(kept), await keptBody(young)]).toEqual([kept, null]);
    });

    it('gives its body to a fact that is settled late, and so still exists', async () => {
      const id = await received(later(OLD, 1), 'settled');
      await source.query('UPDATE provider_notifications SET settled_at = now()');
      await deleteOld();
      await expect(bodiesOf(id)).resolves.toEqual([id]);
    });

    it('is copied as a whole, however large it is', async () => {
      await source.query(
        `WITH facts AS (INSERT INTO provider_notifications (provider, notification_id, type, reference, received_at)
         SELECT 'bank', n::text, 'x', 'x', $1::timestamptz FROM generate_series(1, 6000) n)
       INSERT INTO provider_notification_bodies
       SELECT 'bank', n::text, $1, n || repeat(' ', 1900) FROM generate_series(1, 6000) n`,
        [OLD],
      );
      await expect(uow.run((tx) => archive.keepBodies(tx, { table: OLD_MONTH, isPartition: true }, 0))).resolves.toBe(
        256,
      );
      await deleteOld();
      const [lost] = await source.query<{ count: string }[]>(
        `SELECT count(*) FROM provider_notifications WHERE trim(body) IS DISTINCT FROM notification_id`,
      );
      expect([lost?.count, await exists()]).toEqual(['0', false]);
    });

    it('is not dropped before it is detached and copied again: a body may be added after it was copied', async () => {
      const [month] = await archive.months(KEPT_MS);
      await uow.run((tx) => archive.keepBodies(tx, month!, 0));
      const added = await received(later(OLD, 1), 'pending');
      await expect(uow.run((tx) => archive.detachMonth(tx, month!))).resolves.toBe(true);
      expect([await exists(), await keptBody(added)]).toEqual([true, null]);

      await deleteOld();
      expect([await exists(), await keptBody(added)]).toEqual([false, added]);
    });

    it('waits for a transaction that adds a body, a minute at a time', async () => {
      const worker = retention();
      const runner = source.createQueryRunner();
      await runner.startTransaction();
      await runner.query(
        `WITH fact AS (INSERT INTO provider_notifications (provider, notification_id, type, reference, received_at)
         VALUES ('bank', 'late', 'x', 'x', $1::timestamptz))
       INSERT INTO provider_notification_bodies VALUES ('bank', 'late', $1, 'late')`,
        [OLD],
      );
      await expect(worker.deleteOld(500)).resolves.toBe(0);
      await runner.commitTransaction();
      await runner.release();
      await expect(worker.deleteOld(500)).resolves.toBe(0);
      await expect(exists()).resolves.toBe(true);

      clock.advance(60_000);
      while ((await worker.deleteOld(500)) === 500);
      expect([await exists(), await keptBody('late')]).toEqual([false, 'late']);
    });

    it('loses no body while facts are stored and several workers end months', async () => {
      const old = await Promise.all(
        Array.from({ length: 20 }, (_, n) => received(later(OLD, n), n % 2 === 0 ? 'kept' : 'pending')),
      );
      const storing = async () => {
        const ids: string[] = [];
        for (let count = 0; count < 100; count++) ids.push(await store());
        return ids;
      };
      const [stored] = await Promise.all([storing(), deleteOld(), deleteOld()]);

      await expect(exists()).resolves.toBe(false);
      await expect(bodiesOf(...old, ...stored)).resolves.toEqual([...old, ...stored]);
    });

    it('is dropped by the next worker if one stopped after detaching it, and a younger one is left alone', async () => {
      const kept = await received(later(OLD, 1), 'kept');
      const young = `provider_notification_bodies_${monthName(YOUNG)}`;
      await source.query(`ALTER TABLE provider_notification_bodies DETACH PARTITION ${OLD_MONTH}`);
      await source.query(`ALTER TABLE provider_notification_bodies DETACH PARTITION ${young}`);
      await deleteOld();
      expect([await exists(), await exists(young), await keptBody(kept)]).toEqual([false, true, kept]);
    });

    it('that had no partition loses its bodies one by one, and the facts that exist keep theirs', async () => {
      const before = later(OLD, -1);
      const [settled, kept] = [await received(before, 'settled'), await received(before, 'kept')];
      expect(await partitionOf(kept)).toEqual(['provider_notification_bodies_rest']);
      await deleteOld();
      await expect(bodiesOf(settled, kept)).resolves.toEqual([undefined, kept]);
      await expect(source.query('SELECT FROM provider_notification_bodies_rest')).resolves.toEqual([]);
    });
  });

  it('the way back of the migration keeps bodies (rule 16.18)', async () => {
    const migration = await MigrationTrial.of('0057-notification-bodies');
    try {
      const facts = new PostgresFactsRepository(new PostgresDatabase(migration.source));
      const unitOfWork = new PostgresUnitOfWork(migration.source);
      await unitOfWork.once((tx) => facts.store(tx, [{ fact: aFact({ id: 'x' }), body: 'the body' }]));
      await migration.down();
      const bodies = await migration.source.query<unknown[]>('SELECT body FROM provider_notifications');
      expect(bodies).toEqual([{ body: 'the body' }]);
      await migration.up();
    } finally {
      await migration.end();
    }
  });
});
