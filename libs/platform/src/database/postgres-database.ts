import { ConnectionLostError, RetryTransactionError, Tx, UnitOfWork } from '@app/kernel';
import type { OnApplicationShutdown } from '@nestjs/common';
import type { Pool, PoolClient, QueryResultRow } from 'pg';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { transactionId, wasCommitted } from './commit-outcome';
import { Database, isConnectionFailure, sqlStateOf, SQLSTATE, type StatementRunner } from './database';
import type { ConnectionGuard } from './connection-guard';
import { ReportPool } from './report-pool';
import { RowStreams } from './row-stream';
import type { Standby } from './standby';
import type { SqlParameter, Statement } from './statement';
import type { OpenPools, PoolPlace } from './watched-pool';

const ATTEMPTS = 4;

/** The guard of the connections of a data source that `dataSourceOptions` made. */
export function guardOf(dataSource: DataSource): ConnectionGuard | undefined {
  return (dataSource.options.extra as { guard?: ConnectionGuard } | undefined)?.guard;
}

/** The open connection pools of a data source that `dataSourceOptions` made. */
export function openPoolsOf(dataSource: DataSource): OpenPools {
  return (dataSource.options as unknown as { extra: PoolPlace }).extra.openPools;
}

/** The pool that TypeORM's driver keeps. Named statements need `pg` itself: TypeORM's `query` cannot name one. */
export function poolOf(dataSource: DataSource): Pool {
  return (dataSource.driver as unknown as { master: Pool }).master;
}

type Queryable = Pick<PoolClient, 'query'>;

function run<R extends QueryResultRow>(on: Queryable, { name, text }: Statement, values: readonly SqlParameter[] = []) {
  return on.query<R>({ name, text, values: values as unknown[] });
}

class PostgresTx extends Tx implements StatementRunner {
  protected readonly kind = 'transaction';
  private left: number;
  private failure: { error: unknown } | undefined;
  private entities: EntityManager | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly connection: Queryable,
    statements = Infinity,
  ) {
    super();
    this.left = statements;
  }

  async query<R extends QueryResultRow>(statement: Statement, parameters?: readonly SqlParameter[]): Promise<R[]> {
    return (await this.send<R>(statement, parameters)).rows;
  }

  async execute(statement: Statement, parameters?: readonly SqlParameter[]): Promise<number> {
    return (await this.send(statement, parameters)).rowCount ?? 0;
  }

  manager(): EntityManager {
    return (this.entities ??= this.openManager());
  }

  /**
   * Throws the error of the first statement that failed: by then PostgreSQL has aborted the transaction and would
   * respond to COMMIT with a silent rollback, so work that caught the error must not count as done.
   */
  assertCommittable(): void {
    if (this.failure) throw this.failure.error;
  }

  /** Rejects all further statements: on a connection that has been released they would run in another transaction. */
  end(): void {
    this.left = 0;
  }

  private send<R extends QueryResultRow>(statement: Statement, parameters?: readonly SqlParameter[]) {
    return this.guarded(statement.name, () => run<R>(this.connection, statement, parameters));
  }

  /**
   * A manager whose query runner is connected and one transaction deep from the start, so that TypeORM takes no other
   * connection and neither begins nor commits. Its statements are guarded like all others.
   */
  private openManager(): EntityManager {
    const runner = this.dataSource.createQueryRunner();
    const connection = {
      query: (text: string, values?: unknown[]) =>
        this.guarded('entity manager', () => this.connection.query(text, values)),
    };
    Object.assign(runner, { connect: async () => connection, isTransactionActive: true, transactionDepth: 1 });
    return runner.manager;
  }

  private async guarded<T>(name: string, send: () => Promise<T>): Promise<T> {
    if (this.left <= 0) throw new Error(`${name}: this transaction accepts no further statement`);
    this.left -= 1;
    try {
      return await send();
    } catch (error) {
      this.failure ??= { error };
      throw error;
    }
  }
}

export class PostgresDatabase extends Database implements OnApplicationShutdown {
  private readonly streams: RowStreams;
  private readonly reports: ReportPool;

