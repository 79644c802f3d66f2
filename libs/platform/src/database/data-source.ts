import { DataSource } from 'typeorm';

const POOL_WAIT_MS = 3_000;
const STATEMENT_TIMEOUT_MS = 30_000;

/**
 * The connection pool, with every wait bounded: for a connection, for a statement, for a lock and for a transaction
 * that somebody left open. `migrations` are file patterns, for whoever applies them; no running process loads any.
 */
export function createDataSource(
  url: string,
  poolSize: number,
  applicationName: string,
  migrations: string[] = [],
): DataSource {
  return new DataSource({
    type: 'postgres',
    url,
    poolSize,
    applicationName,
    entities: [],
    migrations,
    migrationsTransactionMode: 'all',
    installExtensions: false,
    extra: {
      connectionTimeoutMillis: POOL_WAIT_MS,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
      // Every statement is prepared once and runs thousands of times: planned anew each time, the large ones cost more
      // than they take to run. None of them is worth starting parallel workers for (docs/adr/0014).
      options: '-c plan_cache_mode=force_generic_plan -c max_parallel_workers_per_gather=0',
      statement_timeout: STATEMENT_TIMEOUT_MS,
      lock_timeout: 10_000,
      idle_in_transaction_session_timeout: 60_000,
    },
  });
}
