import { ConnectionLostError } from '@app/kernel';
import { Column, Entity, PrimaryColumn, type DataSource } from 'typeorm';
import { until } from '../../../../test/support/conditions';
import { DatabaseProxy } from '../../../../test/support/database-proxy';
import { createScratchDatabase } from '../../../../test/support/test-database';
import { SilentConnectionError } from './connection-guard';
import { createDataSource, SERVICE_LIMITS, type DatabaseLimits } from './data-source';
import { SERVER_ID } from './database-hosts';
import { PostgresDatabase, PostgresUnitOfWork, guardOf, poolOf } from './postgres-database';
import { RowStreams } from './row-stream';
import { statement } from './statement';

const SILENCE_MS = 150;

const PING = statement('notes.ping', 'SELECT pg_backend_pid() AS pid');
const SLEEP = statement('notes.sleep', 'SELECT pg_sleep(60)');
const SLEEPING = statement(
  'notes.sleeping',
  `SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND query = 'SELECT pg_sleep(60)' AND state = 'active'`,
);
const HOLD = statement('notes.hold', 'SELECT pg_sleep(0.05)');
const SERVER = statement('notes.server', `SELECT ${SERVER_ID} AS server`);
const INSERT = statement('notes.insert', 'INSERT INTO notes (id) VALUES ($1)');
const LOCK = statement('notes.lock', 'SELECT id FROM notes WHERE id = $1 FOR UPDATE');
const FIND = statement('notes.find', 'SELECT id FROM notes WHERE id = $1');

@Entity('notes')
class Note {
  @PrimaryColumn('integer')
  id!: number;

  @Column('text', { nullable: true })
  text!: string | null;
}

const open = (url: string, limits: Partial<DatabaseLimits> = {}) =>
  createDataSource(url, 4, 'test', [], { ...SERVICE_LIMITS, ...limits }).initialize();

