import { statement } from '@app/platform';
import { AFTER } from '../domain/delivery';

/**
 * The SQL of the queue. A plan made while the tables are empty is kept when they have grown, so no statement may leave the
 * planner a choice that would matter then. Rows are found by `id = ANY (…)` alone, or one at a time in a subquery with a
 * limit: neither can become a join that reads the whole table, or that reads the array again for each row of the batch.
 *
 * Where a statement writes or locks rows, its parts must not choose partitions while it runs, as bounds by a subquery
 * would: PostgreSQL 18 crashes if it has waited for a row that another transaction changed (docs/adr/0037).
 */

const RECEIVER = 'coalesce(endpoint_id, account_id)';
/**
 * Whether a row could be claimed. The lease is in no index, so that a claim changes none; a scan in the order of
 * `next_attempt_at` passes the rows that are being sent, which are no more than all workers have slots. The planner has no
 * statistics about the expression: those about leases, which hardly any row has, would make it sort.
 */
const DUE = `next_attempt_at <= now() AND coalesce(lease_until, '-infinity') <= now()`;
/** Since when. */
const DUE_SINCE = 'greatest(next_attempt_at, lease_until)';

/**
 * Finds receivers by skipping from one to the next in the index, so that the cost depends on the number of receivers and not on
 * their backlogs; when nothing is due, the first step ends the search. Every scan is ordered and limited because only a
 * plain index scan remembers dead entries, of which there are many.
 */
export const DUE_RECEIVERS = statement(
  'webhook-queue.due-receivers',
  `WITH RECURSIVE receivers (receiver) AS (
     (SELECT ${RECEIVER} FROM webhook_queue
      WHERE (SELECT true FROM webhook_queue WHERE ${DUE} ORDER BY next_attempt_at LIMIT 1)
      ORDER BY ${RECEIVER} LIMIT 1)
     UNION ALL
     SELECT (SELECT ${RECEIVER} FROM webhook_queue WHERE ${RECEIVER} > receivers.receiver ORDER BY ${RECEIVER} LIMIT 1)
     FROM receivers WHERE receivers.receiver IS NOT NULL
   )
   SELECT receiver, due.account_id, due.due_since
   FROM receivers
   CROSS JOIN LATERAL (
     SELECT account_id, ${DUE_SINCE} AS due_since FROM webhook_queue
     WHERE ${RECEIVER} = receivers.receiver AND ${DUE}
     ORDER BY ${RECEIVER}, next_attempt_at LIMIT 1
   ) due`,
);

/** $1: the largest count. */
export const DEPTH = statement(
  'webhook-queue.depth',
  `SELECT
     now_.due,
     now_.sending + (SELECT count(*) FROM (
       SELECT FROM webhook_queue WHERE next_attempt_at > now() ORDER BY next_attempt_at LIMIT $1) later)::int AS waiting,
     extract(epoch FROM now() - coalesce(now_.oldest, now()))::float8 AS oldest_due_seconds
   FROM (
     SELECT count(*) FILTER (WHERE is_due)::int AS due, count(*) FILTER (WHERE NOT is_due)::int AS sending,
       min(since) FILTER (WHERE is_due) AS oldest
     FROM (
       SELECT ${DUE} AS is_due, ${DUE_SINCE} AS since FROM webhook_queue
       WHERE next_attempt_at <= now() ORDER BY next_attempt_at LIMIT $1
     ) first
   ) now_`,
);

/** $5: the maximum number of attempts. A test event has one. */
const MAX_OF_ROW = 'CASE WHEN single_attempt THEN 1 ELSE $5::int END';

/** The end of a statement: what an attempt at each of the queued deliveries in `source` needs. */
const loadedFrom = (
  source: string,
): string => `SELECT q.delivery_id AS id, q.attempt, coalesce(q.endpoint_id, q.account_id) AS receiver, q.lease_until > now() AS leased,
     d.url, event.body, q.account_id, q.endpoint_id, event.payment_link_id, event.request_id, d.secret_version AS queued_version, endpoint.secret_version AS current_version,
     endpoint.deleted_at IS NOT NULL AS deleted, d.platform_key_id, q.single_attempt
   FROM ${source} q
   CROSS JOIN LATERAL (SELECT * FROM webhook_deliveries WHERE id = q.delivery_id LIMIT 1) d
   CROSS JOIN LATERAL (SELECT * FROM webhook_events WHERE id = d.event_id LIMIT 1) event
   LEFT JOIN LATERAL (
     SELECT secret_version, deleted_at FROM webhook_endpoints WHERE id = q.endpoint_id LIMIT 1
   ) endpoint ON true`;

/**
 * $1, $2: receivers and the slots of each; $3: lease in milliseconds; $4: the claiming process; $5: the maximum number of
 * attempts. An attempt without an outcome gets its record here, when the next one is claimed; a delivery without attempts
 * left fails, and is returned without a lease. Only that touches an index.
 */
