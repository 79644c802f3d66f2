import { rule, type BooksRule } from './books-rule';

const OPEN = `p.status IN ('requested', 'processing')`;
const OUTCOME_OF_HOLD = `COALESCE(r.outcome, CASE WHEN h.id IS NULL THEN 'missing' ELSE 'open' END)`;
const WITH_HOLD = `payouts p LEFT JOIN holds h ON h.id = p.hold_id LEFT JOIN hold_resolutions r ON r.hold_id = h.id`;

/** What the entry of that key changed in the wallet of payout `p`; null when there is no entry. */
const changedBy = (key: string) => `(SELECT sum(o.amount) FROM journal_entries e JOIN postings o ON o.entry_id = e.id
  WHERE e.idempotency_key = '${key}:' || p.id AND o.wallet_id = p.wallet_id)`;

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
    'completed_payout_took_its_amount',
    'payouts',
    `SELECT p.id, format('%s ordered, %s changed the wallet', p.amount, COALESCE(c.change, 0)) AS detail
     FROM payouts p CROSS JOIN LATERAL (SELECT ${changedBy('payout')} AS change) c
     WHERE p.status = 'completed' AND c.change IS DISTINCT FROM -p.amount`,
  ),
  rule(
    'uncompleted_payout_moved_nothing',
    'payouts',
    `SELECT p.id, format('%s, and entry %s is about it', p.status, e.id) AS detail
     FROM payouts p JOIN journal_entries e ON e.reference_type = p.type AND e.reference_id = p.id
     WHERE p.status <> 'completed'`,
  ),
  rule(
    'returned_payout_was_refunded',
    'payouts',
    `SELECT p.id, format('%s, %s refunded of %s', CASE WHEN p.returned_at IS NULL THEN 'not returned' ELSE 'returned' END,
       COALESCE(c.change, 0), p.net_amount) AS detail
     FROM payouts p CROSS JOIN LATERAL (SELECT ${changedBy('payout-return')} AS change) c
     WHERE c.change IS DISTINCT FROM CASE WHEN p.returned_at IS NOT NULL THEN p.net_amount END`,
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
