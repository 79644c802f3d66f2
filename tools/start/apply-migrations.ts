import {
  assertUnicode,
  createDataSource,
  hostUrls,
  SQLSTATE,
  sqlStateOf,
  STAFF_LIMITS,
  tlsProblemOf,
  type MigrationClass,
} from '@app/platform';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { MigrationExecutor, type DataSource, type Migration, type QueryRunner } from 'typeorm';
import { lineFor } from './failure';
import { announceContraction, blockersOf, recordLevel } from './schema-state';

const FOLDER = join(__dirname, '../../migrations');
/** An arbitrary fixed number: the lock under which one process at a time migrates a database. */
const MIGRATING = 7_267_201_514;
/** Writers queue behind a migration that waits for a lock, so it waits briefly, and often. */
const LOCK_WAIT_MS = 2_000;
const LOCK_ATTEMPTS = 30;
/** While another process migrates. */
const LOCK_POLL_MS = 100;

export interface MigrateOptions {
  /** Contracts the schema although processes run that do not work with it afterwards. */
  force?: boolean;
  say?: (line: string) => void;
}

/**
 * Applies all pending migrations, each in a transaction of its own, and returns their names. Those before one that fails stay
 * applied, and the next call goes on from there. Processes that do so at the same time wait for one another.
 */
export async function applyMigrations(databaseUrl: string, options: MigrateOptions = {}): Promise<string[]> {
  const guard = new Client({
    connectionString: hostUrls(databaseUrl)[0],
    application_name: 'servicepay migrate',
  });
  await guard.connect().catch((error: unknown) => {
    throw new Error(tlsProblemOf(error) ?? `the database of DATABASE_URL cannot be reached: ${lineFor(error)}`, {
      cause: error,
    });
  });
  try {
    const { rows } = await guard.query<{ server_encoding: string }>('SHOW server_encoding');
    assertUnicode(rows[0]?.server_encoding ?? '');
    // The lock is held on a separate connection, so it is released even if this process is killed.
    await lock(guard);
    return (await isUpToDate(guard)) ? [] : await runPending(databaseUrl, options);
  } finally {
    await guard.end();
  }
}

/** Asks again and again: building an index concurrently waits for every statement that runs, also for one that waits. */
async function lock(guard: Client): Promise<void> {
  for (;;) {
    const { rows } = await guard.query<{ got: boolean }>('SELECT pg_try_advisory_lock($1) AS got', [MIGRATING]);
    if (rows[0]?.got) return;
    await pause(LOCK_POLL_MS);
  }
}

/** Compares names only, which is cheap enough for every start. */
async function isUpToDate(client: Client): Promise<boolean> {
  try {
    const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations');
    const applied = new Set(rows.map(({ name }) => name));
    return knownMigrations().every(({ name }) => applied.has(name));
  } catch (error) {
    if (sqlStateOf(error) === SQLSTATE.undefinedTable) return false;
    throw error;
  }
}

function knownMigrations(): MigrationClass[] {
  const files = readdirSync(FOLDER).filter((file) => /^\d{4}-[\w-]+\.(js|ts)$/.test(file));
  return files.flatMap((file) =>
    Object.values(require(join(FOLDER, file)) as Record<string, unknown>).filter(
      (exported): exported is MigrationClass => typeof exported === 'function',
    ),
  );
}

async function runPending(databaseUrl: string, options: MigrateOptions): Promise<string[]> {
  // Rewriting a large table may take longer than any statement of the service.
  const limits = { ...STAFF_LIMITS, statementMs: 0, silenceMs: 0, lockMs: LOCK_WAIT_MS };
  const dataSource = createDataSource(databaseUrl, 2, 'servicepay migrate', knownMigrations(), limits);
  await dataSource.initialize();
  const applied: string[] = [];
  try {
    for (const migration of await new MigrationExecutor(dataSource).getPendingMigrations()) {
      await announceContraction(dataSource, migration, options);
      await apply(dataSource, migration, options);
      applied.push(migration.name);
    }
    return applied;
  } finally {
    await dataSource.destroy();
  }
}

async function apply(dataSource: DataSource, migration: Migration, { say }: MigrateOptions): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await applyOnce(dataSource, migration);
    } catch (error) {
      if (sqlStateOf(driverError(error)) !== SQLSTATE.lockNotAvailable) throw error;
      const blockers = await blockersOf(dataSource);
      if (attempt === LOCK_ATTEMPTS) throw new Error(`${migration.name} got no lock: ${blockers}`, { cause: error });
      if (attempt === 1) say?.(`${migration.name} waits for a lock: ${blockers}`);
      await pause(LOCK_WAIT_MS);
    }
  }
}

/** Migrations that build indexes concurrently have `transaction = false`, and can be run again after a failure. */
async function applyOnce(dataSource: DataSource, migration: Migration): Promise<void> {
  const runner = dataSource.createQueryRunner();
  // TypeORM copies the property to the migration only when it runs all of them.
  const inTransaction = migration.instance?.transaction !== false;
  try {
    if (inTransaction) await runner.startTransaction();
    await new MigrationExecutor(dataSource, runner).executeMigration(migration);
    await recordLevel(runner, migration);
    if (inTransaction) await runner.commitTransaction();
  } catch (error) {
    if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
    throw error;
  } finally {
    await release(runner);
  }
}

function release(runner: QueryRunner): Promise<void> {
  return runner.isReleased ? Promise.resolve() : runner.release();
}

function driverError(error: unknown): unknown {
  return (error as { driverError?: unknown }).driverError ?? error;
}
