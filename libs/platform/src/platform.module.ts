import { Clock, IdempotentResponses, UnitOfWork } from '@app/kernel';
import { Global, Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule, type TypeOrmModuleOptions } from '@nestjs/typeorm';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import type { Config } from './config/config';
import { CONFIG } from './config/token';
import { allowDistantAddresses } from './egress/egress-agent';
import { SilentConnectionError } from './database/connection-guard';
import { dataSourceOptions, type DatabaseLimits } from './database/data-source';
import { Database } from './database/database';
import { DatabaseClock } from './database/database-clock';
import { NotificationListener } from './database/listener';
import { MonthsAhead } from './database/months-ahead';
import { Standby } from './database/standby';
import { guardOf, openPoolsOf, PostgresDatabase, PostgresUnitOfWork, poolOf } from './database/postgres-database';
import { Idempotency } from './idempotency/idempotency';
import { IdempotentCalls } from './idempotency/idempotent-calls';
import { statement } from './database/statement';
import type { OpenPools, WatchedPool } from './database/watched-pool';
import { Log } from './logging/log';
import { Metrics } from './ops-server/metrics';
import { CODE_LEVEL } from './schema/schema-range';
import { SchemaWatch } from './schema/schema-watch';
import { Reencryption } from './secrets/reencryption';
import { Encrypter } from './secrets/encrypter';

const SCHEMA_LEVEL = statement('schema.level', 'SELECT level FROM schema_versions');

const WAIT_BUCKETS = [0.001, 0.005, 0.025, 0.1, 0.5, 1, 3];

export interface PlatformOptions {
  /** With `databaseUrl` set: the database server is known before a process starts. */
  config: Config & { databaseUrl: string };
  /** `api`, `delivery-worker` or `ops`: names the log lines, metrics and database connections. */
  service: string;
  log: Log;
  /** How long the database may take; by default, what callers of a service will wait for. */
  limits?: DatabaseLimits;
}

/** The infrastructure of every process: configuration, connections, transactions, time, log and metrics. */
@Global()
@Module({})
export class PlatformModule {
  static forRoot({ config, service, log, limits }: PlatformOptions): DynamicModule {
    allowDistantAddresses();
    const providers = [
      { provide: CONFIG, useValue: config },
      { provide: Log, useValue: log },
      { provide: DatabaseClock, inject: [Database], useFactory: (database: Database) => new DatabaseClock(database) },
      { provide: Clock, useExisting: DatabaseClock },
      { provide: Standby, useFactory: () => standbyOf(config, log) },
      {
        provide: Database,
        inject: [DataSource, Standby],
        useFactory: (source: DataSource, standby: Standby | undefined) => new PostgresDatabase(source, standby),
      },
      { provide: UnitOfWork, inject: [DataSource], useFactory: (source: DataSource) => new PostgresUnitOfWork(source) },
      {
        provide: Idempotency,
        inject: [Database, NotificationListener],
        useFactory: (database: Database, listener: NotificationListener) =>
          new Idempotency(database, Encrypter.of(config), () => listener.presence()),
      },
      {
        provide: Reencryption,
        inject: [Database, UnitOfWork],
        useFactory: (database: Database, uow: UnitOfWork) => new Reencryption(database, uow, Encrypter.of(config)),
      },
      {
        provide: MonthsAhead,
        inject: [Database, UnitOfWork, Clock],
        useFactory: (database: Database, uow: UnitOfWork, clock: Clock) => new MonthsAhead(database, uow, clock, log),
      },
      {
        provide: SchemaWatch,
        inject: [DataSource, Database],
        useFactory: (source: DataSource, database: Database) => schemaWatch(source, database, service, log),
      },
      { provide: IdempotentCalls, useClass: IdempotentCalls },
      { provide: IdempotentResponses, useExisting: Idempotency },
      {
        provide: NotificationListener,
        inject: [DataSource],
        useFactory: (source: DataSource) => listenerOf(config.databaseUrl, source),
      },
      {
        provide: Metrics,
        inject: [DataSource, DatabaseClock, Standby],
        useFactory: (source: DataSource, clock: DatabaseClock, standby: Standby | undefined) =>
          databaseMetrics(new Metrics(service, service !== 'ops'), source, clock, standby),
      },
    ];
    return {
      module: PlatformModule,
      imports: [TypeOrmModule.forRoot(typeOrmOptions(config, service, limits))],
      providers,
      exports: providers.map((provider) => provider.provide),
    };
  }
}

