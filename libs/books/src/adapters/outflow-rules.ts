import { digitsRule, rule, type BooksRule } from './books-rule';

const OPEN = `p.status IN ('requested', 'processing')`;
const OUTCOME_OF_HOLD = `COALESCE(r.outcome, CASE WHEN h.id IS NULL THEN 'missing' ELSE 'open' END)`;
const WITH_HOLD = `payouts p LEFT JOIN holds h ON h.id = p.hold_id LEFT JOIN hold_resolutions r ON r.hold_id = h.id`;

/** What came back of each payout, by the parts. A payout has one currency of each kind, or its parts do not fit it. */
const RETURNED = `(SELECT payout_id AS id, count(*) AS parts, sum(amount) AS amount, sum(wallet_amount) AS wallet_amount,
    max(returned_at) AS returned_at, string_agg(DISTINCT currency, ' ') AS currency,
    string_agg(DISTINCT wallet_currency, ' ') AS wallet_currency
  FROM payout_returns GROUP BY 1)`;

/** What the parts `r` are worth at the rate of the payout `p`. */
const AT_RATE = `r.amount / COALESCE(p.exchange_rate, 1)`;

/**
 * Every payout holds or has taken exactly its amount. Like the rules of collections, these read tables that the ledger
 * otherwise knows nothing about.
 */
export const OUTFLOW_RULES: readonly BooksRule[] = [
  rule(
    'open_hold_has_open_payout',
    'holds',
    `SELECT h.id, format('%s held, and no open payout has it', h.amount) AS detail FROM holds h
     WHERE h.reference_type IN ('payout', 'transfer')
       AND NOT EXISTS (SELECT FROM hold_resolutions r WHERE r.hold_id = h.id)
       AND NOT EXISTS (SELECT FROM payouts p WHERE p.hold_id = h.id AND ${OPEN})`,
  ),
  rule(
    'payout_has_its_hold',
    'payouts',
    `SELECT p.id, format('%s of %s on wallet %s, hold of %s on wallet %s', p.type, p.amount, p.wallet_id, h.amount,
       h.wallet_id) AS detail
     FROM ${WITH_HOLD}
     WHERE (h.amount, h.wallet_id, h.reference_type, h.reference_id)
       IS DISTINCT FROM (p.amount, p.wallet_id, p.type, p.id)`,
  ),
  rule(
    'payout_status_fits_its_hold',
    'payouts',
    `SELECT p.id, format('%s, and its hold is %s', p.status, ${OUTCOME_OF_HOLD}) AS detail FROM ${WITH_HOLD}
     WHERE ${OUTCOME_OF_HOLD}
       <> CASE WHEN p.status = 'completed' AND p.corrected_at IS NULL THEN 'captured'
         WHEN p.status IN ('completed', 'failed') THEN 'released' ELSE 'open' END`,
  ),
  rule(
    'payout_was_corrected_once',
    'payouts',
    `SELECT p.id, format('%s, and was corrected', p.status) AS detail FROM payouts p
     WHERE p.corrected_at IS NOT NULL AND p.status <> 'completed'`,
  ),
  rule(
    'payout_knows_its_returns',
    'payouts',
    `SELECT p.id, format('%s and %s returned of %s and %s, its returns brought %s and %s', p.returned_destination_amount,
       p.returned_amount, p.destination_amount, p.net_amount, COALESCE(r.amount, 0), COALESCE(r.wallet_amount, 0)) AS detail
     FROM payouts p LEFT JOIN ${RETURNED} r ON r.id = p.id
     WHERE (COALESCE(p.returned_destination_amount, 0), COALESCE(p.returned_amount, 0), p.returned_amount IS NULL)
         IS DISTINCT FROM (COALESCE(r.amount, 0), COALESCE(r.wallet_amount, 0), r.id IS NULL)
       OR p.returned_amount IS NOT NULL AND p.returned_at IS DISTINCT FROM r.returned_at`,
  ),
  // What has come back whole has brought the whole net amount; a part brings less than a unit below its rate.
  rule(
    'returns_stay_within_their_payout',
    'payouts',
    `SELECT p.id, format('%s, and %s %s of %s came back as %s %s of %s', p.status, r.amount, r.currency,
       p.destination_amount, r.wallet_amount, r.wallet_currency, p.net_amount) AS detail
     FROM payouts p JOIN ${RETURNED} r ON r.id = p.id
     WHERE p.status <> 'completed' OR (r.currency, r.wallet_currency) IS DISTINCT FROM (p.destination_currency, p.currency)
       OR r.amount > p.destination_amount OR r.wallet_amount > p.net_amount
       OR r.amount = p.destination_amount AND r.wallet_amount <> p.net_amount
       OR r.amount < p.destination_amount AND r.wallet_amount > ${AT_RATE} + 0.00000001
       OR r.amount < p.destination_amount AND r.wallet_amount < LEAST(${AT_RATE}, p.net_amount) - r.parts`,
  ),
  digitsRule('return_fits_its_currency', 'payouts', ['returned_amount'], 'currency', 't.returned_amount IS NOT NULL'),
  rule(
    'payout_figures_add_up',
    'payouts',
    `SELECT p.id, format('%s is not %s and its deductions', p.amount, p.net_amount) AS detail FROM payouts p
     WHERE p.amount <> p.net_amount + p.fee_total + p.instant_fee + p.tax + p.conversion_fee`,
  ),
  rule(
    'verified_transfer_has_one_payout',
    'transfer_verifications',
    `SELECT v.id, format('%s, payout %s', v.status, COALESCE(v.payout_id::text, 'none')) AS detail
     FROM transfer_verifications v LEFT JOIN payouts p ON p.id = v.payout_id AND p.type = 'transfer'
     WHERE (v.status = 'verified') IS DISTINCT FROM (p.id IS NOT NULL)
       OR EXISTS (SELECT FROM transfer_verifications o WHERE o.payout_id = v.payout_id AND o.id <> v.id)`,
  ),
  rule(
    'transfer_was_verified',
    'payouts',
    `SELECT p.id, 'a transfer that no verification ordered' AS detail FROM payouts p
     WHERE p.type = 'transfer' AND NOT EXISTS (SELECT FROM transfer_verifications v WHERE v.payout_id = p.id)`,
  ),
];
