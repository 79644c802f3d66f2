import { statement } from '@app/platform';
import { FINAL_STATUSES, move } from '../domain/delivery';

/**
 * The SQL of the queue. A plan made while the tables are empty is kept when they have grown, so no statement may leave the
 * planner a choice that would matter then:
 * - two predicates that a table constraint makes equivalent distinguish unfinished rows. `status = 'pending'` selects
 *   the index by time, `completed_at IS NULL` the index by lane, and statements that need neither use a third form;
 * - rows are named by `id = ANY (…)` even where a join already does so.
 */

const LANE = 'coalesce(endpoint_id, account_id)';
/**
 * Whether a pending row could be claimed. The lease is in no index, so that a claim changes none; a scan in the order of
 * \`next_attempt_at\` passes the rows that are being sent, which are no more than all workers have slots. The planner has no
 * statistics about the expression: those about leases, which hardly any row has, would make it sort.
 */
const DUE = `next_attempt_at <= now() AND coalesce(lease_until, '-infinity') <= now()`;
/** Since when. */
const DUE_SINCE = 'greatest(next_attempt_at, lease_until)';
/** The status of a delivery whose last attempt was lost. */
const FAILED = move('pending', 'fail');

/**
 * Finds lanes by skipping from one to the next in the index, so that the cost depends on the number of lanes and not on
 * their backlogs; when nothing is due, the first step ends the search. Every scan is ordered and limited because only a
 * plain index scan remembers dead entries, of which there are many.
 */
export const DUE_LANES = statement(
  'webhook-deliveries.due-lanes',
  `WITH RECURSIVE lanes (lane) AS (
     (SELECT ${LANE} FROM webhook_deliveries
      WHERE completed_at IS NULL
        AND (SELECT true FROM webhook_deliveries WHERE status = 'pending' AND ${DUE} ORDER BY next_attempt_at LIMIT 1)
      ORDER BY ${LANE} LIMIT 1)
     UNION ALL
     SELECT (SELECT ${LANE} FROM webhook_deliveries
             WHERE completed_at IS NULL AND ${LANE} > lanes.lane ORDER BY ${LANE} LIMIT 1)
     FROM lanes WHERE lanes.lane IS NOT NULL
   )
   SELECT lane, due.account_id, due.due_since
   FROM lanes
   CROSS JOIN LATERAL (
     SELECT account_id, ${DUE_SINCE} AS due_since FROM webhook_deliveries
     WHERE completed_at IS NULL AND ${LANE} = lanes.lane AND ${DUE}
     ORDER BY ${LANE}, next_attempt_at LIMIT 1
   ) due`,
);

/** $1: the largest count. Reads the index of pending deliveries only, so the history costs nothing. */
export const DEPTH = statement(
  'webhook-deliveries.depth',
  `SELECT
     now_.due,
     now_.sending + (SELECT count(*) FROM (
       SELECT FROM webhook_deliveries WHERE status = 'pending' AND next_attempt_at > now()
       ORDER BY next_attempt_at LIMIT $1) later)::int AS waiting,
     extract(epoch FROM now() - coalesce(now_.oldest, now()))::float8 AS oldest_due_seconds
   FROM (
     SELECT count(*) FILTER (WHERE is_due)::int AS due, count(*) FILTER (WHERE NOT is_due)::int AS sending,
       min(since) FILTER (WHERE is_due) AS oldest
     FROM (
       SELECT ${DUE} AS is_due, ${DUE_SINCE} AS since FROM webhook_deliveries
       WHERE status = 'pending' AND next_attempt_at <= now() ORDER BY next_attempt_at LIMIT $1
     ) first
   ) now_`,
);

/** What an attempt at a delivery `d` needs. Loads both secrets that may sign; the domain decides which one does. */
const LOADED = `d.id, d.attempt, coalesce(d.endpoint_id, d.account_id) AS lane, d.status, d.url, event.body, d.endpoint_id,
     d.secret_version AS queued_version, endpoint.secret_version AS current_version,
     endpoint.deleted_at IS NOT NULL AS deleted,
     queued.key_id AS queued_key_id, queued.ciphertext AS queued_ciphertext,
     current_.key_id AS current_key_id, current_.ciphertext AS current_ciphertext, d.platform_key_id`;

const WITH_PARTS = `JOIN webhook_events event ON event.id = d.event_id
   LEFT JOIN webhook_endpoints endpoint ON endpoint.id = d.endpoint_id
   LEFT JOIN webhook_secrets queued ON queued.endpoint_id = d.endpoint_id AND queued.version = d.secret_version
   LEFT JOIN webhook_secrets current_ ON current_.endpoint_id = d.endpoint_id AND current_.version = endpoint.secret_version`;

/**
 * $1, $2: lanes and the slots of each; $3: lease in milliseconds; $4: the claiming process; $5: the maximum number of
 * attempts. An attempt without an outcome gets its record here, when the next one is claimed; a row without attempts
 * left fails. Only that touches an index.
 */
