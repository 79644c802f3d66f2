import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { ConnectionLostError, RetryTransactionError, type Tx } from '@app/kernel';
import { noTx } from '@app/kernel/testing';
import { Column, Entity, PrimaryColumn, type DataSource } from 'typeorm';
import { until } from '../../../../test/support/conditions';
import { createScratchDatabase } from '../../../../test/support/test-database';
import { createDataSource } from './data-source';
import { sqlStateOf, SQLSTATE } from './database';
import { PostgresDatabase, PostgresUnitOfWork } from './postgres-database';
import { ReportPool } from './report-pool';
import { RowStreams } from './row-stream';
import { statement } from './statement';

const INSERT = statement('things.insert', 'INSERT INTO things (id) VALUES ($1)');
const ADD = statement('things.add', 'UPDATE things SET value = value + $2 WHERE id = $1 RETURNING value');
const VALUE = statement('things.value', 'SELECT value FROM things WHERE id = $1');
const FAIL = statement('things.fail', 'SELECT fail_with($1)');
const PING = statement('things.ping', 'SELECT 1 AS one');

describe('PostgresDatabase', () => {
  @Entity('things')
  class Thing {
    @PrimaryColumn('integer')
    id!: number;

    @Column('integer', { default: 0 })
    value!: number;
  }

  let scratch: Awaited<ReturnType<typeof createScratchDatabase>>;
  let source: DataSource;
  let db: PostgresDatabase;
  let uow: PostgresUnitOfWork;
  let lastId = 0;
  let id: number;

  beforeAll(async () => {
    scratch = await createScratchDatabase();
    source = await open(10);
    db = new PostgresDatabase(source);
    uow = new PostgresUnitOfWork(source);
    await source.query('CREATE TABLE things (id integer PRIMARY KEY, value integer NOT NULL DEFAULT 0)');
    await source.query(`
    CREATE FUNCTION fail_with(state text) RETURNS void LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'made to fail' USING ERRCODE = state; END $$`);
  });
  afterAll(async () => {
    await db.onApplicationShutdown();
    await source.destroy();
    await scratch.drop();
  });
  beforeEach(() => {
    id = lastId += 2;
  });

  const open = (poolSize: number) => createDataSource(scratch.url, poolSize, 'test of units of work').initialize();

  /** Reads on a connection other than the transaction's. */
  async function valueOf(thing: number): Promise<number | undefined> {
    const [row] = await db.read<{ value: number }>(VALUE, [thing]);
    return row?.value;
  }

  describe('a connection that PostgreSQL ends in the packet that opens it', () => {
    const READY = Buffer.from('Z\0\0\0\x05I', 'latin1');
    const FIELDS = Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0');
    const LENGTH = Buffer.alloc(4);
    LENGTH.writeUInt32BE(4 + FIELDS.length);
    const FATAL = Buffer.concat([Buffer.from('E'), LENGTH, FIELDS]);

    /** Passes everything on, and ends every connection but the first as soon as it is open. */
    async function dyingServer(): Promise<Server> {
      let connections = 0;
      const server = createServer((client) => {
        const isFirst = connections++ === 0;
        const { hostname, port } = new URL(scratch.url);
        const upstream = connect(Number(port), hostname);
        client.pipe(upstream).on('error', () => undefined);
        upstream.on('data', (data) => {
          if (isFirst || !data.includes(READY)) return void client.write(data);
          // Unread, the client's end would leave the socket open.
          client
            .unpipe(upstream)
            .resume()
            .end(Buffer.concat([data, FATAL]));
          upstream.destroy();
        });
        client.on('error', () => undefined).on('close', () => upstream.destroy());
      });
      return once(server.listen(0, '127.0.0.1'), 'listening').then(() => server);
    }

    it.each<[string, (on: DataSource) => Promise<unknown>]>([
      ['a transaction', (on) => new PostgresUnitOfWork(on).run(async (tx) => db.in(tx).query(PING))],
      ['a list', (on) => all(new PostgresDatabase(on).stream(PING))],
      ['a read', (on) => new PostgresDatabase(on).read(PING)],
    ])('fails %s, and not the process', async (_what, use) => {
      const server = await dyingServer();
      const url = new URL(scratch.url);
      url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
      const dying = await createDataSource(url.href, 2, 'test').initialize();
      const first = dying.createQueryRunner();
      await first.connect();

      await expect(use(dying)).rejects.toThrow();
      await first.release();
      await dying.destroy();
      server.close();
    });

    async function all<T>(rows: AsyncIterable<T>): Promise<T[]> {
      const found: T[] = [];
      for await (const row of rows) found.push(row);
      return found;
    }
  });

  describe('a unit of work', () => {
    it('commits what it wrote, and returns the result of the work', async () => {
      await expect(uow.run((tx) => db.in(tx).execute(INSERT, [id]))).resolves.toBe(1);
      expect(await valueOf(id)).toBe(0);
    });

    it('rolls back when the work throws, and throws the same error', async () => {
      const reason = new Error('rejected');
      const failing = uow.run(async (tx) => {
        await db.in(tx).execute(INSERT, [id]);
        throw reason;
      });
      await expect(failing).rejects.toBe(reason);
      expect(await valueOf(id)).toBeUndefined();
    });

    it('shows nothing to others before it commits', async () => {
      await uow.run(async (tx) => {
        await db.in(tx).execute(INSERT, [id]);
        expect(await valueOf(id)).toBeUndefined();
      });
    });

    it('fails when one of its statements failed, even if the work continued', async () => {
      const work = uow.run(async (tx) => {
        await db.in(tx).execute(INSERT, [id]);
        await db
          .in(tx)
          .execute(INSERT, [id])
          .catch(() => undefined);
        return 'done';
      });
      await expect(work).rejects.toMatchObject({ code: SQLSTATE.uniqueViolation });
      expect(await valueOf(id)).toBeUndefined();
    });

    it('gives its connection back after success and failure', async () => {
      const single = await open(1);
      const alone = new PostgresUnitOfWork(single);
      await expect(alone.run(() => Promise.reject(new Error('rejected')))).rejects.toThrow('rejected');
      await expect(alone.run(async () => 'again')).resolves.toBe('again');
      await single.destroy();
    });

    it('fails when its connection is cut, and the next unit of work succeeds', async () => {
      const cut = uow.run(async (tx) => {
        await db.in(tx).execute(INSERT, [id]);
        await db.in(tx).query(statement('things.cut', 'SELECT pg_terminate_backend(pg_backend_pid())'));
      });
      await expect(cut).rejects.toThrow(ConnectionLostError);
      await expect(uow.run((tx) => db.in(tx).execute(INSERT, [id]))).resolves.toBe(1);
    });
  });

  describe('the entity manager of a transaction', () => {
    it('writes in the transaction', async () => {
      await uow.run(async (tx) => {
        await db.in(tx).execute(INSERT, [id]);
        await db.manager(tx).update(Thing, { id }, { value: 7 });
        expect(await valueOf(id)).toBeUndefined();
        await expect(db.in(tx).query(VALUE, [id])).resolves.toEqual([{ value: 7 }]);
      });
      expect(await valueOf(id)).toBe(7);
    });

    it.each(['an insert', 'a save', 'a nested transaction'])(
      'leaves nothing of %s when the work throws',
      async (how) => {
        const failing = uow.run(async (tx) => {
          const manager = db.manager(tx);
          if (how === 'an insert') await manager.insert(Thing, { id });
          else if (how === 'a save') await manager.save(Thing, { id });
          else await manager.transaction((nested) => nested.insert(Thing, { id }));
          throw new Error('rejected');
        });
        await expect(failing).rejects.toThrow('rejected');
        expect(await valueOf(id)).toBeUndefined();
      },
    );

    it('leaves nothing when a caught statement failed', async () => {
      const work = uow.run(async (tx) => {
        await db.manager(tx).insert(Thing, { id });
        await db
          .manager(tx)
          .insert(Thing, { id })
          .catch(() => undefined);
      });
      await expect(work).rejects.toMatchObject({ code: SQLSTATE.uniqueViolation });
      expect(await valueOf(id)).toBeUndefined();
    });

    it('runs the work again after a serialization failure', async () => {
      let runs = 0;
      await uow.run(async (tx) => {
        await db.manager(tx).insert(Thing, { id });
        if (++runs === 1) await db.manager(tx).query(FAIL.text, [SQLSTATE.serializationFailure]);
      });
      expect([runs, await valueOf(id)]).toEqual([2, 0]);
    });

    it('rejects statements once the transaction has ended', async () => {
      const manager = await uow.run(async (tx) => db.manager(tx));
      await expect(manager.insert(Thing, { id })).rejects.toThrow('accepts no further statement');
      expect(await valueOf(id)).toBeUndefined();
    });

    it('runs one statement outside a transaction, and rejects a second one', async () => {
      await uow.once((tx) => db.manager(tx).insert(Thing, { id }));
      expect(await valueOf(id)).toBe(0);
      const twice = uow.once(async (tx) => {
        await db.manager(tx).update(Thing, { id }, { value: 1 });
        await db.in(tx).execute(ADD, [id, 1]);
      });
      await expect(twice).rejects.toThrow('accepts no further statement');
      expect(await valueOf(id)).toBe(1);
    });
  });

  describe('a transaction that has ended', () => {
    const ended = 'things.ping: this transaction accepts no further statement';

    it.each(['committed', 'rolled back'])('rejects statements after it was %s', async (how) => {
      let kept: Tx | undefined;
      const work = uow.run(async (tx) => {
        kept = tx;
        if (how === 'rolled back') throw new Error('rejected');
      });
      await work.catch(() => undefined);
      await expect(db.in(kept!).query(PING)).rejects.toThrow(ended);
      await expect(db.in(kept!).execute(PING)).rejects.toThrow(ended);
    });
  });

  describe('a unit of work of one statement', () => {
    it('runs it', async () => {
      await uow.once((tx) => db.in(tx).execute(INSERT, [id]));
      expect(await valueOf(id)).toBe(0);
    });

    it('rejects a second one', async () => {
      const twice = uow.once(async (tx) => {
        await db.in(tx).execute(INSERT, [id]);
        await db.in(tx).execute(INSERT, [id + 1]);
      });
      await expect(twice).rejects.toThrow('things.insert: this transaction accepts no further statement');
      expect(await valueOf(id + 1)).toBeUndefined();
    });

    it('rejects any statement after it has ended', async () => {
      const kept = await uow.once(async (tx) => tx);
      await expect(db.in(kept).query(PING)).rejects.toThrow('accepts no further statement');
    });

    it('leaves nothing of a statement that fails in the middle', async () => {
      await uow.once((tx) => db.in(tx).execute(INSERT, [id]));
      const half = statement('things.half', 'INSERT INTO things (id) VALUES ($1), ($2)');
      await expect(uow.once((tx) => db.in(tx).execute(half, [id + 1, id]))).rejects.toMatchObject({ code: '23505' });
      expect(await valueOf(id + 1)).toBeUndefined();
    });
  });

  it('a transaction of another unit of work is rejected', () => {
    const rejection = new TypeError('this transaction belongs to another unit of work');
    expect(() => db.in(noTx())).toThrow(rejection);
    expect(() => db.manager(noTx())).toThrow(rejection);
  });

  describe('after a deadlock', () => {
    it('the losing work runs again, and each commits once', async () => {
      await uow.run((tx) =>
        db.in(tx).execute(statement('things.two', 'INSERT INTO things VALUES ($1), ($2)'), [id, id + 1]),
      );
      let arrive: () => void;
      let waiting = 2;
      const bothHaveOne = new Promise<void>((resolve) => (arrive = () => --waiting === 0 && resolve()));
      const runs: [number, number] = [0, 0];
      const add = (own: 0 | 1, first: number, second: number) =>
        uow.run(async (tx) => {
          await db.in(tx).execute(ADD, [first, 1]);
          if (runs[own]++ === 0) {
            arrive();
            await bothHaveOne;
          }
          await db.in(tx).execute(ADD, [second, 1]);
        });

      await Promise.all([add(0, id, id + 1), add(1, id + 1, id)]);

      // Both may run again, and more than twice: after its rollback the loser may lock the same row first.
      expect(Math.max(...runs)).toBeGreaterThan(1);
      expect([await valueOf(id), await valueOf(id + 1)]).toEqual([2, 2]);
    });
  });

  describe('work that fails with', () => {
    /** Fails that many times, then inserts. */
    async function runsUntilDone(
      state: string,
      failures: number,
    ): Promise<{ runs: number; error: string | undefined }> {
      let runs = 0;
      const work = uow.run(async (tx) => {
        await db.in(tx).execute(INSERT, [id]);
        if (++runs <= failures) await db.in(tx).query(FAIL, [state]);
      });
      const error = await work.then(() => undefined, sqlStateOf);
      return { runs, error };
    }

    it.each([SQLSTATE.serializationFailure, SQLSTATE.deadlockDetected])(
      '%s runs again, from the start',
      async (state) => {
        await expect(runsUntilDone(state, 2)).resolves.toEqual({ runs: 3, error: undefined });
        expect(await valueOf(id)).toBe(0);
      },
    );

    it('RetryTransactionError runs again, from the start', async () => {
      let runs = 0;
      await uow.run(async (tx) => {
        await db.in(tx).execute(INSERT, [id]);
        if (++runs === 1) throw new RetryTransactionError('overtaken');
      });
      expect(runs).toBe(2);
      expect(await valueOf(id)).toBe(0);
    });

    it('a serialization failure is given up after four runs', async () => {
      const state = SQLSTATE.serializationFailure;
      await expect(runsUntilDone(state, 99)).resolves.toEqual({ runs: 4, error: state });
      expect(await valueOf(id)).toBeUndefined();
    });

    it.each(['23505', '23514', '55P03', '57014'])('%s does not run again', async (state) => {
      await expect(runsUntilDone(state, 1)).resolves.toEqual({ runs: 1, error: state });
    });
  });

  describe('a report', () => {
    const SLOW = statement('things.slow', 'SELECT 1 AS one FROM pg_sleep($1)');

    it('takes no connection from requests, and is rejected when others keep all of its own', async () => {
      const impatient = createDataSource(scratch.url, 1, 'test of reports');
      // Long enough for a busy machine to open eight connections.
      Object.assign(impatient.options, { extra: { ...impatient.options.extra, connectionTimeoutMillis: 1_000 } });
      await impatient.initialize();
      const database = new PostgresDatabase(impatient);
      const eight = Promise.allSettled(Array.from({ length: 8 }, () => database.report(SLOW, [60])));

      await expect(database.report(PING)).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });

      await expect(database.read(PING)).resolves.toEqual([{ one: 1 }]);
      await source.query(`
      SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`);
      await eight;
      await expect(database.report(PING)).resolves.toEqual([{ one: 1 }]);
      await database.onApplicationShutdown();
      await impatient.destroy();
    });

    it('is cancelled when it takes longer than a few seconds', async () => {
      const pool = new ReportPool(source, undefined, 50);

      await expect(pool.read(SLOW, [60])).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });

      await expect(pool.read(PING, [])).resolves.toEqual([{ one: 1 }]);
      await pool.close();
    });

    it('fails with the error of its statement', async () => {
      await expect(db.report(statement('things.wrong', 'SELECT 1 / 0'))).rejects.toThrow('division by zero');
      await expect(db.report(PING)).resolves.toEqual([{ one: 1 }]);
    });
  });

  describe('a stream of rows', () => {
    const NUMBERS = statement('things.numbers', 'SELECT n FROM generate_series(1, $1::integer) AS n');
    const FAILS_LATE = statement(
      'things.fails-late',
      'SELECT 1 / (1500 - n) AS n FROM generate_series(1, $1::integer) AS n',
    );
    const CLIENTS = statement(
      'things.clients',
      `SELECT pid, wait_event FROM pg_stat_activity
      WHERE application_name = 'test of units of work' AND pid <> pg_backend_pid() AND query LIKE $1`,
    );
    const reading = () => db.read<{ pid: number; wait_event: string }>(CLIENTS, ['FETCH % FROM list']);

    async function all(stream: AsyncIterable<{ n: number }>): Promise<number[]> {
      const seen: number[] = [];
      for await (const { n } of stream) seen.push(n);
      return seen;
    }

    it.each([0, 1, 499, 500, 501, 1_700])('of %i has each of them, in order', async (count) => {
      const expected = Array.from({ length: count }, (_, index) => index + 1);

      expect(await all(db.stream(NUMBERS, [count]))).toEqual(expected);
    });

    it('reads no further than its reader, and ends on the server when the reader stops', async () => {
      const rows = db.stream<{ n: number }>(NUMBERS, [10_000_000])[Symbol.asyncIterator]();
      for (let n = 1; n <= 600; n++) expect((await rows.next()).value).toEqual({ n });
      expect(await reading()).toMatchObject([{ wait_event: 'ClientRead' }]);
      await rows.return?.();
      await until('the statement has ended', async () => (await reading()).length === 0);
    });

    it('fails with the error of the statement, and the next one works', async () => {
      await expect(all(db.stream(FAILS_LATE, [2_000]))).rejects.toThrow('division by zero');
      await expect(all(db.stream(NUMBERS, [3]))).resolves.toEqual([1, 2, 3]);
    });

    it('fails when its connection is lost between two batches', async () => {
      const rows = db.stream<{ n: number }>(NUMBERS, [10_000])[Symbol.asyncIterator]();
      await rows.next();
      const [{ pid } = { pid: 0 }] = await reading();
      await source.query('SELECT pg_terminate_backend($1)', [pid]);
      await until('the connection is gone', async () => (await reading()).length === 0);

      await expect(all({ [Symbol.asyncIterator]: () => rows })).rejects.toThrow();
      await expect(all(db.stream(NUMBERS, [3]))).resolves.toEqual([1, 2, 3]);
    });

    it('fails for a reader who pauses for too long', async () => {
      const streams = new RowStreams(source, undefined, 50);
      const rows = streams.rows<{ n: number }>(NUMBERS, [10_000]);
      await rows.next();
      await until('the connection is closed', async () => (await reading()).length === 0);

      await expect(all(rows)).rejects.toThrow('Client was closed');
      await streams.close();
    });

    it('fails when the process ends', async () => {
      const streams = new RowStreams(source);
      const rows = streams.rows<{ n: number }>(NUMBERS, [10_000]);
      await rows.next();
      await streams.close();

      await expect(all(rows)).rejects.toThrow('Client was closed');
    });

    it('cannot write', async () => {
      const write = statement('things.streamed-write', `SELECT n FROM nextval('streamed_numbers') AS n`);
      await source.query('CREATE SEQUENCE streamed_numbers');

      await expect(all(db.stream(write))).rejects.toThrow('read-only transaction');
    });

    it('takes no connection from requests, and waits for its own', async () => {
      const streams = Array.from({ length: 8 }, () =>
        db.stream<{ n: number }>(NUMBERS, [1_000])[Symbol.asyncIterator](),
      );
      for (const stream of streams) await stream.next();
      const oneMore = all(db.stream(NUMBERS, [1]));
      await expect(db.read(PING)).resolves.toEqual([{ one: 1 }]);
      await streams[0]!.return?.();

      await expect(oneMore).resolves.toEqual([1]);
      for (const stream of streams) await stream.return?.();
    });
  });

  describe('the connections', () => {
    it('are waited for at most three seconds', async () => {
      const single = await open(1);
      const alone = new PostgresUnitOfWork(single);
      const before = performance.now();
      await alone.run(async () => {
        await expect(new PostgresDatabase(single).read(PING)).rejects.toThrow('timeout');
      });
      expect(performance.now() - before).toBeLessThan(4_000);
      await single.destroy();
    });

    it('limit every wait in the server', async () => {
      const names = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];
      const show = statement(
        'things.show',
        'SELECT setting FROM pg_settings WHERE name = ANY($1) ORDER BY setting::integer',
      );
      const rows = await db.read<{ setting: string }>(show, [names]);
      expect(rows.map(({ setting }) => setting)).toEqual(['5000', '8000', '15000']);
    });

    it('carry the name of their process', async () => {
      const name = statement('things.name', `SELECT current_setting('application_name') AS name`);
      await expect(db.read(name)).resolves.toEqual([{ name: 'test of units of work' }]);
    });

    it('parse a statement once, inside and outside transactions', async () => {
      const single = await open(1);
      const alone = new PostgresDatabase(single);
      for (let i = 0; i < 3; i++) {
        await alone.read(PING);
        await new PostgresUnitOfWork(single).run((tx) => alone.in(tx).query(PING));
      }
      const prepared = statement(
        'things.prepared',
        `SELECT name, (generic_plans + custom_plans)::integer AS runs FROM pg_prepared_statements WHERE name = 'things.ping'`,
      );
      await expect(alone.read(prepared)).resolves.toEqual([{ name: 'things.ping', runs: 6 }]);
      await single.destroy();
    });
  });
});
