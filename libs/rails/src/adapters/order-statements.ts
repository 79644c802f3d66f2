import { statement, type SqlParameter } from '@app/platform';
import { CASES_OF_ORDERS } from '../domain/case';
import type { ClaimedOrder, LeasedClaim, LeftOrder, Postponement } from '../application/handed-over-work';

/**
 * A table of orders that a worker hands over. It has `account_id`, `status`, `created_at`, `attempts`, `attempted_at`,
 * `next_attempt_at`, `leased_until`, `last_error`, `submission`, `key_used_at` and `case_opened_at`. The library that owns it names it;
 * this one does not know it.
 */
export interface OrderTable {
  readonly name: string;
  /** The columns of an order, of the row `o`. */
  readonly columns: string;
  readonly openStatuses: readonly string[];
  /** What a claim changes and returns besides, with parameters from $3. */
  readonly claim?: { readonly set: string; readonly returning: string };
}

/** How long the worker goes on with an order that staff have a case about. */
const LEFT_FOR_MS = 7 * 86_400_000;

/** The columns that `PostgresStaffOrders` reads besides those of the order. */
export const attemptColumns = (row: string) => `${row}.attempts, ${row}.last_error, ${row}.next_attempt_at`;

/** The statements with which workers and staff take turns on an order. */
export function orderStatements(table: OrderTable) {
  return { ...workerStatements(table), ...staffStatements(table) };
}

const UNLEASED = '(o.leased_until IS NULL OR o.leased_until < now())';

const openOrders = ({ openStatuses }: OrderTable): string =>
  `o.status IN (${openStatuses.map((status) => `'${status}'`).join(', ')})`;

function workerStatements(table: OrderTable) {
  const { name, columns, claim } = table;
  const open = openOrders(table);
  return {
    /**
     * Counts the attempt and hides the order from other workers until the lease is over. A closed order must never reach
     * its provider again, so its status is checked even if it is due. What the previous version attempted has no time of
     * its key.
     */
    claim: statement(
      `${name}.claim`,
      `UPDATE ${name} o SET attempts = o.attempts + 1, next_attempt_at = now() + $2::integer * interval '1 millisecond',
         leased_until = now() + $2::integer * interval '1 millisecond', attempted_at = now(),
         key_used_at = COALESCE(o.key_used_at, CASE WHEN o.submission = 1 AND o.attempts > 0 THEN o.created_at ELSE now() END)
         ${claim ? `, ${claim.set}` : ''}
        WHERE o.id = ANY (ARRAY(
          SELECT o.id FROM ${name} o WHERE o.next_attempt_at <= now() AND ${open}
           ORDER BY o.next_attempt_at LIMIT $1 FOR UPDATE SKIP LOCKED
        ))
       RETURNING ${columns}, o.attempts, o.submission, o.leased_until,
         (extract(epoch FROM now() - o.key_used_at) * 1000)::float8 AS key_age_ms ${claim ? `, ${claim.returning}` : ''}`,
    ),
    postpone: statement(
      `${name}.postpone`,
      `UPDATE ${name} o SET next_attempt_at = now() + n.in_ms * interval '1 millisecond', last_error = n.error,
         leased_until = NULL
        FROM unnest($1::uuid[], $2::integer[], $3::text[], $4::timestamptz[]) AS n (id, in_ms, error, lease)
        WHERE o.id = n.id AND o.leased_until = n.lease AND ${open}`,
    ),
    /** Counts a submission that the provider refused. After $5 only staff try again. */
    leaveToStaff: statement(
      `${name}.leave-to-staff`,
      `UPDATE ${name} o SET last_error = $3, leased_until = NULL, submission = o.submission + $6::integer,
         key_used_at = CASE WHEN $6::integer = 0 THEN o.key_used_at END, case_opened_at = COALESCE(o.case_opened_at, now()),
         next_attempt_at = CASE WHEN o.case_opened_at IS NULL OR o.case_opened_at > now() - $5::bigint * interval '1 millisecond'
           THEN now() + $2::integer * interval '1 millisecond' END
        WHERE o.id = $1 AND o.leased_until = $4 AND ${open}`,
    ),
    /** A lease that runs out meanwhile is not taken: claims skip locked rows. */
    holdLeases: statement(
      `${name}.hold-leases`,
      `SELECT o.id FROM ${name} o JOIN unnest($1::uuid[], $2::timestamptz[]) AS n (id, lease) ON n.id = o.id
        WHERE o.leased_until = n.lease AND o.leased_until > clock_timestamp() ORDER BY o.id FOR UPDATE OF o`,
    ),
  };
}

