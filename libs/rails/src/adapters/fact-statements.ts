import { sourceOf, targetOf } from '@app/kernel';
import { statement } from '@app/platform';
import { TRANSITIONS } from '../domain/fact';

const RECEIVED = sourceOf(TRANSITIONS, 'settle');
const SETTLED = targetOf(TRANSITIONS, 'settle');

// One statement distinguishes what is stored now from what was stored before. Rows are inserted in the order of their
// keys, so that statements with the same keys wait for each other in one order. Processes of the previous version read
// `payer`. Bodies go to a table of their own, whose months retention drops (docs/adr/0037).
export const STORE = statement(
  'facts.store',
  `WITH given AS (
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::numeric[], $7::text[], $8::text[],
       $9::text[], $10::text[])
       WITH ORDINALITY AS n (provider, id, kind, type, reference, amount, currency, details, body, request_id, position)
   ), firsts AS (
     SELECT DISTINCT ON (provider, id) * FROM given ORDER BY provider, id, position
   ), stored AS (
     INSERT INTO provider_notifications
       (provider, notification_id, kind, type, reference, paid_amount, paid_currency, details, payer, request_id)
     SELECT provider, id, kind, type, reference, amount, currency, details::jsonb, details::jsonb -> 'payer', request_id
       FROM firsts
     ON CONFLICT (provider, notification_id) DO NOTHING RETURNING provider, notification_id, received_at
   ), bodies AS (
     INSERT INTO provider_notification_bodies (provider, notification_id, received_at, body)
     SELECT s.provider, s.notification_id, s.received_at, f.body
       FROM stored s JOIN firsts f ON f.provider = s.provider AND f.id = s.notification_id
   )
   SELECT CASE WHEN s.provider IS NOT NULL THEN 'stored' WHEN n.status = '${SETTLED}' THEN 'settled' ELSE 'repeated' END AS state
     FROM given g
     LEFT JOIN firsts f ON f.position = g.position
     LEFT JOIN stored s ON s.provider = f.provider AND s.notification_id = f.id
     LEFT JOIN provider_notifications n ON n.provider = g.provider AND n.notification_id = g.id
    ORDER BY g.position`,
);

// Rows stored by a process of the previous version have their details in `payer`.
export const UNSETTLED = statement(
  'facts.unsettled',
  `SELECT n.provider, n.notification_id, n.kind, n.type, n.reference, n.paid_amount, n.paid_currency, n.received_at, n.request_id,
          CASE WHEN n.payer IS NULL THEN n.details
               ELSE COALESCE(n.details, jsonb_build_object('payer', n.payer)) END AS details
     FROM unnest($2::text[], $3::text[]) AS subject (provider, reference)
     JOIN provider_notifications n ON n.provider = subject.provider AND n.reference = subject.reference
    WHERE n.kind = $1 AND n.status = '${RECEIVED}'
    ORDER BY n.received_at, n.provider, n.notification_id`,
);

// The planner must not see that the rows are in the partial indexes of received ones: it would read such an index as a whole.
export const SETTLE = statement(
  'facts.settle',
  `UPDATE provider_notifications n
      SET status = '${SETTLED}', outcome = s.outcome, is_kept = s.is_kept, settled_at = now()
     FROM unnest($1::text[], $2::text[], $3::text[], $4::bool[]) AS s (provider, id, outcome, is_kept)
    WHERE n.provider = s.provider AND n.notification_id = s.id AND coalesce(n.status, '') = '${RECEIVED}'`,
);

// The delay doubles from ten seconds to an hour, so that the worker retries after a fault of the service neither too
// fast nor too late.
export const TAKE_DUE = statement(
  'facts.take-due',
  `WITH due AS MATERIALIZED (
     SELECT provider, notification_id FROM provider_notifications
      WHERE status = '${RECEIVED}' AND next_attempt_at <= now() AND kind = ANY ($1::text[])
      ORDER BY next_attempt_at LIMIT $2 FOR UPDATE SKIP LOCKED
   )
   UPDATE provider_notifications n
      SET attempts = attempts + 1,
          next_attempt_at = now() + LEAST(interval '10 seconds' * power(2, LEAST(attempts, 10)), interval '1 hour')
     FROM due
    WHERE n.provider = due.provider AND n.notification_id = due.notification_id
   RETURNING n.provider, n.notification_id, n.kind, n.reference`,
);

export const FIND_STORED = statement(
  'facts.find-stored',
  `SELECT notification_id AS id FROM provider_notifications WHERE provider = $1 AND notification_id = ANY ($2::text[])`,
);

export const BACKLOG = statement(
  'facts.backlog',
  `SELECT count(*) AS pending, COALESCE(EXTRACT(EPOCH FROM now() - min(received_at)), 0) AS oldest
     FROM provider_notifications WHERE status = '${RECEIVED}' AND waiting_since IS NULL`,
);

export const NOTE_WAITING = statement(
  'facts.note-waiting',
  `UPDATE provider_notifications n SET waiting_since = COALESCE(n.waiting_since, now())
     FROM unnest($1::text[], $2::text[]) AS w (provider, id)
    WHERE n.provider = w.provider AND n.notification_id = w.id AND coalesce(n.status, '') = '${RECEIVED}'
   RETURNING n.provider, n.notification_id AS id, n.received_at < now() - $3::float8 * interval '1 ms' AS is_overdue`,
);
