import { Clock, IdempotentResponses, SystemClock, UnitOfWork } from '@app/kernel';
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
import { NotificationListener } from './database/listener';
import { Standby } from './database/standby';
import { guardOf, PostgresDatabase, PostgresUnitOfWork, poolOf } from './database/postgres-database';
import { Idempotency } from './idempotency/idempotency';
import { IdempotentCalls } from './idempotency/idempotent-calls';
import { statement } from './database/statement';
import { Log } from './logging/log';
import { Metrics } from './ops-server/metrics';
import { CODE_LEVEL } from './schema/schema-range';
import { SchemaWatch } from './schema/schema-watch';
import { Reencryption } from './secrets/reencryption';
import { Encrypter } from './secrets/encrypter';

const DATABASE_CLOCK = statement('clock.read', 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms');
const SCHEMA_LEVEL = statement('schema.level', 'SELECT level FROM schema_versions');

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
      { provide: Clock, useClass: SystemClock },
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
        inject: [DataSource, Standby],
        useFactory: (source: DataSource, standby: Standby | undefined) =>
          poolMetrics(new Metrics(service, service !== 'ops'), source, standby),
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

function poolMetrics(metrics: Metrics, source: DataSource, standby: Standby | undefined): Metrics {
  const pool = poolOf(source);
  if (standby) {
    metrics.gauge('database_replica_lag_seconds', 'How far the standby is behind', () => standby.lag());
    metrics.gauge('database_replica_used', 'Whether lists are read from the standby', () => Number(standby.isUsable()));
  }
  metrics.gauge('database_pool_connections', 'Open connections to PostgreSQL', () => pool.totalCount);
  metrics.gauge('database_pool_waiting', 'Callers that wait for a connection', () => pool.waitingCount);
  metrics.gauge('clock_skew_seconds', 'How far the clock of this process is ahead of the database', () => skewOf(pool));
  metrics.gauge('schema_level', 'Level of the schema of the database', () => schemaLevel(pool));
  metrics.gauge('schema_code_level', 'Level of the schema that this process is made for', () => CODE_LEVEL);
  return metrics;
}

/** The database reads its clock between the question and the response, so half of the round trip is the error. */
async function skewOf(pool: Pool): Promise<number> {
  const asked = Date.now();
  const { rows } = await pool.query<{ ms: number }>(DATABASE_CLOCK);
  return ((asked + Date.now()) / 2 - (rows[0]?.ms ?? NaN)) / 1_000;
}

async function schemaLevel(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ level: number }>(SCHEMA_LEVEL);
  return rows[0]?.level ?? NaN;
}
