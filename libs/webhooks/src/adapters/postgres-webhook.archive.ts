import type { Tx } from '@app/kernel';
import { Database, keptSince, leastIdAt, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { WebhookArchive } from '../application/ports';

/**
 * Ids are ordered by time, so the primary key finds what is old; the condition on `created_at` decides. An event that is
 * being sent again is locked by its new delivery, and skipped.
 */
export const DELETE_EVENTS = statement(
  'webhook-archive.delete-events',
  `WITH old AS (
     SELECT event.id FROM webhook_events event
     WHERE event.id < ${leastIdAt(keptSince('$1'))} AND event.created_at < ${keptSince('$1')}
       AND NOT EXISTS (SELECT FROM webhook_deliveries d LEFT JOIN webhook_queue q ON q.delivery_id = d.id
         WHERE d.event_id = event.id AND (q.delivery_id IS NOT NULL OR d.created_at >= ${keptSince('$1')}))
     ORDER BY event.id LIMIT $2 FOR UPDATE SKIP LOCKED
   ), deliveries AS (
     DELETE FROM webhook_deliveries WHERE event_id = ANY (ARRAY(SELECT id FROM old)) RETURNING id
   ), attempts AS (
     DELETE FROM webhook_delivery_attempts WHERE delivery_id = ANY (ARRAY(SELECT id FROM deliveries))
   )
   DELETE FROM webhook_events WHERE id = ANY (ARRAY(SELECT id FROM old))`,
);

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

  deleteEvents(tx: Tx, olderThanMs: number, limit: number): Promise<number> {
    return this.db.in(tx).execute(DELETE_EVENTS, [olderThanMs, limit]);
  }

  deleteRetiredSecrets(tx: Tx, replacedForMs: number, limit: number): Promise<number> {
    return this.db.in(tx).execute(DELETE_RETIRED_SECRETS, [replacedForMs, limit]);
  }
}
