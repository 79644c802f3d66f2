import { newId } from '@app/kernel';
import { PostgresDatabase, PostgresUnitOfWork } from '@app/platform';
import type { DataSource } from 'typeorm';
import { planOf } from '../../../../test/support/plans';
import { scratchDataSource } from '../../../../test/support/test-database';
import { DELETE_OLD, PostgresMailArchive } from './postgres-mail.archive';

const DAY_MS = 86_400_000;
const KEPT_MS = 90 * DAY_MS;

describe('old mail', () => {
  let source: DataSource;
  let archive: PostgresMailArchive;
  let uow: PostgresUnitOfWork;

  beforeAll(async () => {
    source = await scratchDataSource();
    archive = new PostgresMailArchive(new PostgresDatabase(source));
    uow = new PostgresUnitOfWork(source);
  });
  afterEach(() => source.query('TRUNCATE mail_messages'));

  /** Messages queued that many days ago; returns the first one's id. */
  async function mail(daysAgo: number, status: 'pending' | 'sent' | 'failed', count = 1): Promise<string> {
    const time = (Date.now() - daysAgo * DAY_MS).toString(16).padStart(12, '0');
    const ids = Array.from({ length: count }, () => `${time.slice(0, 8)}-${time.slice(8)}${newId().slice(13)}`);
    await source.query(
      `INSERT INTO mail_messages (id, to_address, subject, text_body, dedupe_key, status, created_at, sent_at)
     SELECT id, 'a@example.com', 'x', 'x', id::text, $2, now() - $3 * interval '1 day', CASE WHEN $2 = 'sent' THEN now() END
       FROM unnest($1::uuid[]) id`,
      [ids, status, daysAgo],
    );
    return ids[0]!;
  }

  const deleteOld = (limit = 500) => uow.once((tx) => archive.deleteOld(tx, KEPT_MS, limit));
  const left = async () => (await source.query<{ id: string }[]>('SELECT id FROM mail_messages')).map(({ id }) => id);

  it.each(['sent', 'failed'] as const)('is deleted when it was %s', async (status) => {
    await mail(91, status);
    await expect(deleteOld()).resolves.toBe(1);
    expect(await left()).toEqual([]);
  });

  it('stays until it is older than that', async () => {
    const id = await mail(89, 'sent');
    await expect(deleteOld()).resolves.toBe(0);
    expect(await left()).toEqual([id]);
  });

  it('stays while it is still to be sent', async () => {
    const id = await mail(91, 'pending');
    await expect(deleteOld()).resolves.toBe(0);
    expect(await left()).toEqual([id]);
  });

  it('is deleted in batches, the oldest first', async () => {
    await mail(93, 'sent', 2);
    const id = await mail(92, 'sent');
    await expect(deleteOld(2)).resolves.toBe(2);
    expect(await left()).toEqual([id]);
  });

  it('is found by the primary key, so that the cost follows what is due', async () => {
    await mail(0, 'sent', 5_000);
    await source.query('ANALYZE mail_messages');
    expect(await planOf(source, DELETE_OLD, [KEPT_MS, 500])).toMatch(
      /Index Scan using mail_messages_pkey on mail_messages .*Index Cond: \(id < /s,
    );
  });
});
