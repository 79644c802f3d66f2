import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { movements, movementTables, unpaidLinks, type GrowthOwner, type GrowthTable } from './growth-tables';

/** How many rows to write. */
export interface Filling {
  readonly movements: number;
  readonly links: number;
}

const CHUNK = 250_000;
/** Connections that fill and index tables at the same time. */
const LANES = 2;

const WALLET = `
  UPDATE wallets w SET balance = p.balance_after, version = p.wallet_version, last_cause = p.movement_type
  FROM (SELECT * FROM postings WHERE wallet_id = $1 ORDER BY wallet_version DESC LIMIT 1) p WHERE w.id = p.wallet_id`;

const WALLET_TOTALS = `
  INSERT INTO wallet_totals (wallet_id, movement_type, visible, total_in, count_in, total_out, count_out)
  SELECT wallet_id, movement_type, visible,
    COALESCE(sum(amount) FILTER (WHERE amount > 0), 0), count(*) FILTER (WHERE amount > 0),
    COALESCE(-sum(amount) FILTER (WHERE amount < 0), 0), count(*) FILTER (WHERE amount < 0)
  FROM postings WHERE wallet_id = $1 GROUP BY wallet_id, movement_type, visible`;

// Earlier versions of the service, which it fills too, have no time zones.
const WALLET_DAYS = `
  INSERT INTO wallet_days (wallet_id, day, total_in, total_out, balance)
  SELECT $1, day, sum(day_in) OVER w - day_in, sum(day_out) OVER w - day_out, sum(change) OVER w - change
  FROM (
    SELECT (p.created_at AT TIME ZONE z.zone)::date AS day, sum(GREATEST(amount, 0)) AS day_in,
      sum(GREATEST(-amount, 0)) AS day_out, sum(amount) AS change
    FROM postings p, (SELECT COALESCE(to_jsonb(w) ->> 'time_zone', 'UTC') AS zone FROM wallets w WHERE id = $1) z
    WHERE wallet_id = $1 GROUP BY 1
  ) d WINDOW w AS (ORDER BY day)`;

/**
 * Fills the merchant's empty wallet, with all records behind it, and unpaid links; the books balance afterwards. Tables are
 * filled by COPY, without checks of foreign keys and triggers, and most indexes are built at the end. Needs a superuser,
 * and a server on this machine. Resolves to the seconds that it took.
 */
export async function fill(databaseUrl: string, owner: GrowthOwner, filling: Filling): Promise<number> {
  const startedAt = performance.now();
  const tables = movementTables(owner);
  const names = tables.map(({ table }) => table);
  const indexes = await withClient(databaseUrl, (client) => dropIndexes(client, names));
  const end = new Date();
  await inLanes(
    databaseUrl,
    [
      ...tables.map((table) => ({ table, rows: filling.movements })),
      { table: unpaidLinks(owner), rows: filling.links },
    ],
    (client, { table, rows }) => copy(client, table, rows, end),
  );
  await inLanes(databaseUrl, indexes, (client, index) => client.query(index));
  await withClient(databaseUrl, async (client) => {
    await client.query(WALLET, [owner.walletId]);
    if (await hasTable(client, 'wallet_totals')) await client.query(WALLET_TOTALS, [owner.walletId]);
    if (await hasTable(client, 'wallet_days')) await client.query(WALLET_DAYS, [owner.walletId]);
  });
  // Otherwise autovacuum would do this later, during the measurement.
  await inLanes(databaseUrl, names, (client, name) => client.query(`VACUUM ANALYZE ${name}`));
  await withClient(databaseUrl, async (client) => {
    await client.query('ANALYZE');
    await client.query('CHECKPOINT');
  });
  return (performance.now() - startedAt) / 1_000;
}

/**
 * Through a file of the server: in this measure, COPY from a file wrote 600,000 postings in half the time of
 * INSERT … SELECT, also if the time to write the file is added.
 */
async function copy(
  client: Client,
  { table, columns, from = '' }: GrowthTable,
  rows: number,
  end: Date,
): Promise<void> {
  const types = await typesOf(client, table);
  const select = Object.entries(columns).map(([column, value]) => `(${value})::${types.get(column)} AS ${column}`);
  const name = `growth-${table}-${String(Math.random()).slice(2)}.copy`;
  const file = join(await dataDirectory(client), name);
  for (let first = 1; first <= rows; first += CHUNK) {
    const some = movements(first, Math.min(first + CHUNK - 1, rows), rows, end);
    try {
      await client.query(`COPY (SELECT ${select.join(', ')} FROM ${some} ${from}) TO '${file}' (FORMAT binary)`);
      await client.query(`COPY ${table} (${Object.keys(columns).join(', ')}) FROM '${file}' (FORMAT binary)`);
    } finally {
      rmSync(file, { force: true });
    }
  }
}

async function typesOf(client: Client, table: string): Promise<ReadonlyMap<string, string>> {
  const sql = `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
    WHERE attrelid = $1::regclass AND attnum > 0`;
  const { rows } = await client.query<{ name: string; type: string }>(sql, [table]);
  return new Map(rows.map(({ name, type }) => [name, type]));
}

async function dataDirectory(client: Client): Promise<string> {
  const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
  return rows[0]?.data_directory ?? '';
}

/** Drops the indexes of the tables that are no constraints. Returns the statements that build them again. */
async function dropIndexes(client: Client, tables: readonly string[]): Promise<string[]> {
  const sql = `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition FROM pg_index i
    WHERE i.indrelid = ANY ($1::text[]::regclass[])
      AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)`;
  const { rows } = await client.query<{ name: string; definition: string }>(sql, [tables]);
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  return rows.map(({ definition }) => definition);
}

/** Works on the items in their order, each on one of some connections. */
async function inLanes<T>(
  databaseUrl: string,
  items: readonly T[],
  work: (client: Client, item: T) => Promise<unknown>,
): Promise<void> {
  const left = [...items];
  const lane = () =>
    withClient(databaseUrl, async (client) => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) await work(client, item);
    });
  await Promise.all(Array.from({ length: LANES }, lane));
}

/** Whether the schema has the table; the bench also runs on older ones. */
export async function hasTable(client: Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>('SELECT to_regclass($1) IS NOT NULL AS found', [name]);
  return rows[0]?.found ?? false;
}

/** The ids of random links. */
export async function randomLinks(databaseUrl: string, count: number): Promise<string[]> {
  const sql = 'SELECT id FROM payment_links ORDER BY random() LIMIT $1';
  const { rows } = await withClient(databaseUrl, (client) => client.query<{ id: string }>(sql, [count]));
  return rows.map(({ id }) => id);
}

/** Constraints and triggers are not checked: the books are verified afterwards. */
async function withClient<T>(databaseUrl: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`SET session_replication_role = replica`);
    await client.query(`SET maintenance_work_mem = '256MB'`);
    return await work(client);
  } finally {
    await client.end();
  }
}
