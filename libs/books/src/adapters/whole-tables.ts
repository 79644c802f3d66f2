import type { Tx } from '@app/kernel';
import { statement, type Database, type StatementRunner } from '@app/platform';

// Each statement is consistent in itself; the snapshot makes several of them consistent with each other.
const SNAPSHOT = statement('books.snapshot', 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');

// Reading whole tables may exceed the service's statement timeout, and it gains from custom plans, parallel workers and
// memory for sorting and hashing.
const WHOLE_TABLES = statement(
  'books.whole-tables',
  `SELECT set_config('statement_timeout', '0', true), set_config('plan_cache_mode', 'force_custom_plan', true),
     set_config('max_parallel_workers_per_gather', '2', true), set_config('work_mem', '64MB', true)`,
);

/** Prepares the transaction for statements that read whole tables in one snapshot. Call it first. */
export async function readingWholeTables(db: Database, tx: Tx): Promise<StatementRunner> {
  const run = db.in(tx);
  await run.execute(SNAPSHOT);
  await run.execute(WHOLE_TABLES);
  return run;
}
