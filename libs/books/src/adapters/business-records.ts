import { digitsIn } from './books-rule';

/**
 * The journal entries that each business record demands, as `key, kind, reference_type, reference_id, wallet_id,
 * change`: the entry has this key and kind, is about this reference (any, if null), changes no other wallet than this
 * one, and changes it by this amount (any, if null). Each select also has the `id` of the record.
 */
type RecordSelect = string;

/**
 * An exception that staff credited as the link's own payment; one that was credited in addition to it has a received
 * payment that names it.
 */
const COMPLETING_EXCEPTIONS = `(
  SELECT x.id, x.order_id FROM payment_exceptions x
  WHERE x.status = 'credited' AND NOT EXISTS (SELECT FROM received_payments o WHERE o.exception_id = x.id))`;

/** Credited payments, whether or not they were returned, refunded or disputed later. */
export const CREDITS: RecordSelect = `
  SELECT r.id, CASE WHEN x.id IS NULL THEN 'collection:' || r.order_id ELSE 'exception-cleared:' || x.id END AS key,
    CASE WHEN x.id IS NULL THEN 'collection' ELSE 'payment_exception_credit' END AS kind,
    r.kind AS reference_type, r.payment_link_id AS reference_id, r.wallet_id, r.credited_amount AS change
  FROM received_payments r
    LEFT JOIN ${COMPLETING_EXCEPTIONS} c ON c.order_id = r.order_id AND r.exception_id IS NULL,
    LATERAL (SELECT COALESCE(r.exception_id, c.id) AS id) x
  WHERE r.status <> 'in_process'`;

/** Payments that the rail took back, unless refunds had left nothing to take. */
export const RETURNS: RecordSelect = `
  SELECT r.id, CASE WHEN r.exception_id IS NULL THEN 'collection-return:' || r.order_id
      ELSE 'exception-return:' || r.exception_id END AS key,
    CASE WHEN r.exception_id IS NULL THEN 'collection_return' ELSE 'payment_exception_return' END AS kind,
    r.kind AS reference_type, r.payment_link_id AS reference_id, r.wallet_id,
    -COALESCE(r.returned_wallet_amount - r.returned_fees, r.credited_amount) AS change
  FROM received_payments r WHERE r.returned_at IS NOT NULL AND r.returned_amount IS DISTINCT FROM 0`;

/**
 * Exceptions `x` whose amount can be booked. One in an unknown currency or with too many decimals is not booked until
 * staff resolve it.
 */
export const BOOKABLE_EXCEPTIONS = `(SELECT * FROM payment_exceptions b
  WHERE b.amount > 0 AND min_scale(b.amount) <= ${digitsIn('b.currency')}) x`;

/** Money of payment exceptions. */
export const exceptionsAmong = (exceptions: string): RecordSelect => `
  SELECT x.id, 'exception:' || x.id AS key, 'payment_exception' AS kind, NULL::text AS reference_type,
    NULL::uuid AS reference_id, NULL::uuid AS wallet_id, 0::numeric AS change
  FROM ${exceptions}`;

/** Whether staff credited the exception `x` to a wallet; the rail may have taken it back since. */
export const CREDITED_TO_WALLET = `(x.status = 'credited' OR x.status = 'returned' AND x.wallet_id IS NOT NULL)`;

/** Money of payment exceptions that has gone: back to the rail, or to a wallet although its order is unknown. */
export const clearedAmong = (exceptions: string): RecordSelect => `
  SELECT x.id, 'exception-cleared:' || x.id AS key,
    CASE WHEN ${CREDITED_TO_WALLET} THEN 'payment_exception_credit' WHEN x.status = 'matched'
      THEN 'payment_exception_match' ELSE 'payment_exception_refund' END AS kind,
    CASE WHEN ${CREDITED_TO_WALLET} THEN 'payment_exception' END AS reference_type,
    CASE WHEN ${CREDITED_TO_WALLET} THEN x.id END AS reference_id,
    CASE WHEN ${CREDITED_TO_WALLET} THEN x.wallet_id END AS wallet_id,
    CASE WHEN ${CREDITED_TO_WALLET} THEN NULL ELSE 0 END AS change
  FROM ${exceptions}
  WHERE x.status <> 'open' AND (x.status <> 'credited' OR x.payment_link_id IS NULL OR x.order_id IS NULL)`;