describe("a connection's silence", () => {
  let scratch: Awaited<ReturnType<typeof createScratchDatabase>>;
  let direct: PostgresDatabase;
  let directSource: DataSource;
  let proxy: DatabaseProxy;
  let source: DataSource;
  let db: PostgresDatabase;
  let uow: PostgresUnitOfWork;
  let lastId = 0;

  beforeAll(async () => {
    scratch = await createScratchDatabase();
    directSource = await open(scratch.url);
    direct = new PostgresDatabase(directSource);
    await directSource.query('CREATE TABLE notes (id integer PRIMARY KEY, text text)');
  });
  afterAll(async () => {
    await directSource.destroy();
    await scratch.drop();
  });
  beforeEach(async () => {
    lastId += 1;
    proxy = await DatabaseProxy.start(scratch.url);
    source = await open(proxy.url, { silenceMs: SILENCE_MS, idleInTransactionMs: 1_500 });
    db = new PostgresDatabase(source);
    uow = new PostgresUnitOfWork(source);
  });
  afterEach(async () => {
    await source.destroy();
    await proxy.close();
  });

  const isStored = async () => (await direct.read(FIND, [lastId])).length === 1;

  /** Opens as many connections as the pool may have. */
  const fillPool = () => Promise.all([1, 2, 3, 4].map(() => db.read(HOLD)));

  describe('a connection that has gone silent', () => {
    it('is cancelled at the server, where its statement would go on for as long as it takes (rule 16.15)', async () => {
      const running = async () => {
        const [found] = await direct.read<{ count: number }>(SLEEPING);
        return found?.count;
      };
      const given = db.read(SLEEP);
      await until('the statement runs', async () => (await running()) === 1);
      await expect(given).rejects.toThrow('PostgreSQL did not respond');
      await until('the server has ended it', async () => (await running()) === 0);
    });

    it('is closed when it was cancelled, since poolers forget the requests of clients that left (rule 16.15)', async () => {
      await expect(db.read(SLEEP)).rejects.toThrow('PostgreSQL did not respond');
      await until('it is closed', () => proxy.seen.includes('left'));
      expect(proxy.seen).toEqual(['cancel', 'cancelled', 'left']);
    });

    it.each<[string, () => Promise<unknown>]>([
      ['a read', () => db.read(PING)],
      ['a transaction', () => uow.run((tx) => db.in(tx).query(PING))],
      ['a single statement', () => uow.once((tx) => db.in(tx).query(PING))],
      ['a repository', () => source.getRepository(Note).find()],
      ['an entity manager', () => uow.once((tx) => db.manager(tx).find(Note))],
    ])('fails %s that uses it, and the next one succeeds', async (_what, use) => {
      await db.read(PING);
      proxy.silence();

      await expect(use()).rejects.toThrow('PostgreSQL did not respond');
      await expect(use()).resolves.toBeDefined();
    });

    it('fails a list that uses it, and the next one succeeds', async () => {
      const streams = new RowStreams(source);
      const list = async () => {
        for await (const _row of streams.rows(PING, []));
      };
      await list();
      proxy.silence();

      await expect(list()).rejects.toThrow('PostgreSQL did not respond');
      await expect(list()).resolves.toBeUndefined();
      await streams.close();
    });

    it('costs one wait, and not one for each connection that was opened before', async () => {
      await fillPool();
      proxy.silence();
      await expect(db.read(PING)).rejects.toThrow('PostgreSQL did not respond');

      await expect(fillPool()).resolves.toHaveLength(4);
    });

    it('frees its place in the pool for callers that wait', async () => {
      await fillPool();
      proxy.silence();
      const failing = Promise.allSettled([1, 2, 3, 4].map(() => db.read(PING)));
      await until('all are in use', () => poolOf(source).idleCount === 0);
      const waiting = db.read(PING);

      expect((await failing).map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
      await expect(waiting).resolves.toHaveLength(1);
    });

    it('fails a transaction that was between two statements, and writes nothing of it', async () => {
      const work = uow.run(async (tx) => {
        await db.in(tx).execute(INSERT, [lastId]);
        proxy.silence();
        await db.in(tx).query(PING);
      });

      await expect(work).rejects.toThrow(ConnectionLostError);
      expect(await isStored()).toBe(false);
    });

    it('holds its locks only until PostgreSQL gives up on its transaction', async () => {
      await direct.read(INSERT, [lastId]);
      const work = uow.run(async (tx) => {
        await db.in(tx).query(LOCK, [lastId]);
        proxy.silence();
        await db.in(tx).query(PING);
      });
      await expect(work).rejects.toThrow(ConnectionLostError);

      await expect(uow.run((tx) => db.in(tx).query(LOCK, [lastId]))).rejects.toThrow(ConnectionLostError);
      await until('the lock is free', () =>
        uow.run((tx) => db.in(tx).query(LOCK, [lastId])).then(Boolean, () => false),
      );
    });

    it('leaves the outcome of a commit unknown, and the work is not done twice', async () => {
      let runs = 0;
      const work = uow.run(async (tx) => {
        runs += 1;
        await db.in(tx).execute(INSERT, [lastId]);
        proxy.silence('responses');
      });

      await expect(work).rejects.toThrow(ConnectionLostError);
      await until('PostgreSQL has committed', isStored);
      expect(runs).toBe(1);
    });

    /** Does something between the last statement of the work and its COMMIT. */
    const beforeCommit = (act: () => void) => {
      const create = source.createQueryRunner.bind(source);
      jest.spyOn(source, 'createQueryRunner').mockImplementationOnce((...of) => {
        const runner = create(...of);
        const commit = runner.commitTransaction.bind(runner);
        runner.commitTransaction = async () => {
          act();
          await commit();
        };
        return runner;
      });
    };
    const order = (runs: number[]) =>
      uow.runAssured(async (tx) => {
        runs.push(runs.length);
        await db.in(tx).execute(INSERT, [lastId]);
        return 'ordered';
      });

    it('does not fail an order of money that PostgreSQL has committed (rule 11.18)', async () => {
      beforeCommit(() => proxy.silence('responses'));
      const runs: number[] = [];
      await expect(order(runs)).resolves.toBe('ordered');
      expect([await isStored(), runs]).toEqual([true, [0]]);
    });

    it('repeats an order of money that PostgreSQL has certainly not committed (rule 11.18)', async () => {
      beforeCommit(() => proxy.silence());
      const runs: number[] = [];
      await expect(order(runs)).resolves.toBe('ordered');
      expect([await isStored(), runs]).toEqual([true, [0, 1]]);
    });

    it('fails a single statement whose response is lost, and it is not repeated', async () => {
      await db.read(PING);
      proxy.silence('responses');

      await expect(uow.once((tx) => db.in(tx).execute(INSERT, [lastId]))).rejects.toThrow(ConnectionLostError);
      expect(await isStored()).toBe(true);
    });
  });

  describe('a connection that is not silent', () => {
    it('is kept while it is idle', async () => {
      const [before] = await db.read<{ pid: number }>(PING);
      await direct.read(statement('notes.wait', `SELECT pg_sleep(${(2 * SILENCE_MS) / 1_000})`));
      await expect(db.read(PING)).resolves.toEqual([before]);
    });

    it('is kept when this process was too busy to read the response', async () => {
      const own = await open(scratch.url, { silenceMs: SILENCE_MS });
      const response = new PostgresDatabase(own).read(HOLD);
      await until('it has been sent', () => poolOf(own).totalCount > poolOf(own).idleCount);
      await new Promise(setImmediate);
      const end = performance.now() + 2 * SILENCE_MS;
      while (performance.now() < end);
      await expect(response).resolves.toHaveLength(1);
      await own.destroy();
    });
  });

  describe('when PostgreSQL is another server', () => {
    const read = () => db.read(HOLD);

    it('ends statements that wait for the former one (rule 16.13)', async () => {
      await fillPool();
      const running = read();
      guardOf(source)?.closeOthers('another', new SilentConnectionError('another server'));
      await expect(running).rejects.toThrow('another server');
    });

    it('leaves connections alone that lead to it already (rule 16.13)', async () => {
      await fillPool();
      const [found] = await db.read<{ server: string }>(SERVER);
      const running = read();
      guardOf(source)?.closeOthers(found!.server, new SilentConnectionError('another server'));
      await expect(running).resolves.toHaveLength(1);
    });
  });
});
