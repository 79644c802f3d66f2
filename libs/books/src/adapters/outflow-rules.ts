import { rule, type BooksRule } from './books-rule';

const OPEN = `p.status IN ('requested', 'processing')`;
const OUTCOME_OF_HOLD = `COALESCE(r.outcome, CASE WHEN h.id IS NULL THEN 'missing' ELSE 'open' END)`;
const WITH_HOLD = `payouts p LEFT JOIN holds h ON h.id = p.hold_id LEFT JOIN hold_resolutions r ON r.hold_id = h.id`;

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
       <> CASE p.status WHEN 'completed' THEN 'captured' WHEN 'failed' THEN 'released' ELSE 'open' END`,
  ),
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