  /** Lists and reports are read from the standby, if there is one that is close behind. */
  constructor(
    private readonly dataSource: DataSource,
    private readonly standby?: Standby,
  ) {
    super();
    this.streams = new RowStreams(dataSource, standby);
    this.reports = new ReportPool(dataSource, standby);
  }

  async read<R extends QueryResultRow>(statement: Statement, parameters?: readonly SqlParameter[]): Promise<R[]> {
    return (await run<R>(poolOf(this.dataSource), statement, parameters)).rows;
  }

  report<R extends QueryResultRow>(statement: Statement, parameters: readonly SqlParameter[] = []): Promise<R[]> {
    return this.reports.read<R>(statement, parameters);
  }

  stream<R extends QueryResultRow>(statement: Statement, parameters: readonly SqlParameter[] = []): AsyncIterable<R> {
    return this.streams.rows<R>(statement, parameters);
  }

  in(tx: Tx): StatementRunner {
    return own(tx);
  }

  manager(tx: Tx): EntityManager {
    return own(tx).manager();
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.streams.close(), this.reports.close(), this.standby?.stop()]);
  }
}

function own(tx: Tx): PostgresTx {
  if (!(tx instanceof PostgresTx)) throw new TypeError('this transaction belongs to another unit of work');
  return tx;
}

/** Transactions at READ COMMITTED through TypeORM's query runner; retried after a deadlock or serialization failure. */
export class PostgresUnitOfWork extends UnitOfWork {
  private readonly guard: ConnectionGuard | undefined;

  constructor(private readonly dataSource: DataSource) {
    super();
    this.guard = guardOf(dataSource);
  }

  run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.retried(() => this.runOnce(work, (runner) => runner.commitTransaction()));
  }

  override runAssured<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.retried(() => this.runOnce(work, (runner, client) => this.commitAssured(runner, client)));
  }

  once<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.retried(async () => {
      const tx = new PostgresTx(this.dataSource, poolOf(this.dataSource), 1);
      try {
        return await work(tx);
      } finally {
        tx.end();
      }
    });
  }

  private async runOnce<T>(
    work: (tx: Tx) => Promise<T>,
    commit: (runner: QueryRunner, client: PoolClient) => Promise<void>,
  ): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    try {
      const client = (await runner.connect()) as PoolClient;
      await runner.startTransaction();
      const tx = new PostgresTx(this.dataSource, client);
      try {
        const result = await work(tx);
        tx.end();
        tx.assertCommittable();
        await commit(runner, client);
        return result;
      } catch (error) {
        tx.end();
        // A broken connection cannot roll back, but the server does; the first error is the informative one.
        if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
        throw error;
      }
    } finally {
      await runner.release();
    }
  }

  /** Throws `RetryTransactionError` when the transaction has certainly not been committed. Rule 11.18. */
  private async commitAssured(runner: QueryRunner, client: PoolClient): Promise<void> {
    const id = await transactionId(client);
    try {
      await runner.commitTransaction();
    } catch (error) {
      if (id === null || !isConnectionFailure(error)) throw error;
      this.guard?.closeIdle(error as Error);
      const committed = await wasCommitted(poolOf(this.dataSource), id);
      if (committed === undefined) throw error;
      if (!committed) throw new RetryTransactionError('the connection was lost before the commit');
    }
  }

  private async retried<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work();
      } catch (error) {
        if (isConnectionFailure(error)) {
          // The pool has the connection back by now, and would hand it out again.
          this.guard?.closeIdle(error as Error);
          throw connectionLost(error);
        }
        if (!asksForRetry(error) || attempt === ATTEMPTS) throw error;
      }
    }
  }
}

function connectionLost(cause: unknown): ConnectionLostError {
  return new ConnectionLostError(`the connection to PostgreSQL was lost: ${(cause as Error).message}`, { cause });
}

function asksForRetry(error: unknown): boolean {
  const state = sqlStateOf(error);
  if (state === SQLSTATE.deadlockDetected || state === SQLSTATE.serializationFailure) return true;
  return error instanceof RetryTransactionError;
}
