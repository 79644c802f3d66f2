import type { PoolClient } from 'pg';
import { DataSource, getMetadataArgsStorage, type DataSourceOptions } from 'typeorm';
import { SnakeCaseNaming } from './snake-case-naming';

const POOL_WAIT_MS = 3_000;
const STATEMENT_TIMEOUT_MS = 30_000;

/**
 * The options of a connection pool on which every wait is bounded: for a connection, a statement, a lock, and a
 * transaction that was left open. The schema belongs to the migrations: TypeORM never changes it.
 */
export function dataSourceOptions(url: string, poolSize: number, applicationName: string) {
  return {
    type: 'postgres',
    url,
    poolSize,
    applicationName,
    namingStrategy: new SnakeCaseNaming(),
    installExtensions: false,
    extra: {
      connectionTimeoutMillis: POOL_WAIT_MS,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
      // Every statement is prepared once and runs thousands of times. Planning the large ones each time would take longer
      // than running them. None of them is worth starting parallel workers for (docs/adr/0014).
      options: '-c plan_cache_mode=force_generic_plan -c max_parallel_workers_per_gather=0',
      statement_timeout: STATEMENT_TIMEOUT_MS,
      lock_timeout: 10_000,
      idle_in_transaction_session_timeout: 60_000,
      onConnect: surviveErrors,
    },
  } satisfies DataSourceOptions;
}

/**
 * Between two users of a connection nothing handles its errors, and an unhandled error ends the process: PostgreSQL that
 * stops would stop the API too. The next statement reports the error, and the pool removes the connection.
 */
function surviveErrors(client: PoolClient): void {
  client.on('error', () => undefined);
}

/**
 * A data source outside of Nest, for tests and for migrations, which `migrations` names by file pattern. It knows the
 * entities whose classes have been loaded.
 */
export function createDataSource(
  url: string,
  poolSize: number,
  applicationName: string,
  migrations: string[] = [],
): DataSource {
  return new DataSource({
    ...dataSourceOptions(url, poolSize, applicationName),
    entities: getMetadataArgsStorage().tables.map(({ target }) => target),
    migrations,
    migrationsTransactionMode: 'all',
  });
}
