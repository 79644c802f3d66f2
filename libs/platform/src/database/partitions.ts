import type { Tx } from '@app/kernel';
import type { Database } from './database';
import { keptSince } from './retention';
import { statement } from './statement';

/** A table with a partition for each month (docs/adr/0037). */
export interface MonthlyTable {
  readonly name: string;
  /** The column with the time. */
  readonly key: string;
  /** A UUID is of version 7, which begins with the time. */
  readonly keyType: 'uuid' | 'timestamptz';
}

/** A partition as PostgreSQL describes it. Rows of a month without a partition are in `rest`. */
export interface Partition {
  readonly name: string;
  /** The least key, as a literal; undefined if there is none. */
  readonly least: string | undefined;
  /** The least key after the partition. */
  readonly end: string;
  /** The times of `least` and `end`. */
  readonly from: Date | undefined;
  readonly to: Date;
}

/**
 * For how long a change of partitions waits for a lock. Those that write wait behind it. Shorter than PostgreSQL's
 * `deadlock_timeout`, so that a deadlock never ends them.
 */
export const PARTITION_LOCK_WAIT = '250ms';
/** What is stored a moment after something that it belongs to may be in the next month. After this time, both are old. */
const MARGIN_MS = 86_400_000;
const UUID = /^[0-9a-f]{8}-/;

const LIST = statement(
  'partitions.list',
  `SELECT part.relname AS name, pg_get_expr(part.relpartbound, part.oid) AS bounds
     FROM pg_inherits JOIN pg_class part ON part.oid = inhrelid
    WHERE inhparent = to_regclass($1)`,
);

/** The partitions of a table, the oldest first, without the one for rows that have no other. */
export async function partitionsOf(db: Database, tx: Tx | undefined, table: string): Promise<Partition[]> {
  type Row = { name: string; bounds: string };
  const rows = tx ? await db.in(tx).query<Row>(LIST, [table]) : await db.read<Row>(LIST, [table]);
  return rows.flatMap(toPartition).sort((one, other) => one.to.getTime() - other.to.getTime());
}

const KEPT_SINCE = statement('partitions.kept-since', `SELECT ${keptSince('$1')} AS since`);

/** The time before which months end whose rows are all older than that, by a day at least. */
export async function oldMonthsEndBefore(db: Database, keptMs: number): Promise<Date> {
  const [row] = await db.read<{ since: Date }>(KEPT_SINCE, [keptMs + MARGIN_MS]);
  return row?.since ?? new Date(0);
}

/** The partition with the rows that have no other. */
export const restOf = (table: string): string => `${table}_rest`;

/** The least key of rows of that time and later. */
export function leastKeyOf({ keyType }: MonthlyTable, time: Date): string {
  return keyType === 'uuid' ? leastKeyAt(time) : time.toISOString();
}

/** The least UUID version 7 of that time and later. */
export function leastKeyAt(time: Date): string {
  const digits = time.getTime().toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`;
}

function toPartition({ name, bounds }: { name: string; bounds: string }): Partition[] {
  const [, least, end] = /^FOR VALUES FROM \((?:MINVALUE|'([^']+)')\) TO \('([^']+)'\)$/.exec(bounds) ?? [];
  if (end === undefined) return [];
  return [{ name, least, end, from: least === undefined ? undefined : timeOf(least), to: timeOf(end) }];
}

/** The first 48 bits of a UUID version 7 are milliseconds. */
function timeOf(key: string): Date {
  if (!UUID.test(key)) return new Date(key);
  return new Date(parseInt(key.replaceAll('-', '').slice(0, 12), 16));
}