function staffStatements(table: OrderTable) {
  const { name, columns } = table;
  const open = openOrders(table);
  // An order that staff have a case about is none of those besides, as long as that is open.
  const left = `EXISTS (SELECT FROM cases c WHERE c.subject_id = o.id::text AND c.status = 'open'
    AND c.kind IN (${CASES_OF_ORDERS.map((kind) => `'${kind}'`).join(', ')}))`;
  const stuck = `${open} AND NOT (o.case_opened_at IS NOT NULL AND ${left})
    AND (o.last_error IS NOT NULL OR o.created_at < now() - $1::bigint * interval '1 millisecond')`;
  return {
    stuck: statement(
      `${name}.stuck`,
      `SELECT ${columns}, ${attemptColumns('o')} FROM ${name} o
        WHERE ${stuck} AND ($3::uuid IS NULL OR o.account_id = $3) ORDER BY o.created_at LIMIT $2`,
    ),
    stuckBacklog: statement(
      `${name}.stuck-backlog`,
      `SELECT count(*)::integer AS open, COALESCE(extract(epoch FROM now() - min(o.created_at)), 0)::float8 AS oldest
         FROM ${name} o WHERE ${stuck}`,
    ),
    retryNow: statement(
      `${name}.retry-now`,
      `UPDATE ${name} o SET next_attempt_at = now() WHERE o.id = $1 AND ${open} AND ${UNLEASED}`,
    ),
    /**
     * Leases the order for staff. Fails while a worker holds the lease. A submission that was refused for good is not on its
     * way any more.
     */
    lease: statement(
      `${name}.lease`,
      `UPDATE ${name} o SET leased_until = now() + $2::integer * interval '1 millisecond',
         next_attempt_at = now() + $2::integer * interval '1 millisecond' + interval '10 minutes'
        WHERE o.id = $1 AND ${open} AND ${UNLEASED}
       RETURNING ${columns}, o.leased_until, (CASE WHEN o.submission = 1 OR o.key_used_at IS NOT NULL
         THEN extract(epoch FROM now() - o.attempted_at) * 1000 END)::float8 AS quiet_ms`,
    ),
    /** The caller has locked the order, so the lease cannot change before the transaction ends. */
    holds: statement(
      `${name}.holds-lease`,
      `SELECT 1 FROM ${name} o WHERE o.id = $1 AND o.leased_until = $2 AND o.leased_until > clock_timestamp()`,
    ),
  };
}

export type OrderStatements = ReturnType<typeof orderStatements>;

/** The parameters of the statement `postpone`. */
export function postponementParameters(postponements: readonly Postponement[]): SqlParameter[] {
  return [
    postponements.map(({ id }) => id),
    postponements.map(({ inMs }) => inMs),
    postponements.map(({ error }) => error),
    postponements.map(({ lease }) => lease),
  ];
}

/** The parameters of the statement `leaveToStaff`. */
export function leftParameters({ id, inMs, error, lease, isRefused }: LeftOrder): SqlParameter[] {
  return [id, inMs, error, lease, LEFT_FOR_MS, isRefused ? 1 : 0];
}

/** The parameters of the statement `holdLeases`. */
export function leaseParameters(claims: readonly LeasedClaim[]): SqlParameter[] {
  return [claims.map(({ id }) => id), claims.map(({ lease }) => lease)];
}

/** What a claim returns beside the order. */
export interface ClaimRow {
  readonly attempts: number;
  readonly submission: number;
  readonly leased_until: Date;
  readonly key_age_ms: number;
}

/** The claim of a row. */
export function claimOf(row: ClaimRow): Omit<ClaimedOrder<unknown>, 'order'> {
  const { attempts: attempt, submission, leased_until: lease, key_age_ms: keyAgeMs } = row;
  return { attempt, submission, keyAgeMs, lease };
}