export const CLAIM = statement(
  'webhook-deliveries.claim',
  `WITH due AS (
     SELECT row_.id, row_.attempt, row_.lease_until
     FROM unnest($1::uuid[], $2::int[]) AS share (lane, slots)
     CROSS JOIN LATERAL (
       SELECT id, attempt, lease_until FROM webhook_deliveries
       WHERE completed_at IS NULL AND ${LANE} = share.lane AND ${DUE}
       ORDER BY ${LANE}, next_attempt_at LIMIT share.slots
       FOR UPDATE SKIP LOCKED
     ) row_
   ), lost AS (
     INSERT INTO webhook_delivery_attempts (delivery_id, attempt, started_at, error)
     SELECT id, attempt, coalesce(lease_until - $3 * interval '1 millisecond', now()), 'outcome unknown'
     FROM due WHERE attempt > 0
     ON CONFLICT (delivery_id, attempt) DO NOTHING
   ), claimed AS (
   UPDATE webhook_deliveries
   SET status = CASE WHEN attempt < $5 THEN status ELSE '${FAILED}' END,
       completed_at = CASE WHEN attempt < $5 THEN NULL ELSE now() END,
       attempt = least(attempt + 1, $5),
       lease_until = CASE WHEN attempt < $5 THEN now() + $3 * interval '1 millisecond' END,
       claimed_by = CASE WHEN attempt < $5 THEN $4::text END
   WHERE id = ANY (ARRAY(SELECT id FROM due))
   RETURNING *
   )
   SELECT ${LOADED} FROM claimed d ${WITH_PARTS}
   WHERE event.id = ANY (ARRAY(SELECT event_id FROM claimed))`,
);

/** Only pending rows have a lease. */
export const LOAD = statement(
  'webhook-deliveries.load',
  `SELECT ${LOADED} FROM webhook_deliveries d ${WITH_PARTS}
   WHERE d.id = ANY ($1::uuid[]) AND d.lease_until > now() + $2 * interval '1 millisecond'`,
);

/**
 * Writes attempt records, deliveries and the endpoints' `last_triggered_at`. Workers share endpoints, so these are locked
 * in one order; only the claiming worker touches a delivery.
 */
export const COMPLETE = statement(
  'webhook-deliveries.complete',
  `WITH given AS (
     SELECT DISTINCT ON (id, attempt) * FROM unnest(
       $1::uuid[], $2::int[], $3::timestamptz[], $4::int[], $5::int[], $6::text[], $7::text[], $8::text[], $9::float8[]
     ) AS outcome (id, attempt, started_at, duration_ms, status_code, error, snippet, status, retry_in_ms)
   ), recorded AS (
     INSERT INTO webhook_delivery_attempts
       (delivery_id, attempt, started_at, duration_ms, status_code, error, response_snippet)
     SELECT id, attempt, started_at, duration_ms, status_code, error, snippet FROM given
     ON CONFLICT (delivery_id, attempt) DO UPDATE SET
       started_at = excluded.started_at, duration_ms = excluded.duration_ms, status_code = excluded.status_code,
       error = excluded.error, response_snippet = excluded.response_snippet
   ), settled AS (
     UPDATE webhook_deliveries d
     SET status = given.status,
         completed_at = CASE WHEN given.status = 'pending' THEN NULL ELSE now() END,
         next_attempt_at = coalesce(now() + given.retry_in_ms * interval '1 millisecond', d.next_attempt_at),
         lease_until = NULL,
         claimed_by = NULL
     FROM given
     WHERE d.id = ANY ($1::uuid[]) AND d.id = given.id AND d.status <> ALL ('{${FINAL_STATUSES.join()}}')
       AND (d.attempt = given.attempt OR given.status = 'delivered')
     RETURNING d.endpoint_id, given.started_at
   ), latest AS (
     SELECT endpoint_id AS id, max(started_at) AS at FROM settled WHERE endpoint_id IS NOT NULL GROUP BY endpoint_id
   ), triggered AS (
     SELECT endpoint.id, latest.at FROM webhook_endpoints endpoint JOIN latest ON latest.id = endpoint.id
     WHERE endpoint.id = ANY (ARRAY(SELECT id FROM latest))
       AND (endpoint.last_triggered_at IS NULL OR endpoint.last_triggered_at < latest.at - interval '1 second')
     ORDER BY endpoint.id
     FOR NO KEY UPDATE OF endpoint
   )
   UPDATE webhook_endpoints endpoint SET last_triggered_at = triggered.at
   FROM triggered WHERE endpoint.id = triggered.id AND endpoint.id = ANY (ARRAY(SELECT id FROM triggered))`,
);

export const RELEASE = statement(
  'webhook-deliveries.release',
  `UPDATE webhook_deliveries d SET lease_until = NULL, claimed_by = NULL
   FROM unnest($1::uuid[], $2::int[]) AS job (id, attempt)
   WHERE d.id = ANY ($1::uuid[]) AND d.id = job.id AND d.attempt = job.attempt AND d.lease_until IS NOT NULL`,
);
