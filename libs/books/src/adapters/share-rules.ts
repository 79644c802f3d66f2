import { digitsIn, rule, type BooksRule } from './books-rule';

const DIGITS = `(${digitsIn('p.currency')})`;

/** The amount, in the currency of the payment `of`, rounded up to its digits. */
function roundedUp(amount: string, of = 'p'): string {
  const unit = `10::numeric ^ (${digitsIn(`${of}.currency`)})`;
  return `ceil((${amount}) * ${unit}) / ${unit}`;
}

/** What a whole payment `p` is worth in its wallet, before fees: its amount at its own rate, rounded up. Rule 17.2. */
const WHOLE = roundedUp('p.payer_amount * COALESCE(p.exchange_rate, 1)');

/**
 * What is taken of each payment `p`: by refunds, by disputes, and by a return. A refund that is open yields to what its provider
 * takes by itself, or staff book as made, and fails.
 */
const PARTS = `(
  SELECT f.received_payment_id AS id, f.amount, f.wallet_amount FROM refunds f
  WHERE f.status = 'completed' OR f.status <> 'failed' AND NOT EXISTS (SELECT FROM refunds o
      WHERE o.received_payment_id = f.received_payment_id AND (o.origin = 'provider' OR o.corrected_at IS NOT NULL))
    AND NOT EXISTS (SELECT FROM disputes o WHERE o.received_payment_id = f.received_payment_id)
    AND NOT EXISTS (SELECT FROM received_payments o WHERE o.id = f.received_payment_id AND o.returned_at IS NOT NULL)
  UNION ALL
  SELECT d.received_payment_id, CASE d.status WHEN 'won' THEN d.kept_amount ELSE d.amount END,
    CASE d.status WHEN 'won' THEN d.kept_wallet_amount ELSE d.wallet_amount END
  FROM disputes d
  UNION ALL
  SELECT r.id, r.returned_amount, r.returned_wallet_amount FROM received_payments r WHERE r.returned_amount IS NOT NULL)`;

/** The share of one fee of the payment `p` in what a return took of it. */
function feeShare(p: string, fee: string): string {
  return `LEAST(${p}.${fee}, ${roundedUp(`${p}.${fee} * ${p}.returned_amount / ${p}.payer_amount`, p)})`;
}

/** What a return in part of the payment `p` gives back of its collection fee. */
export function collectionFeeBack(p: string): string {
  return `LEAST(${p}.returned_wallet_amount, ${feeShare(p, 'collection_fee')})`;
}

/**
 * The parts of a payment: they never exceed it, and take exactly what it is worth when nothing is left. Earlier versions
 * rounded disputes, and took returns whole, without regard to other parts: payments with such parts are not compared.
 */
export const SHARE_RULES: readonly BooksRule[] = [
  rule(
    'parts_stay_within_their_payment',
    'received_payments',
    `SELECT p.id, format('parts take %s of %s %s and %s of %s %s', t.amount, p.payer_amount, p.payer_currency,
       t.wallet_amount, ${WHOLE}, p.currency) AS detail
     FROM received_payments p JOIN (SELECT id, sum(amount) AS amount, sum(wallet_amount) AS wallet_amount FROM ${PARTS} s
       GROUP BY id) t ON t.id = p.id
     WHERE (t.amount > p.payer_amount OR t.wallet_amount > ${WHOLE}
         OR t.amount = p.payer_amount AND t.wallet_amount <> ${WHOLE})
       AND NOT EXISTS (SELECT FROM disputes d WHERE d.received_payment_id = p.id AND d.reported_amount IS NULL)`,
  ),
  rule(
    'return_fits_its_payment',
    'received_payments',
    `SELECT p.id, format('%s %s and %s %s returned with fees of %s, of %s and %s credited', p.returned_amount,
       p.payer_currency, p.returned_wallet_amount, p.currency, p.returned_fees, p.payer_amount, p.credited_amount) AS detail
     FROM received_payments p
     WHERE p.returned_amount IS NOT NULL AND (p.returned_at IS NULL OR p.returned_amount NOT BETWEEN 0 AND p.payer_amount
       OR p.exchange_rate IS NULL AND p.returned_wallet_amount <> p.returned_amount
       OR GREATEST(min_scale(p.returned_wallet_amount), min_scale(p.returned_fees)) > ${DIGITS}
       OR p.returned_fees <> CASE WHEN p.returned_amount = p.payer_amount THEN p.returned_wallet_amount - p.credited_amount
         ELSE LEAST(p.returned_wallet_amount, ${feeShare('p', 'collection_fee')} + ${feeShare('p', 'conversion_fee')}) END)`,
  ),
];