export const CLAIM = statement(
  'webhook-queue.claim',
  `WITH due AS (
     SELECT row_.delivery_id, row_.attempt, row_.lease_until, row_.attempt < ${MAX_OF_ROW} AS has_attempts
     FROM unnest($1::uuid[], $2::int[]) AS share (receiver, slots)
     CROSS JOIN LATERAL (
       SELECT delivery_id, attempt, lease_until, single_attempt FROM webhook_queue
       WHERE ${RECEIVER} = share.receiver AND ${DUE}
       ORDER BY ${RECEIVER}, next_attempt_at LIMIT share.slots
       FOR UPDATE SKIP LOCKED
     ) row_
   ), lost AS (
     INSERT INTO webhook_delivery_attempts (delivery_id, attempt, started_at, error)
     SELECT delivery_id, attempt, coalesce(lease_until - $3 * interval '1 millisecond', now()), 'outcome unknown'
     FROM due WHERE attempt > 0
     ON CONFLICT (delivery_id, attempt) DO NOTHING
   ), claimed AS (
     UPDATE webhook_queue
     SET attempt = attempt + 1, lease_until = now() + $3 * interval '1 millisecond', claimed_by = $4::text
     WHERE delivery_id = ANY (ARRAY(SELECT delivery_id FROM due WHERE has_attempts))
     RETURNING *
   ), exhausted AS (
     DELETE FROM webhook_queue
     WHERE delivery_id = ANY (ARRAY(SELECT delivery_id FROM due WHERE NOT has_attempts))
     RETURNING *
   ), failed AS (
     UPDATE webhook_deliveries SET failed_at = now() WHERE id = ANY (ARRAY(SELECT delivery_id FROM exhausted))
   ), taken AS (
     SELECT * FROM claimed UNION ALL SELECT * FROM exhausted
   )
   ${loadedFrom('taken')}`,
);

/** $2: what must be left of the lease, in milliseconds. */
export const LOAD = statement(
  'webhook-queue.load',
  `WITH leased AS (
     SELECT * FROM webhook_queue
     WHERE delivery_id = ANY ($1::uuid[]) AND lease_until > now() + $2 * interval '1 millisecond'
   )
   ${loadedFrom('leased')}`,
);

/**
 * Writes attempt records, takes deliveries that ended from the queue and postpones the others. With Redis, two processes may
 * have run the same job: if a delivery or an attempt has two outcomes here, the success wins. A delivery that left the queue
 * stays as it ended. All workers lock endpoints in the order of their ids. $10, $11: endpoints and the time of their last
 * attempt.
 */
export const COMPLETE = statement(
  'webhook-queue.complete',
  `WITH given AS (
     SELECT DISTINCT ON (id, attempt) * FROM unnest(
       $1::uuid[], $2::int[], $3::timestamptz[], $4::int[], $5::int[], $6::text[], $7::text[], $8::text[], $9::float8[]
     ) AS outcome (id, attempt, started_at, duration_ms, status_code, error, snippet, status, retry_in_ms)
     ORDER BY id, attempt, status = '${AFTER.deliver}' DESC
   ), recorded AS (
     INSERT INTO webhook_delivery_attempts
       (delivery_id, attempt, started_at, duration_ms, status_code, error, response_snippet)
     SELECT id, attempt, started_at, duration_ms, status_code, error, snippet FROM given
     ON CONFLICT (delivery_id, attempt) DO UPDATE SET
       started_at = excluded.started_at, duration_ms = excluded.duration_ms, status_code = excluded.status_code,
       error = excluded.error, response_snippet = excluded.response_snippet
     WHERE webhook_delivery_attempts.error IS NOT NULL
   ), deciding AS (
     SELECT DISTINCT ON (id) * FROM given ORDER BY id, status = '${AFTER.deliver}' DESC, attempt DESC
   ), unsuccessful AS (
     SELECT * FROM deciding WHERE status <> '${AFTER.deliver}'
   ), delivered AS (
     DELETE FROM webhook_queue
     WHERE delivery_id = ANY (ARRAY(SELECT id FROM deciding WHERE status = '${AFTER.deliver}'))
   ), ended AS (
     DELETE FROM webhook_queue
     WHERE delivery_id = ANY (ARRAY(SELECT id FROM unsuccessful WHERE status = '${AFTER.fail}'))
       AND attempt = (SELECT given.attempt FROM unsuccessful given WHERE given.id = delivery_id)
     RETURNING delivery_id
   ), failed AS (
     UPDATE webhook_deliveries SET failed_at = now() WHERE id = ANY (ARRAY(SELECT delivery_id FROM ended))
   ), postponed AS (
     UPDATE webhook_queue
     SET next_attempt_at = now() + interval '1 millisecond' *
         (SELECT given.retry_in_ms FROM unsuccessful given WHERE given.id = delivery_id),
       lease_until = NULL, claimed_by = NULL
     WHERE delivery_id = ANY (ARRAY(SELECT id FROM unsuccessful WHERE status = '${AFTER.retry}'))
       AND attempt = (SELECT given.attempt FROM unsuccessful given WHERE given.id = delivery_id)
   ), triggered AS (
     SELECT endpoint.id, latest.at
     FROM unnest($10::uuid[], $11::timestamptz[]) AS latest (id, at)
     CROSS JOIN LATERAL (
       SELECT id FROM webhook_endpoints
       WHERE id = latest.id AND coalesce(last_triggered_at, '-infinity') < latest.at - interval '1 second'
       LIMIT 1
       FOR NO KEY UPDATE
     ) endpoint
   )
   UPDATE webhook_endpoints
   SET last_triggered_at = (SELECT triggered.at FROM triggered WHERE triggered.id = webhook_endpoints.id)
   WHERE id = ANY (ARRAY(SELECT triggered.id FROM triggered))`,
);

export const RELEASE = statement(
  'webhook-queue.release',
  `WITH job AS (
     SELECT id, max(attempt) AS attempt FROM unnest($1::uuid[], $2::int[]) AS job (id, attempt) GROUP BY id
   )
   UPDATE webhook_queue SET lease_until = NULL, claimed_by = NULL
   WHERE delivery_id = ANY ($1::uuid[]) AND lease_until IS NOT NULL
     AND attempt = (SELECT job.attempt FROM job WHERE job.id = delivery_id)`,
);
