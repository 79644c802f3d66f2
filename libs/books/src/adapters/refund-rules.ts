import { digitsRule, rule, type BooksRule } from './books-rule';

const OPEN = `f.status IN ('requested', 'processing')`;
const OUTCOME_OF_HOLD = `COALESCE(r.outcome, CASE WHEN h.id IS NULL THEN 'missing' ELSE 'open' END)`;
const WITH_HOLD = `refunds f LEFT JOIN holds h ON h.id = f.hold_id LEFT JOIN hold_resolutions r ON r.hold_id = h.id`;

/** What the completed refunds `f` of each payment gave back. */
const GIVEN_BACK = `(SELECT f.received_payment_id AS id, sum(f.amount) AS amount FROM refunds f WHERE f.status = 'completed'
  GROUP BY 1)`;

/** Every refund holds or has taken exactly its share, and payments have the sum of their refunds. */
export const REFUND_RULES: readonly BooksRule[] = [
  rule(
    'open_hold_has_open_refund',
    'holds',
    `SELECT h.id, format('%s held, and no open refund has it', h.amount) AS detail FROM holds h
     WHERE h.reference_type = 'refund'
       AND NOT EXISTS (SELECT FROM hold_resolutions r WHERE r.hold_id = h.id)
       AND NOT EXISTS (SELECT FROM refunds f WHERE f.hold_id = h.id AND ${OPEN})`,
  ),
  rule(
    'refund_has_its_hold',
    'refunds',
    `SELECT f.id, format('%s refund of %s on wallet %s, hold of %s on wallet %s', f.origin, f.wallet_amount, f.wallet_id,
       h.amount, h.wallet_id) AS detail
     FROM ${WITH_HOLD}
     WHERE CASE WHEN f.status = 'completed' AND f.corrected_at IS NOT NULL AND f.hold_id IS NOT NULL
         THEN (h.wallet_id, h.reference_type, h.reference_id) IS DISTINCT FROM (f.wallet_id, 'refund', f.id)
       WHEN f.status = 'completed' AND f.corrected_at IS NOT NULL THEN false
       WHEN f.origin = 'provider' OR f.wallet_amount = 0 THEN f.hold_id IS NOT NULL
       ELSE (h.amount, h.wallet_id, h.reference_type, h.reference_id)
         IS DISTINCT FROM (f.wallet_amount, f.wallet_id, 'refund', f.id) END`,
  ),
  rule(
    'refund_status_fits_its_hold',
    'refunds',
    `SELECT f.id, format('%s, and its hold is %s', f.status, ${OUTCOME_OF_HOLD}) AS detail FROM ${WITH_HOLD}
     WHERE f.hold_id IS NOT NULL AND ${OUTCOME_OF_HOLD}
       <> CASE WHEN f.status NOT IN ('completed', 'failed') THEN 'open'
         WHEN (f.status = 'completed') = (f.corrected_at IS NULL) THEN 'captured' ELSE 'released' END`,
  ),
  rule(
    'refund_was_corrected_once',
    'refunds',
    `SELECT f.id, format('%s, and was corrected', f.status) AS detail FROM refunds f
     WHERE f.corrected_at IS NOT NULL AND f.status NOT IN ('completed', 'failed')`,
  ),
  rule(
    'refund_fits_its_payment',
    'refunds',
    `SELECT f.id, format('%s %s and %s %s of a payment of %s %s to wallet %s in %s', f.amount, f.currency, f.wallet_amount,
       f.wallet_currency, p.payer_amount, p.payer_currency, p.wallet_id, p.currency) AS detail
     FROM refunds f JOIN received_payments p ON p.id = f.received_payment_id
     WHERE (f.account_id, f.payment_link_id, f.order_id, f.wallet_id, f.currency, f.wallet_currency, f.exchange_rate)
       IS DISTINCT FROM
       (p.account_id, p.payment_link_id, p.order_id, p.wallet_id, p.payer_currency, p.currency, p.exchange_rate)`,
  ),
  rule(
    'payment_knows_its_refunds',
    'received_payments',
    `SELECT p.id, format('%s refunded of %s and %s, its refunds gave back %s', p.refunded_amount, p.payer_amount, p.status,
       COALESCE(t.amount, 0)) AS detail
     FROM received_payments p LEFT JOIN ${GIVEN_BACK} t ON t.id = p.id
     WHERE p.refunded_amount <> COALESCE(t.amount, 0)
       OR p.status IN ('credited', 'refunded') AND (p.status = 'refunded') <> (p.refunded_amount = p.payer_amount)`,
  ),
  digitsRule('refund_fits_its_currency', 'refunds', ['amount']),
  digitsRule('refund_share_fits_its_currency', 'refunds', ['wallet_amount'], 'wallet_currency'),
];
