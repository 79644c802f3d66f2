import { newId } from '@app/kernel';
import { createDataSource, PostgresDatabase, PostgresUnitOfWork } from '@app/platform';
import type { DataSource } from 'typeorm';
import { planOf } from '../../../../test/support/plans';
import { createScratchDatabase } from '../../../../test/support/test-database';
import { aCase, aFact } from '../testing';
import { DELETE_SETTLED, PostgresFactArchive } from './postgres-fact.archive';
import { PostgresFactsRepository } from './postgres-facts.repository';

const KEPT_MS = 400 * 86_400_000;

describe('old facts', () => {
  let scratch: Awaited<ReturnType<typeof createScratchDatabase>>;
  let source: DataSource;
  let archive: PostgresFactArchive;
  let repository: PostgresFactsRepository;
  let uow: PostgresUnitOfWork;

  beforeAll(async () => {
    scratch = await createScratchDatabase();
    source = await createDataSource(scratch.url, 5, 'test').initialize();
    const database = new PostgresDatabase(source);
    [archive, repository] = [new PostgresFactArchive(database), new PostgresFactsRepository(database)];
    uow = new PostgresUnitOfWork(source);
  });
  afterEach(() => source.query('TRUNCATE provider_notifications, provider_notification_bodies'));
  afterAll(async () => {
    await source.destroy();
    await scratch.drop();
  });

  /** A fact that arrived, and unless it is pending was settled, that many days ago. */
  async function arrived(
    daysAgo: number,
    state: 'pending' | 'settled' | 'for staff' | 'a record' = 'settled',
  ): Promise<string> {
    const fact = aFact({ id: newId() });
    await uow.once((tx) => repository.store(tx, [{ fact, body: '{}' }]));
    if (state !== 'pending') {
      const settled = {
        fact,
        outcome: 'credited',
        ...(state === 'for staff' && { opens: aCase() }),
        isRecord: state === 'a record',
      };
      await uow.once((tx) => repository.settle(tx, [settled]));
    }
    await source.query(
      `UPDATE provider_notifications SET received_at = now() - $2 * interval '1 day',
       settled_at = CASE WHEN status = 'settled' THEN now() - $2 * interval '1 day' END WHERE notification_id = $1`,
      [fact.id, daysAgo],
    );
    return fact.id;
  }

  const deleteSettled = (limit = 500) => uow.once((tx) => archive.deleteSettled(tx, KEPT_MS, limit));
  const left = async () =>
    (await source.query<{ id: string }[]>('SELECT notification_id AS id FROM provider_notifications')).map(
      ({ id }) => id,
    );

  it('are deleted once they are settled', async () => {
    await arrived(401);
    await expect(deleteSettled()).resolves.toBe(1);
    expect(await left()).toEqual([]);
  });

  it('stay until they are older than that (rule 16.8)', async () => {
    const id = await arrived(399);
    await expect(deleteSettled()).resolves.toBe(0);
    expect(await left()).toEqual([id]);
  });

  it.each(['pending', 'for staff', 'a record'] as const)('stay while they are %s', async (state) => {
    const id = await arrived(401, state);
    await expect(deleteSettled()).resolves.toBe(0);
    expect(await left()).toEqual([id]);
  });

  it('are deleted in batches, the oldest first', async () => {
    await arrived(403);
    await arrived(402);
    const last = await arrived(401);
    await expect(deleteSettled(2)).resolves.toBe(2);
    expect(await left()).toEqual([last]);
  });

  it('are found by their index, so that the cost follows what is due', async () => {
    await source.query(
      `INSERT INTO provider_notifications (provider, notification_id, type, reference, body, status, settled_at)
       SELECT 'bank', n::text, 'x', 'x', '{}', 'settled', now() FROM generate_series(1, 5000) n`,
    );
    await source.query('ANALYZE provider_notifications');
    expect(await planOf(source, DELETE_SETTLED, [KEPT_MS, 500])).toMatch(
      /Index Scan using provider_notifications_settled_idx .*Index Cond: \(settled_at < /s,
    );
  });
});
