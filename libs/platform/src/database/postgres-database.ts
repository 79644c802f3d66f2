import { RetryTransactionError, Tx, UnitOfWork } from '@app/kernel';
import type { Pool, PoolClient, QueryResultRow } from 'pg';
import type { DataSource } from 'typeorm';
import { Database, sqlStateOf, SQLSTATE, type StatementRunner } from './database';
import type { SqlParameter, Statement } from './statement';

const ATTEMPTS = 4;

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

  constructor(
    private readonly client: Queryable,
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

  /**
   * Throws the error of the first statement that failed: PostgreSQL has given the transaction up then and would answer
   * COMMIT with a silent rollback, so work that caught the error must not pass for done.
   */
  assertCommittable(): void {
    if (this.failure) throw this.failure.error;
  }

  /** No statement reaches the connection after the transaction has ended, or it would run in somebody else's. */
  end(): void {
    this.left = 0;
  }

  private async send<R extends QueryResultRow>(statement: Statement, parameters?: readonly SqlParameter[]) {
    if (this.left <= 0) throw new Error(`${statement.name}: this transaction takes no further statement`);
    this.left -= 1;
    try {
      return await run<R>(this.client, statement, parameters);
    } catch (error) {
      this.failure ??= { error };
      throw error;
    }
  }
}

export class PostgresDatabase extends Database {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  async read<R extends QueryResultRow>(statement: Statement, parameters?: readonly SqlParameter[]): Promise<R[]> {
    return (await run<R>(poolOf(this.dataSource), statement, parameters)).rows;
  }

  in(tx: Tx): StatementRunner {
    if (!(tx instanceof PostgresTx)) throw new TypeError('this transaction belongs to another unit of work');
    return tx;
  }
}

/** Transactions at READ COMMITTED through TypeORM's query runner; retried after a deadlock or serialization failure. */
export class PostgresUnitOfWork extends UnitOfWork {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return retried(() => this.runOnce(work));
  }

  once<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return retried(async () => {
      const tx = new PostgresTx(poolOf(this.dataSource), 1);
      try {
        return await work(tx);
      } finally {
        tx.end();
      }
    });
  }

  private async runOnce<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    try {
      const client = (await runner.connect()) as PoolClient;
      await runner.startTransaction();
      const tx = new PostgresTx(client);
      try {
        const result = await work(tx);
        tx.end();
        tx.assertCommittable();
        await runner.commitTransaction();
        return result;
      } catch (error) {
        tx.end();
        // A broken connection cannot roll back; the server does it, and the first error is the one that tells why.
        if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
        throw error;
      }
    } finally {
      await runner.release();
    }
  }
}

async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!asksForRetry(error) || attempt === ATTEMPTS) throw error;
    }
  }
}

function asksForRetry(error: unknown): boolean {
  const state = sqlStateOf(error);
  if (state === SQLSTATE.deadlockDetected || state === SQLSTATE.serializationFailure) return true;
  return error instanceof RetryTransactionError;
}