/** Every library registers its own entities with `TypeOrmModule.forFeature`. */
function typeOrmOptions(
  config: PlatformOptions['config'],
  service: string,
  limits?: DatabaseLimits,
): TypeOrmModuleOptions {
  return {
    ...dataSourceOptions(config.databaseUrl, config.databasePoolSize, service, limits),
    autoLoadEntities: true,
    // A process that cannot reach its database logs that and exits; its supervisor decides whether to restart it.
    toRetry: () => false,
  };
}

/** On a schema that this version does not work with, it would write what the schema no longer means. */
function schemaWatch(source: DataSource, database: Database, service: string, log: Log): SchemaWatch {
  const watch = new SchemaWatch(database, service, log);
  watch.onLeave((mismatch) => guardOf(source)?.closeForGood(mismatch));
  return watch;
}

/**
 * When the listener finds another server behind the address, whatever still waits for the former one waits for nothing.
 */
function listenerOf(url: string, source: DataSource): NotificationListener {
  const listener = new NotificationListener(url);
  listener.onReconnect((server) => {
    guardOf(source)?.closeOthers(server, new SilentConnectionError('PostgreSQL is another server now'));
  });
  return listener;
}

/** Undefined without one: then the primary serves everything. */
async function standbyOf({ databaseReplicaUrl: url }: Config, log: Log): Promise<Standby | undefined> {
  if (url === undefined) return undefined;
  const standby = new Standby(url, log);
  await standby.start();
  return standby;
}

function databaseMetrics(
  metrics: Metrics,
  source: DataSource,
  clock: DatabaseClock,
  standby: Standby | undefined,
): Metrics {
  const pool = poolOf(source);
  if (standby) {
    metrics.gauge('database_replica_lag_seconds', 'How far the standby is behind', () => standby.lag());
    metrics.gauge('database_replica_used', 'Whether lists are read from the standby', () => Number(standby.isUsable()));
  }
  connectionMetrics(metrics, openPoolsOf(source));
  const skew = 'How far the clock of this machine is ahead of the database';
  metrics.gauge('clock_skew_seconds', skew, async () => (await clock.skewMs()) / 1_000);
  metrics.gauge('schema_level', 'Level of the schema of the database', () => schemaLevel(pool));
  metrics.gauge('schema_code_level', 'Level of the schema that this process is made for', () => CODE_LEVEL);
  return metrics;
}

function connectionMetrics(metrics: Metrics, pools: OpenPools): void {
  const of = (value: (pool: WatchedPool) => number) => () => pools.read(value);
  const open = of((pool) => pool.totalCount);
  metrics.gaugeByLabel('database_pool_connections', 'Open connections to PostgreSQL', 'pool', open);
  const waiting = of((pool) => pool.waitingCount);
  metrics.gaugeByLabel('database_pool_waiting', 'Callers that wait for a connection', 'pool', waiting);
  const size = of((pool) => pool.size);
  metrics.gaugeByLabel('database_pool_max', 'The most connections that the pool opens', 'pool', size);
  const help = 'Time that callers waited who found no idle connection';
  const waits = metrics.histogram('database_pool_wait_seconds', help, ['pool'], WAIT_BUCKETS);
  pools.onWait((pool, seconds) => waits.observe({ pool }, seconds));
}

async function schemaLevel(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ level: number }>(SCHEMA_LEVEL);
  return rows[0]?.level ?? NaN;
}
