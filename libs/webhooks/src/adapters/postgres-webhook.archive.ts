import type { Tx } from '@app/kernel';
import {
  Database,
  keptSince,
  leastIdAt,
  oldMonthsEndBefore,
  PARTITION_LOCK_WAIT,
  partitionsOf,
  statement,
} from '@app/platform';
import { Injectable } from '@nestjs/common';
import { WebhookArchive, type EventMonth } from '../application/ports';
import { WEBHOOK_TABLES } from './webhook-months';

/** No id is less, or greater. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * $1: how long events are kept; $2: how many. An event that is being sent again is locked by its new delivery, and skipped. If
 * one is sent again after the statement began, the triggers reject the deletion.
 */
const deletionOf = (chosen: string) => `WITH old AS (
     SELECT event.id FROM webhook_events event
     WHERE ${chosen} AND event.created_at < ${keptSince('$1')}
       AND NOT EXISTS (SELECT FROM webhook_deliveries d LEFT JOIN webhook_queue q ON q.delivery_id = d.id
         WHERE d.event_id = event.id AND (q.delivery_id IS NOT NULL OR d.created_at >= ${keptSince('$1')}))
     ORDER BY event.id LIMIT $2 FOR UPDATE SKIP LOCKED
   ), deliveries AS (
     DELETE FROM webhook_deliveries WHERE event_id = ANY (ARRAY(SELECT id FROM old)) RETURNING id
   ), attempts AS (
     DELETE FROM webhook_delivery_attempts WHERE delivery_id = ANY (ARRAY(SELECT id FROM deliveries))
   )
   DELETE FROM webhook_events WHERE id = ANY (ARRAY(SELECT id FROM old))`;

/** Ids are ordered by time, so the primary key finds what is old; the condition on `created_at` decides. */
export const DELETE_EVENTS = statement(
  'webhook-archive.delete-events',
  deletionOf(`event.id < ${leastIdAt(keptSince('$1'))} AND event.id < $3`),
);

/** $3, $4: the least id of the month and the first one after it. */
const DELETE_STRADDLING = statement(
  'webhook-archive.delete-straddling',
  deletionOf(`event.id = ANY (ARRAY(
       SELECT event_id FROM webhook_deliveries WHERE id >= $4 AND event_id >= $3 AND event_id < $4 ORDER BY event_id LIMIT $2))`),
);

/**
 * $1, $2: the least id of the month and the first one after it. Each order follows the index of deliveries by event, whose first
 * entry decides.
 */
const isNeeded = (least: string, end: string) => `
  (SELECT true FROM webhook_queue WHERE delivery_id >= ${least} AND delivery_id < ${end} LIMIT 1) IS NOT NULL
  OR coalesce((SELECT event_id FROM webhook_deliveries WHERE id >= ${end} AND event_id >= ${least} ORDER BY event_id LIMIT 1) < ${end}, false)
  OR coalesce((SELECT event_id FROM webhook_deliveries WHERE id >= ${least} AND id < ${end} ORDER BY event_id LIMIT 1) < ${least}, false)`;

const IS_NEEDED = statement('webhook-archive.is-needed', `SELECT ${isNeeded('$1::uuid', '$2::uuid')} AS needed`);

/** Unfinished deliveries of the endpoint are found by its receiver. */
const DELETE_RETIRED_SECRETS = statement(
  'webhook-archive.delete-retired-secrets',
  `DELETE FROM webhook_secrets WHERE (endpoint_id, version) IN (
     SELECT retired.endpoint_id, retired.version
     FROM webhook_endpoints endpoint
     JOIN webhook_secrets retired ON retired.endpoint_id = endpoint.id AND retired.version < endpoint.secret_version
     WHERE endpoint.secret_version > 1
       AND EXISTS (SELECT FROM webhook_secrets later WHERE later.endpoint_id = retired.endpoint_id
         AND later.version > retired.version AND later.created_at < ${keptSince('$1')})
       AND NOT EXISTS (SELECT FROM webhook_queue q JOIN webhook_deliveries d ON d.id = q.delivery_id
         WHERE coalesce(q.endpoint_id, q.account_id) = retired.endpoint_id AND d.secret_version = retired.version)
     LIMIT $2)`,
);

@Injectable()
export class PostgresWebhookArchive extends WebhookArchive {
  constructor(private readonly db: Database) {
    super();
  }

  async months(olderThanMs: number): Promise<EventMonth[]> {
    const oldBefore = await oldMonthsEndBefore(this.db, olderThanMs);
    const months = new Map<string, EventMonth>();
    for (const { name: table } of WEBHOOK_TABLES) {
      for (const { name, least = FIRST_ID, end, from, to } of await partitionsOf(this.db, undefined, table)) {
        const { partitions = [] } = months.get(end) ?? {};
        months.set(end, {
          least,
          end,
          isPast: to <= oldBefore,
          isFirst: from === undefined,
          partitions: [...partitions, name],
        });
      }
    }
    return [...months.values()].sort((one, other) => (one.end < other.end ? -1 : 1));
  }

  async isNeeded({ least, end, partitions }: EventMonth): Promise<boolean> {
    if (partitions.length < WEBHOOK_TABLES.length) return true;
    const [row] = await this.db.read<{ needed: boolean }>(IS_NEEDED, [least, end]);
    return row?.needed !== false;
  }

  /** The tables are locked first, as dropping would lock them afterwards; then nothing can be added to the month. */
  async dropMonth(tx: Tx, { least, end, partitions }: EventMonth): Promise<boolean> {
    const sql = this.db.manager(tx);
    const parents = WEBHOOK_TABLES.map(({ name }) => `ONLY ${name}`).join(', ');
    await sql.query(`SET LOCAL lock_timeout = '${PARTITION_LOCK_WAIT}'`);
    await sql.query(`
      DO $$
      BEGIN
        LOCK TABLE ${parents}, ${partitions.join(', ')} IN ACCESS EXCLUSIVE MODE;
        IF ${isNeeded(`'${least}'::uuid`, `'${end}'::uuid`)} THEN RETURN; END IF;
        DROP TABLE ${partitions.join(', ')};
      EXCEPTION WHEN lock_not_available OR undefined_table THEN NULL;
      END $$`);
    const [{ dropped }] = await sql.query<[{ dropped: boolean }]>(`SELECT to_regclass($1) IS NULL AS dropped`, [
      partitions[0],
    ]);
    return dropped;
  }

  deleteStraddling(tx: Tx, { least, end }: EventMonth, olderThanMs: number, limit: number): Promise<number> {
    return this.db.in(tx).execute(DELETE_STRADDLING, [olderThanMs, limit, least, end]);
  }

  deleteEvents(tx: Tx, olderThanMs: number, limit: number, before = LAST_ID): Promise<number> {
    return this.db.in(tx).execute(DELETE_EVENTS, [olderThanMs, limit, before]);
  }

  deleteRetiredSecrets(tx: Tx, replacedForMs: number, limit: number): Promise<number> {
    return this.db.in(tx).execute(DELETE_RETIRED_SECRETS, [replacedForMs, limit]);
  }
}
