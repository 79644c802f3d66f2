import { digitsRule, rule, type BooksRule } from './books-rule';

/** What disputes `d` take of each payment: all of it, or what one that was won did not bring back. */
const TAKEN = `(SELECT d.received_payment_id AS id, sum(CASE d.status WHEN 'won' THEN d.kept_amount ELSE d.amount END) AS amount
  FROM disputes d GROUP BY 1)`;

/** Every dispute takes a part of its payment, and payments know what is disputed of them. */
export const DISPUTE_RULES: readonly BooksRule[] = [
  rule(
    'dispute_fits_its_payment',
    'disputes',
    `SELECT d.id, format('%s %s of a payment of %s %s to wallet %s in %s', d.amount, d.currency, p.payer_amount,
       p.payer_currency, p.wallet_id, p.currency) AS detail
     FROM disputes d JOIN received_payments p ON p.id = d.received_payment_id
     WHERE (d.account_id, d.payment_link_id, d.wallet_id, d.currency, d.wallet_currency, d.exchange_rate)
       IS DISTINCT FROM (p.account_id, p.payment_link_id, p.wallet_id, p.payer_currency, p.currency, p.exchange_rate)
       OR d.exchange_rate IS NULL AND d.wallet_amount <> d.amount
       OR d.wallet_amount >= d.amount * COALESCE(d.exchange_rate, 1) + 1`,
  ),
  rule(
    'dispute_keeps_a_part',
    'disputes',
    `SELECT d.id, format('%s, kept %s of %s and %s of %s', d.status, d.kept_amount, d.amount, d.kept_wallet_amount,
       d.wallet_amount) AS detail
     FROM disputes d
     WHERE d.kept_amount NOT BETWEEN 0 AND d.amount OR d.kept_wallet_amount NOT BETWEEN 0 AND d.wallet_amount
       OR d.kept_amount > 0 AND d.status <> 'won' OR d.kept_amount = 0 AND d.kept_wallet_amount > 0
       OR d.kept_amount = d.amount AND d.kept_wallet_amount <> d.wallet_amount
       OR d.exchange_rate IS NULL AND d.kept_wallet_amount <> d.kept_amount`,
  ),
  rule(
    'payment_knows_its_disputes',
    'received_payments',
    `SELECT p.id, format('%s disputed and %s, its disputes took %s', p.disputed_amount, p.status, COALESCE(t.amount, 0))
       AS detail
     FROM received_payments p LEFT JOIN ${TAKEN} t ON t.id = p.id
     WHERE p.disputed_amount <> COALESCE(t.amount, 0) OR (p.status = 'disputed') <> (p.disputed_amount > 0)`,
  ),
  digitsRule('dispute_fits_its_currency', 'disputes', ['amount', 'kept_amount']),
  digitsRule('dispute_share_fits_its_currency', 'disputes', ['wallet_amount', 'kept_wallet_amount'], 'wallet_currency'),
];
