import type { ClientBase, PoolClient } from 'pg';
import { DataSource, getMetadataArgsStorage, type DataSourceOptions, type MigrationInterface } from 'typeorm';
import { ConnectionGuard } from './connection-guard';
import { clientsOf, DatabaseHosts } from './database-hosts';
import { applySettings, type SessionSettings } from './session-settings';
import { SnakeCaseNaming } from './snake-case-naming';
import { OpenPools, WatchedPool } from './watched-pool';

const POOL_WAIT_MS = 3_000;
/** A peer that vanished without closing the connection is noticed within half a minute, also while nothing is sent. */
const KEEPALIVE_MS = 10_000;
const SERVER_KEEPALIVE: SessionSettings = {
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '25000',
};
/**
 * Every statement is prepared once and runs thousands of times. Planning the large ones each time would take longer than
 * running them. None of them is worth starting parallel workers for (docs/adr/0014).
 */
const PLANS: SessionSettings = { plan_cache_mode: 'force_generic_plan', max_parallel_workers_per_gather: '0' };

/** How long statements and transactions may take. */
export interface DatabaseLimits {
  statementMs: number;
  lockMs: number;
  /** Ends a transaction whose client fell silent, and with it its locks. */
  idleInTransactionMs: number;
  /** How long PostgreSQL may send nothing while a statement runs. Longer than the statement may take. */
  silenceMs: number;
}

/** For processes with many callers: none of them waits longer than ten seconds, and a silent client's locks end soon. */
export const SERVICE_LIMITS: DatabaseLimits = {
  statementMs: 8_000,
  lockMs: 5_000,
  idleInTransactionMs: 15_000,
  silenceMs: 10_000,
};

/** For staff and migrations, which read or rewrite whole tables: TCP's keepalive notices a dead connection. */
export const STAFF_LIMITS: DatabaseLimits = {
  statementMs: 30_000,
  lockMs: 10_000,
  idleInTransactionMs: 60_000,
  silenceMs: 3_600_000,
};

/**
 * The options of a connection pool on which every wait is bounded: for a connection, a statement, a lock, a transaction
 * that was left open, and a response that never comes. The schema belongs to the migrations: TypeORM never changes it.
 */
export function dataSourceOptions(url: string, poolSize: number, applicationName: string, limits = SERVICE_LIMITS) {
  const guard = new ConnectionGuard();
  const hosts = new DatabaseHosts(url);
  return {
    type: 'postgres',
    driver: { Pool: WatchedPool },
    url: hosts.current,
    poolSize,
    applicationName,
    namingStrategy: new SnakeCaseNaming(),
    installExtensions: false,
    extra: {
      connectionTimeoutMillis: POOL_WAIT_MS,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEPALIVE_MS,
      poolName: 'main',
      openPools: new OpenPools(),
      ...poolLimits(guard, hosts, limits),
    },
  } satisfies DataSourceOptions;
}

/**
 * What a pool needs so that every wait on its connections is bounded. Guard and hosts are shared by all pools of a data
 * source. `isReadOnly`: the server takes no writes, which is an error otherwise.
 */
export function poolLimits(guard: ConnectionGuard, hosts: DatabaseHosts, limits: DatabaseLimits, isReadOnly = false) {
  const settings = {
    ...PLANS,
    ...SERVER_KEEPALIVE,
    statement_timeout: String(limits.statementMs),
    lock_timeout: String(limits.lockMs),
    idle_in_transaction_session_timeout: String(limits.idleInTransactionMs),
  };
  return {
    guard,
    hosts,
    limits,
    Client: clientsOf(hosts),
    onConnect: async (client: ClientBase): Promise<void> => {
      guard.watch(client as PoolClient, limits.silenceMs);
      try {
        guard.identify(client as PoolClient, await applySettings(client, settings, isReadOnly));
      } catch (error) {
        hosts.moveOn((client as PoolClient & { url: string }).url);
        throw error;
      }
    },
  };
}

export type MigrationClass = new () => MigrationInterface;

/** A data source outside of Nest, for tests and for migrations. It knows the entities whose classes have been loaded. */
export function createDataSource(
  url: string,
  poolSize: number,
  applicationName: string,
  migrations: MigrationClass[] = [],
  limits = SERVICE_LIMITS,
): DataSource {
  return new DataSource({
    ...dataSourceOptions(url, poolSize, applicationName, limits),
    entities: getMetadataArgsStorage().tables.map(({ target }) => target),
    migrations,
    migrationsTransactionMode: 'all',
  });
}
