import {
  assertUnicode,
  createDataSource,
  hostUrls,
  STAFF_LIMITS,
  tlsProblemOf,
  type MigrationClass,
} from '@app/platform';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { lineFor } from './failure';

const FOLDER = join(__dirname, '../../migrations');
/** An arbitrary fixed number: the lock under which one process at a time migrates a database. */
const MIGRATING = 7_267_201_514;
const UNDEFINED_TABLE = '42P01';

/**
 * Applies all pending migrations, or none, and returns their names. Processes that do so at the same time wait for one
 * another.
 */
export async function applyMigrations(databaseUrl: string): Promise<string[]> {
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
    await guard.query('SELECT pg_advisory_lock($1)', [MIGRATING]);
    return (await isUpToDate(guard)) ? [] : await runPending(databaseUrl);
  } finally {
    await guard.end();
  }
}

/** Compares names only, which is cheap enough for every start. */
async function isUpToDate(client: Client): Promise<boolean> {
  try {
    const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations');
    const applied = new Set(rows.map(({ name }) => name));
    return knownMigrations().every(({ name }) => applied.has(name));
  } catch (error) {
    if ((error as { code?: string }).code === UNDEFINED_TABLE) return false;
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

async function runPending(databaseUrl: string): Promise<string[]> {
  // Rewriting a large table may take longer than any statement of the service.
  const limits = { ...STAFF_LIMITS, statementMs: 0, silenceMs: 0 };
  const dataSource = createDataSource(databaseUrl, 2, 'servicepay migrate', knownMigrations(), limits);
  await dataSource.initialize();
  try {
    return (await dataSource.runMigrations({ transaction: 'all' })).map(({ name }) => name);
  } finally {
    await dataSource.destroy();
  }
}
