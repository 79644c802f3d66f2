import { statement } from '@app/platform';
import type { ReceiverHealth } from '../application/ports';

/** A receiver's last success is looked for among so many of its newest deliveries. */
const NEWEST = 1_000;

/**
 * $1: an account, or null for all; $2: how many receivers; $3: how many rows of the queue are read, those that are due first
 * come first. The newest deliveries of an endpoint, or of an account's links, are found in the index of either.
 */
export const RECEIVER_HEALTH = statement(
  'webhook-delivery-log.receiver-health',
  `WITH pending AS (
     SELECT q.delivery_id, q.account_id, q.endpoint_id, coalesce(q.endpoint_id, q.account_id) AS receiver, d.created_at
     FROM (
       SELECT delivery_id, account_id, endpoint_id FROM webhook_queue
       WHERE $1::uuid IS NULL OR account_id = $1 ORDER BY next_attempt_at LIMIT $3
     ) q JOIN webhook_deliveries d ON d.id = q.delivery_id
   ), receivers AS (
     SELECT receiver, account_id, endpoint_id, count(*)::int AS pending, min(created_at) AS oldest
     FROM pending GROUP BY receiver, account_id, endpoint_id ORDER BY oldest LIMIT $2
   ), known AS (
     SELECT receivers.*, (
       SELECT max(made.started_at) FROM (
         SELECT id FROM webhook_deliveries WHERE endpoint_id = receivers.endpoint_id ORDER BY id DESC LIMIT ${NEWEST}
       ) newest JOIN webhook_delivery_attempts made ON made.delivery_id = newest.id AND made.error IS NULL
     ) AS endpoint_succeeded, (
       SELECT max(made.started_at) FROM (
         SELECT id, endpoint_id FROM webhook_deliveries WHERE account_id = receivers.receiver ORDER BY id DESC LIMIT ${NEWEST}
       ) newest JOIN webhook_delivery_attempts made ON made.delivery_id = newest.id AND made.error IS NULL
       WHERE newest.endpoint_id IS NULL
     ) AS links_succeeded
     FROM receivers
   )
   SELECT known.account_id, known.endpoint_id, endpoint.url, known.pending, known.oldest, min(made.started_at) AS failing_since
   FROM known
   JOIN pending ON pending.receiver = known.receiver
   LEFT JOIN webhook_endpoints endpoint ON endpoint.id = known.endpoint_id
   LEFT JOIN webhook_delivery_attempts made ON made.delivery_id = pending.delivery_id AND made.error IS NOT NULL
     AND made.started_at > coalesce(known.endpoint_succeeded, known.links_succeeded, '-infinity')
   GROUP BY known.receiver, known.account_id, known.endpoint_id, endpoint.url, known.pending, known.oldest
   ORDER BY known.oldest, known.receiver`,
);

export interface HealthRow {
  account_id: string;
  endpoint_id: string | null;
  url: string | null;
  pending: number;
  oldest: Date;
  failing_since: Date | null;
}

export function toHealth(row: HealthRow): ReceiverHealth {
  return {
    accountId: row.account_id,
    endpointId: row.endpoint_id,
    url: row.url,
    pending: row.pending,
    oldestCreatedAt: row.oldest,
    failingSince: row.failing_since,
  };
}
