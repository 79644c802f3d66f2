import { createDataSource } from '@app/platform';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';

/** The variable in which the global setup stores the address of the run's server. */
export const SERVER_VARIABLE = 'SERVICEPAY_TEST_SERVER';
/** The variable with the folder of the run. */
export const FOLDER_VARIABLE = 'SERVICEPAY_TEST_FOLDER';
/** The variable with the reason why the global setup could not create a migrated database. */
export const FAILURE_VARIABLE = 'SERVICEPAY_TEST_SERVER_FAILURE';
/** The migrated, empty database that all others are copies of. */
export const TEMPLATE = 'servicepay_template';

const DUPLICATE_DATABASE = '42P04';

/**
 * The migrated database of this Jest worker, created on first use. The worker's test files run in it one after another,
 * so no test may expect empty tables: each test creates its own accounts and wallets.
 */
export async function testDatabaseUrl(): Promise<string> {
  const name = `worker_${process.env.JEST_WORKER_ID ?? '1'}`;
  try {
    return await createDatabase(name);
  } catch (error) {
    if ((error as { code?: string }).code === DUPLICATE_DATABASE) return urlOf(name);
    throw error;
  }
}

/** A migrated database for one test only, such as a test of migrations. */
export async function createScratchDatabase(): Promise<{
  url: string;
  drop(): Promise<void>;
}> {
  const name = `scratch_${randomBytes(6).toString('hex')}`;
  const url = await createDatabase(name);
  return { url, drop: () => onServer(`DROP DATABASE ${name} WITH (FORCE)`) };
}

/**
 * A folder for one test, suitable as a `DATA_DIR`. The end of the run removes it, and stops a server that still runs in it.
 */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(environment(FOLDER_VARIABLE), 'scratch-'));
  // The account that PostgreSQL runs under must be able to enter it.
  chmodSync(folder, 0o755);
  return folder;
}

/** An open pool on the worker's database, closed after the last test of the file. Call it in `beforeAll`. */
export async function testDataSource(poolSize = 10): Promise<DataSource> {
  const dataSource = createDataSource(await testDatabaseUrl(), poolSize, 'test');
  await dataSource.initialize();
  openSources.add(dataSource);
  return dataSource;
}

/** The same on a migrated database of its own, for tests of tables that belong to no account. */
export async function scratchDataSource(poolSize = 4): Promise<DataSource> {
  const { url, drop } = await createScratchDatabase();
  scratchDatabases.add(drop);
  const dataSource = await createDataSource(url, poolSize, 'test').initialize();
  openSources.add(dataSource);
  return dataSource;
}

const openSources = new Set<DataSource>();
const scratchDatabases = new Set<() => Promise<void>>();

if (typeof afterAll === 'function') {
  afterAll(async () => {
    const open = [...openSources].filter((dataSource) => dataSource.isInitialized);
    await Promise.all(open.map((dataSource) => dataSource.destroy()));
    await Promise.all([...scratchDatabases].map((drop) => drop()));
    openSources.clear();
    scratchDatabases.clear();
  });
}

async function createDatabase(name: string): Promise<string> {
  const failure = process.env[FAILURE_VARIABLE];
  if (failure) throw new Error(failure);
  await onServer(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
  return urlOf(name);
}

function urlOf(database: string): string {
  const url = new URL(environment(SERVER_VARIABLE));
  url.pathname = database;
  return url.href;
}

function environment(variable: string): string {
  const value = process.env[variable];
  if (!value) throw new Error('there is no test server: run the tests through Jest, whose global setup starts it');
  return value;
}

async function onServer(statement: string): Promise<void> {
  const client = new Client(urlOf('postgres'));
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
