import { targetOf, type Tx } from '@app/kernel';
import { Database, keptSince, oldMonthsEndBefore, PARTITION_LOCK_WAIT, partitionsOf, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { FactArchive, type BodyMonth } from '../application/ports';
import { TRANSITIONS } from '../domain/fact';
import { NOTIFICATION_BODIES } from './notification-months';

/** 2 MiB of bodies: some thousand look-ups of rows that may be on disk. */
const PART_BLOCKS = 256;

export const DELETE_SETTLED = statement(
  'fact-archive.delete-settled',
  `WITH old AS (
     SELECT provider, notification_id FROM provider_notifications
      WHERE status = '${targetOf(TRANSITIONS, 'settle')}' AND NOT is_kept AND settled_at < ${keptSince('$1')}
      ORDER BY settled_at LIMIT $2
   )
   DELETE FROM provider_notifications n USING old
    WHERE n.provider = old.provider AND n.notification_id = old.notification_id`,
);

/** Tables that were months before $2, and are not partitions any more. */
const DETACHED = statement(
  'fact-archive.detached',
  `SELECT month.relname AS name FROM pg_class parent
     JOIN pg_class month ON month.relnamespace = parent.relnamespace AND month.relkind = 'r' AND NOT month.relispartition
      AND month.relname ~ ('^' || parent.relname || '_\\d{4}_\\d\\d$')
      AND right(month.relname, 7) < to_char($2::timestamptz AT TIME ZONE 'UTC', 'YYYY_MM')
    WHERE parent.oid = to_regclass($1) ORDER BY name`,
);

/** The facts that `bodies` belong to get them, unless they have them. */
const keeping = (bodies: string) => `
  UPDATE provider_notifications n SET body = b.body FROM ${bodies} b
   WHERE n.provider = b.provider AND n.notification_id = b.notification_id AND n.received_at = b.received_at AND n.body IS NULL`;

const DELETE_BODIES = statement(
  'fact-archive.delete-bodies',
  `WITH old AS (
     SELECT ctid AS place, * FROM provider_notification_bodies_rest WHERE received_at < ${keptSince('$1')}
      LIMIT $2 FOR UPDATE SKIP LOCKED
   ), kept AS (${keeping('old')})
   DELETE FROM provider_notification_bodies_rest r USING old WHERE r.ctid = old.place`,
);

@Injectable()
export class PostgresFactArchive extends FactArchive {
  constructor(private readonly db: Database) {
    super();
  }

  deleteSettled(tx: Tx, settledForMs: number, limit: number): Promise<number> {
    return this.db.in(tx).execute(DELETE_SETTLED, [settledForMs, limit]);
  }

  async months(receivedForMs: number): Promise<BodyMonth[]> {
    const { name: parent } = NOTIFICATION_BODIES;
    const oldBefore = await oldMonthsEndBefore(this.db, receivedForMs);
    const detached = await this.db.read<{ name: string }>(DETACHED, [parent, oldBefore]);
    const partitions = await partitionsOf(this.db, undefined, parent);
    const past = partitions.filter(({ to }) => to <= oldBefore);
    return [
      ...detached.map(({ name }) => ({ table: name, isPartition: false })),
      ...past.map(({ name }) => ({ table: name, isPartition: true })),
    ];
  }

  async keepBodies(tx: Tx, { table }: BodyMonth, fromBlock: number): Promise<number | undefined> {
    const sql = this.db.manager(tx);
    const [{ blocks }] = await sql.query<[{ blocks: number | null }]>(
      `SELECT (pg_relation_size(to_regclass($1)) / current_setting('block_size')::int)::int AS blocks`,
      [table],
    );
    // Another worker has dropped it. It may do so after this check too.
    if (blocks === null) return undefined;
    const next = fromBlock + PART_BLOCKS;
    await sql.query(`
      DO $$
      BEGIN
        ${keeping(table)} AND b.ctid >= '(${fromBlock},0)' AND b.ctid < '(${next},0)';
      EXCEPTION WHEN undefined_table THEN NULL;
      END $$`);
    return next < blocks ? next : undefined;
  }

  async detachMonth(tx: Tx, { table }: BodyMonth): Promise<boolean> {
    const { name: parent } = NOTIFICATION_BODIES;
    const sql = this.db.manager(tx);
    await sql.query(`SET LOCAL lock_timeout = '${PARTITION_LOCK_WAIT}'`);
    await sql.query(`
      DO $$
      BEGIN
        ALTER TABLE ${parent} DETACH PARTITION ${table};
      EXCEPTION WHEN lock_not_available OR undefined_table THEN NULL;
      END $$`);
    const [{ detached }] = await sql.query<[{ detached: boolean }]>(
      `SELECT NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass($1) AND relispartition) AS detached`,
      [table],
    );
    return detached;
  }

  async dropMonth(tx: Tx, { table }: BodyMonth): Promise<void> {
    await this.db.manager(tx).query(`DROP TABLE IF EXISTS ${table}`);
  }

  deleteBodies(tx: Tx, receivedForMs: number, limit: number): Promise<number> {
    return this.db.in(tx).execute(DELETE_BODIES, [receivedForMs, limit]);
  }
}
