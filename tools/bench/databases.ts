import { BooksProof, type BooksCount, type Seal } from '@app/books';
import { type Database, statement, type Config } from '@app/platform';
import { Client } from 'pg';
import { withOpsContext } from '../../apps/ops/src/context';
import type { BenchEnvironment } from './environment';

const SETTING = statement('bench.setting', 'SELECT current_setting($1) AS value');
const DURABLE = ['fsync', 'synchronous_commit', 'full_page_writes'] as const;

/** Runs work on a copy of the environment's database, merchant included, and drops the copy afterwards. */
export async function withDatabase<T>(
  { databaseUrl }: BenchEnvironment,
  name: string,
  work: (databaseUrl: string) => Promise<T>,
): Promise<T> {
  const url = new URL(databaseUrl);
  const template = url.pathname.slice(1);
  const administer = async (sql: string): Promise<void> => {
    // PostgreSQL copies a database only while it has no connections.
    url.pathname = '/template1';
    const client = new Client({ connectionString: url.href });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };
  await administer(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  try {
    url.pathname = `/${name}`;
    return await work(url.href);
  } finally {
    await administer(`DROP DATABASE ${name} WITH (FORCE)`);
  }
}

/** Statements that were planned on empty tables, which is not the usual case, are planned again. */
export async function analyzeTables(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('ANALYZE');
  await client.end();
}

/** One line about the server. Throws unless its commits wait for the disk. */
export async function describeDurable(db: Database): Promise<string> {
  const setting = async (name: string) => (await db.read<{ value: string }>(SETTING, [name]))[0]?.value ?? '';
  const facts = [`PostgreSQL ${await setting('server_version')}`];
  for (const name of DURABLE) {
    const value = await setting(name);
    if (value !== 'on') throw new Error(`${name} is ${value}: rates without it mean nothing`);
    facts.push(`${name} ${value}`);
  }
  return facts.join(', ');
}

/**
 * Verifies the books like `ops books:verify`, except by the rules that do not apply to the bench's entries. Throws an error
 * that lists the violations.
 */
export async function assertBooks(
  config: Config,
  databaseUrl: string,
  { except = [] }: { except?: readonly string[] } = {},
): Promise<BooksCount> {
  const report = await withOpsContext(config, databaseUrl, (app) => app.get(BooksProof).verify());
  const violations = report.violations.filter(({ rule }) => !except.includes(rule));
  if (violations.length > 0) {
    const lines = violations.map(({ rule, table, id, detail }) => `${rule}: ${table} ${id}, ${detail}`);
    throw new Error(`the books are not balanced:\n${lines.join('\n')}`);
  }
  return report.checked;
}

/** Verifies and seals the books like `ops books:seal`, and the seconds that it took. */
export async function sealBooks(config: Config, databaseUrl: string): Promise<{ seal: Seal; seconds: number }> {
  const startedAt = performance.now();
  const seal = await withOpsContext(config, databaseUrl, (app) => app.get(BooksProof).seal(new Date()));
  return { seal, seconds: (performance.now() - startedAt) / 1_000 };
}
