import { rule, type BooksRule } from './books-rule';

/**
 * What moves money, and the wallet that it moves, belong to one account. Money that was moved to another account's
 * wallet, with its postings, balances and totals, violates no rule of the ledger's own tables. The days of a wallet are
 * those of the account's time zone.
 */
export const ACCOUNT_RULES: readonly BooksRule[] = [
  rule(
    'wallet_and_account_share_a_time_zone',
    'wallets',
    `SELECT w.id, format('days of %s, account %s of %s', w.time_zone, a.id, a.time_zone) AS detail
     FROM wallets w LEFT JOIN accounts a ON a.id = w.account_id WHERE w.time_zone IS DISTINCT FROM a.time_zone`,
  ),
  rule(
    'link_and_wallet_share_an_account',
    'payment_links',
    `SELECT l.id, format('of account %s, wallet %s of account %s', l.account_id, l.wallet_id, w.account_id) AS detail
     FROM payment_links l LEFT JOIN wallets w ON w.id = l.wallet_id WHERE w.account_id IS DISTINCT FROM l.account_id`,
  ),
  rule(
    'payment_link_and_wallet_share_an_account',
    'received_payments',
    `SELECT r.id, format('of account %s, link %s of account %s, wallet %s of account %s', r.account_id, r.payment_link_id,
       l.account_id, r.wallet_id, w.account_id) AS detail
     FROM received_payments r LEFT JOIN payment_links l ON l.id = r.payment_link_id LEFT JOIN wallets w ON w.id = r.wallet_id
     WHERE l.account_id IS DISTINCT FROM r.account_id OR w.account_id IS DISTINCT FROM r.account_id`,
  ),
  rule(
    'payment_and_order_share_a_link',
    'received_payments',
    `SELECT r.id, format('of link %s, order %s of link %s', r.payment_link_id, r.order_id, o.link_id) AS detail
     FROM received_payments r LEFT JOIN checkout_orders o ON o.id = r.order_id
     WHERE o.link_id IS DISTINCT FROM r.payment_link_id`,
  ),
  rule(
    'exception_link_and_wallet_share_an_account',
    'payment_exceptions',
    `SELECT x.id, format('of account %s, link %s of account %s, wallet %s of account %s', x.account_id, x.payment_link_id,
       l.account_id, x.wallet_id, w.account_id) AS detail
     FROM payment_exceptions x LEFT JOIN payment_links l ON l.id = x.payment_link_id LEFT JOIN wallets w ON w.id = x.wallet_id
     WHERE x.payment_link_id IS NOT NULL AND (l.account_id IS DISTINCT FROM x.account_id OR w.account_id <> x.account_id)`,
  ),
  rule(
    'exception_and_order_share_a_link',
    'payment_exceptions',
    `SELECT x.id, format('of link %s, order %s of link %s', x.payment_link_id, x.order_id, o.link_id) AS detail
     FROM payment_exceptions x LEFT JOIN checkout_orders o ON o.id = x.order_id
     WHERE o.link_id IS DISTINCT FROM x.payment_link_id`,
  ),
  rule(
    'payout_and_wallet_share_an_account',
    'payouts',
    `SELECT p.id, format('of account %s, wallet %s of account %s', p.account_id, p.wallet_id, w.account_id) AS detail
     FROM payouts p LEFT JOIN wallets w ON w.id = p.wallet_id WHERE w.account_id IS DISTINCT FROM p.account_id`,
  ),
  rule(
    'transfer_and_verification_agree',
    'payouts',
    `SELECT p.id, format('of account %s and wallet %s, verification %s of account %s and wallet %s', p.account_id,
       p.wallet_id, v.id, v.account_id, v.wallet_id) AS detail
     FROM payouts p JOIN transfer_verifications v ON v.payout_id = p.id
     WHERE (v.account_id, v.wallet_id) IS DISTINCT FROM (p.account_id, p.wallet_id)`,
  ),
];
