import type { Tx } from '@app/kernel';
import type { Database } from './database';
import { statement } from './statement';

/** A table with a partition for each month (docs/adr/0037). */
export interface MonthlyTable {
  readonly name: string;
  /** The column with the time: a UUID version 7. */
  readonly key: string;
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

/** The partition with the rows that have no other. */
export const restOf = (table: string): string => `${table}_rest`;

/** The least key of rows of that time and later. */
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
  return new Date(parseInt(key.replaceAll('-', '').slice(0, 12), 16));
}
