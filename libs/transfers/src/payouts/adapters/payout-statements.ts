import { inListPart, statement } from '@app/platform';
import { attemptColumns, orderStatements } from '@app/rails';
import { OPEN_STATUSES } from '../domain/payout';
import { PAYOUT_COLUMNS, PAYOUTS } from './payout-rows';

/** Payouts with their encrypted destinations, due now, and the first line of each one's history. */
export const INSERT = statement(
  'payouts.insert',
  `WITH created AS (
     INSERT INTO payouts (${PAYOUTS.names}, destination_sealed, next_attempt_at)
     SELECT ${PAYOUTS.select('p')}, sealed.destination, now()
       FROM ${PAYOUTS.rows('p')} JOIN unnest($1::uuid[], $${PAYOUTS.count + 1}::bytea[]) AS sealed (id, destination) USING (id)
     RETURNING id, status, created_at)
   INSERT INTO payout_history (payout_id, position, status, at) SELECT id, 1, status, created_at FROM created`,
);

/** Read in the payout's own statement: one of its own would see a later state than the payout's. */
const HISTORY = `(SELECT json_agg(json_build_object('status', h.status, 'at', h.at, 'reason', h.reason) ORDER BY h.position)
   FROM payout_history h WHERE h.payout_id = p.id) AS history`;

export const FIND = statement(
  'payouts.find',
  `SELECT ${PAYOUT_COLUMNS}, ${HISTORY} FROM payouts p WHERE p.id = $2 AND p.account_id = $1`,
);

/** The filters drop rows on the way along the index of account, date and id. */
export const LIST = statement(
  'payouts.list',
  `SELECT ${PAYOUT_COLUMNS} FROM payouts p
    WHERE ${inListPart('p')}
      AND ($7::text IS NULL OR p.type = $7) AND ($8::text IS NULL OR p.status = $8)
      AND ($9::uuid IS NULL OR p.wallet_id = $9)
    ORDER BY p.created_at DESC, p.id DESC LIMIT $6`,
);

export const PROVIDERS = statement(
  'payouts.providers',
  `SELECT p.id, p.provider FROM payouts p WHERE p.id = ANY ($1::uuid[])`,
);

export const ASSIGN = statement(
  'payouts.assign',
  `UPDATE payouts SET provider = $2 WHERE id = $1 AND provider IS NULL`,
);

export const LOCK = statement(
  'payouts.lock',
  `SELECT ${PAYOUT_COLUMNS} FROM payouts p WHERE p.id = ANY ($1::uuid[]) ORDER BY p.id FOR UPDATE`,
);

/** The condition includes the old state; the caller holds the lock and counts the rows. */
export const SAVE = statement(
  'payouts.save',
  `WITH steps AS (
     SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[],
       $7::timestamptz[], $8::timestamptz[], $9::timestamptz[], $11::numeric[], $12::numeric[], $13::numeric[],
       $14::timestamptz[], $15::text[])
       AS s (id, from_status, status, failure_reason, provider_reference, updated_at, completed_at, failed_at, returned_at,
         from_returned, returned_amount, returned_destination_amount, corrected_at, provider_reason)
   )
   UPDATE payouts p SET status = s.status, failure_reason = s.failure_reason,
     provider_reference = s.provider_reference, updated_at = s.updated_at, completed_at = s.completed_at,
     failed_at = s.failed_at, returned_at = s.returned_at, returned_amount = s.returned_amount,
     returned_destination_amount = s.returned_destination_amount, corrected_at = s.corrected_at,
     provider_reason = s.provider_reason,
     next_attempt_at = CASE WHEN s.status = ANY ($10::text[]) THEN p.next_attempt_at END,
     last_error = CASE WHEN s.status = ANY ($10::text[]) THEN p.last_error END,
     leased_until = CASE WHEN s.status = ANY ($10::text[]) THEN p.leased_until END
    FROM steps s WHERE p.id = s.id AND p.status = s.from_status
     AND CASE WHEN p.returned_at IS NULL THEN 0 ELSE COALESCE(p.returned_destination_amount, p.destination_amount) END
       = s.from_returned`,
);

/** What the parts of one payout sum up to is on the payout, whose lock the caller holds. */
export const ADD_RETURNS = statement(
  'payouts.add-returns',
  `INSERT INTO payout_returns
     (id, payout_id, provider, fact_id, amount, currency, wallet_amount, wallet_currency, reason, returned_at)
   SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::numeric[], $6::text[], $7::numeric[],
     $8::text[], $9::text[], $10::timestamptz[])`,
);

/** The facts among these whose return is booked. */
export const BOOKED_RETURNS = statement(
  'payouts.booked-returns',
  `SELECT r.provider, r.fact_id FROM payout_returns r
    WHERE (r.provider, r.fact_id) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
);

export const ADD_HISTORY = statement(
  'payouts.add-history',
  `INSERT INTO payout_history (payout_id, position, status, at, reason)
   SELECT h.payout_id,
     (SELECT max(o.position) FROM payout_history o WHERE o.payout_id = h.payout_id)
       + row_number() OVER (PARTITION BY h.payout_id ORDER BY h.place),
     h.status, h.at, h.reason
    FROM unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::text[]) WITH ORDINALITY
      AS h (payout_id, status, at, reason, place)`,
);

/**
 * The statements with which workers and staff take turns on a payout. The first claim fixes the provider: a change of
 * routes moves no payout that another provider may have.
 */
export const PAYOUT_ORDERS = orderStatements({
  name: 'payouts',
  columns: PAYOUTS.select('o'),
  openStatuses: OPEN_STATUSES,
  claim: {
    set: `provider = COALESCE(o.provider, (
           SELECT r.provider FROM unnest($3::text[], $4::text[], $5::text[]) AS r (country, currency, provider)
            WHERE r.country = o.destination ->> 'country' AND r.currency = o.destination_currency))`,
    returning: 'o.destination_sealed',
  },
});

export const FIND_FOR_STAFF = statement(
  'payouts.find-for-staff',
  `SELECT ${PAYOUT_COLUMNS}, ${HISTORY}, ${attemptColumns('p')} FROM payouts p WHERE p.id = $1`,
);