/** Money of an unknown order that staff credited to a wallet and the rail took back. */
export const EXCEPTION_RETURNS: RecordSelect = `
  SELECT x.id, 'exception-return:' || x.id AS key, 'payment_exception_return' AS kind,
    'payment_exception' AS reference_type, x.id AS reference_id, x.wallet_id, NULL::numeric AS change
  FROM payment_exceptions x WHERE x.status = 'returned' AND x.wallet_id IS NOT NULL`;

/** Outflows that reached their destination. */
export const EXITS: RecordSelect = `
  SELECT p.id, 'payout:' || p.id AS key, p.type AS kind, p.type AS reference_type, p.id AS reference_id, p.wallet_id,
    -p.amount AS change
  FROM payouts p WHERE p.status = 'completed'`;

/**
 * What came back of outflows; fees and tax stay. A payout that an earlier version returned came back whole, and has no
 * record but itself.
 */
export const PAYOUT_RETURNS: RecordSelect = `
  SELECT p.id, 'payout-return:' || p.id || ':' || r.id AS key, p.type || '_return' AS kind, p.type AS reference_type,
    p.id AS reference_id, p.wallet_id, r.wallet_amount AS change
  FROM payout_returns r JOIN payouts p ON p.id = r.payout_id
  UNION ALL
  SELECT p.id, 'payout-return:' || p.id, p.type || '_return', p.type, p.id, p.wallet_id, p.net_amount
  FROM payouts p WHERE p.returned_at IS NOT NULL AND p.returned_amount IS NULL`;

/** What payers got back of received payments, also where it was reversed since. */
export const GIVEN_BACK: RecordSelect = `
  SELECT f.id, 'refund:' || f.id AS key, 'refund' AS kind, 'refund' AS reference_type, f.id AS reference_id, f.wallet_id,
    -f.wallet_amount AS change
  FROM refunds f WHERE f.status = 'completed' OR f.status = 'failed' AND f.corrected_at IS NOT NULL`;

/** Completed refunds that staff reversed, because they failed after all. */
export const REVERSED_REFUNDS: RecordSelect = `
  SELECT f.id, 'refund-reversal:' || f.id AS key, 'refund_reversal' AS kind, 'refund' AS reference_type,
    f.id AS reference_id, f.wallet_id, f.wallet_amount AS change
  FROM refunds f WHERE f.status = 'failed' AND f.corrected_at IS NOT NULL`;

/** What disputes took, also those that were won since. */
export const DISPUTED: RecordSelect = `
  SELECT d.id, 'dispute:' || d.id AS key, 'dispute' AS kind, 'dispute' AS reference_type, d.id AS reference_id,
    d.wallet_id, -d.wallet_amount AS change
  FROM disputes d`;

/** What won disputes brought back. */
export const DISPUTES_WON: RecordSelect = `
  SELECT d.id, 'dispute-won:' || d.id AS key, 'dispute_won' AS kind, 'dispute' AS reference_type, d.id AS reference_id,
    d.wallet_id, d.wallet_amount - d.kept_wallet_amount AS change
  FROM disputes d WHERE d.status = 'won' AND d.kept_amount < d.amount`;

const UUID = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';

/** Deposits are recorded as their notifications alone, whose reference is the wallet. */
export const DEPOSITS: RecordSelect = `
  SELECT n.provider || ' ' || n.notification_id AS id, 'deposit:' || n.provider || ':' || n.notification_id AS key,
    'deposit' AS kind, 'wallet' AS reference_type, w.id AS reference_id, w.id AS wallet_id, n.paid_amount AS change
  FROM provider_notifications n,
    LATERAL (SELECT CASE WHEN n.reference ~* '${UUID}' THEN n.reference::uuid END AS id) w
  WHERE n.kind = 'deposit' AND n.outcome = 'credited'`;

const ANY_EXCEPTION = 'payment_exceptions x';
const ALL = [
  CREDITS,
  RETURNS,
  exceptionsAmong(ANY_EXCEPTION),
  clearedAmong(ANY_EXCEPTION),
  EXCEPTION_RETURNS,
  EXITS,
  PAYOUT_RETURNS,
  GIVEN_BACK,
  REVERSED_REFUNDS,
  DISPUTED,
  DISPUTES_WON,
  DEPOSITS,
];
const COLUMNS = 'key, kind, reference_type, reference_id, wallet_id, change';

/** All of them, as a subquery without the ids. */
export const BUSINESS_RECORDS = `(${ALL.map((select) => `SELECT ${COLUMNS} FROM (${select}) s`).join(' UNION ALL ')})`;
