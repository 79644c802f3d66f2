import type { UnitOfWork } from '@app/kernel';
import { statement, type Database, type SqlParameter, type Statement } from '@app/platform';
import type { QueryResultRow } from 'pg';

// A bound for each of the statements, and plans that read whatever is asked for by its index: the tables may be large,
// and PostgreSQL does not know how few rows the subqueries return. Joins of subqueries have no index to loop over.
const SETTINGS = `set_config('transaction_read_only', 'on', true), set_config('statement_timeout', '60s', true),
  set_config('plan_cache_mode', 'force_custom_plan', true), set_config('jit', 'off', true),
  set_config('enable_seqscan', 'off', true), set_config('max_parallel_workers_per_gather', '0', true),
  set_config('work_mem', '64MB', true)`;

const READ_BY_INDEX = statement('books.read-by-index', `SELECT ${SETTINGS}`);
const JOIN_BY_HASH = statement('books.join-by-hash', `SELECT ${SETTINGS}, set_config('enable_nestloop', 'off', true)`);

/**
 * Reads tables of any size by many statements, each in a short transaction of its own, so that none of them holds back
 * the removal of old row versions. Each statement sees one state of the database; two of them may see different ones.
 */
export class ShortSnapshots {
  constructor(
    private readonly db: Database,
    private readonly uow: UnitOfWork,
    /** Called before each transaction. */
    private readonly beforeEach?: () => Promise<void>,
  ) {}

  /** The statement finds each of its rows by an index. */
  read<R extends QueryResultRow>(select: Statement, parameters: readonly SqlParameter[]): Promise<R[]> {
    return this.run(READ_BY_INDEX, select, parameters);
  }

  /** The statement joins subqueries, which find their rows by arrays of keys. */
  join<R extends QueryResultRow>(select: Statement, parameters: readonly SqlParameter[]): Promise<R[]> {
    return this.run(JOIN_BY_HASH, select, parameters);
  }

  private async run<R extends QueryResultRow>(
    settings: Statement,
    select: Statement,
    parameters: readonly SqlParameter[],
  ): Promise<R[]> {
    await this.beforeEach?.();
    return this.uow.run(async (tx) => {
      const run = this.db.in(tx);
      await run.query(settings);
      return run.query<R>(select, parameters);
    });
  }
}
