import { ConnectionLostError } from '@app/kernel';
import type { DataSource } from 'typeorm';
import { createScratchDatabase } from '../../../../test/support/test-database';
import { databaseCheck } from '../ops-server/ops-server';
import { createDataSource } from './data-source';
import { ReadOnlyServerError } from './database-hosts';
import { PostgresDatabase, PostgresUnitOfWork } from './postgres-database';
import { statement } from './statement';

const POOL = 4;
const INSERT = statement('counters.insert', 'INSERT INTO counters DEFAULT VALUES');
const HOLD = statement('counters.hold', 'SELECT pg_sleep(0.05)');
const READ_ONLY = statement('counters.read-only', 'SET default_transaction_read_only = on');

const all = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: POOL }, work));

describe('a server that takes no more writes', () => {
  let scratch: Awaited<ReturnType<typeof createScratchDatabase>>;
  let source: DataSource;
  let db: PostgresDatabase;
  let uow: PostgresUnitOfWork;

  beforeAll(async () => {
    scratch = await createScratchDatabase();
  });
  afterAll(() => scratch.drop());

  beforeEach(async () => {
    source = await createDataSource(scratch.url, POOL, 'test').initialize();
    await source.query('CREATE TABLE IF NOT EXISTS counters (id serial)');
    db = new PostgresDatabase(source);
    uow = new PostgresUnitOfWork(source);
  });
  afterEach(() => source.destroy());

  const insert = () => uow.run((tx) => db.in(tx).execute(INSERT));

  /** As connections to a server that was demoted are: open, and good for reading. */
  const demote = async () => {
    await all(() => db.read(HOLD));
    await all(() => db.read(READ_ONLY));
  };

  it('fails one transaction, and no other finds its connections again (rule 16.13)', async () => {
    await demote();
    await expect(insert()).rejects.toThrow(ConnectionLostError);
    await expect(all(insert)).resolves.toEqual([1, 1, 1, 1]);
  });

  it('makes the process not ready (rule 16.13)', async () => {
    const check = databaseCheck(db);
    await expect(check()).resolves.toBeUndefined();
    await demote();
    await expect(check()).rejects.toThrow(ReadOnlyServerError);
  });

  it('gets no connection (rule 16.13)', async () => {
    const other = await createScratchDatabase();
    try {
      await source.query(
        `ALTER DATABASE ${new URL(other.url).pathname.slice(1)} SET default_transaction_read_only = on`,
      );
      await expect(createDataSource(other.url, 1, 'test').initialize()).rejects.toThrow(ReadOnlyServerError);
    } finally {
      await other.drop();
    }
  });
});
