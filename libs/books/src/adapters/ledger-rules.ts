import { HIDDEN_MOVEMENT_TYPES } from '@app/ledger';
import { digitsRule, rule, type BooksRule } from './books-rule';
import { DAYS_MATCH_POSTINGS } from './day-rules';

const HIDDEN = HIDDEN_MOVEMENT_TYPES.map((type) => `'${type}'`).join(', ');

/**
 * Everything that is true of the ledger's own tables, proved from the rows alone. Constraints and triggers enforce most
 * of it on every write; the rules assume that none of them worked.
 */
export const LEDGER_RULES: readonly BooksRule[] = [
  rule(
    'entry_sums_to_zero',
    'journal_entries',
    `SELECT entry_id AS id, format('%s %s left over', sum(amount), currency) AS detail
     FROM postings GROUP BY entry_id, currency HAVING sum(amount) <> 0`,
  ),
  rule(
    'entry_has_postings',
    'journal_entries',
    `SELECT id, 'has no postings' AS detail FROM journal_entries e
     WHERE NOT EXISTS (SELECT FROM postings p WHERE p.entry_id = e.id)`,
  ),
  rule(
    'posting_has_entry',
    'postings',
    `SELECT id, format('entry %s does not exist', entry_id) AS detail FROM postings p
     WHERE NOT EXISTS (SELECT FROM journal_entries e WHERE e.id = p.entry_id)`,
  ),
  rule(
    'posting_fits_wallet',
    'postings',
    `SELECT p.id, format('%s on wallet %s in %s', p.currency, p.wallet_id, COALESCE(w.currency, 'nothing')) AS detail
     FROM postings p LEFT JOIN wallets w ON w.id = p.wallet_id
     WHERE p.wallet_id IS NOT NULL AND w.currency IS DISTINCT FROM p.currency`,
  ),
  rule(
    'posting_adds_up',
    'postings',
    `SELECT id, format('%s and %s are not %s', balance_before, amount, balance_after) AS detail FROM postings
     WHERE wallet_id IS NOT NULL AND balance_after IS DISTINCT FROM balance_before + amount`,
  ),
  rule(
    'versions_have_no_gap',
    'postings',
    `SELECT id, format('version %s follows %s in wallet %s', wallet_version, previous, wallet_id) AS detail
     FROM (SELECT id, wallet_id, wallet_version,
         lag(wallet_version, 1, 0::bigint) OVER (PARTITION BY wallet_id ORDER BY wallet_version) AS previous
       FROM postings WHERE wallet_id IS NOT NULL) p
     WHERE wallet_version IS DISTINCT FROM previous + 1`,
  ),
  rule(
    'balances_are_chained',
    'postings',
    `SELECT id, format('starts from %s after %s in wallet %s', balance_before, previous, wallet_id) AS detail
     FROM (SELECT id, wallet_id, balance_before,
         lag(balance_after, 1, 0::numeric) OVER (PARTITION BY wallet_id ORDER BY wallet_version) AS previous
       FROM postings WHERE wallet_id IS NOT NULL) p
     WHERE balance_before IS DISTINCT FROM previous`,
  ),
  rule(
    'wallet_counts_its_postings',
    'wallets',
    `SELECT w.id, format('version %s after %s postings', w.version, COALESCE(p.postings, 0)) AS detail FROM wallets w
     LEFT JOIN (SELECT wallet_id, count(*) AS postings FROM postings GROUP BY wallet_id) p ON p.wallet_id = w.id
     WHERE w.version <> COALESCE(p.postings, 0)`,
  ),
  rule(
    'wallet_balance_is_sum',
    'wallets',
    `SELECT w.id, format('balance %s, its postings sum to %s', w.balance, COALESCE(p.total, 0)) AS detail FROM wallets w
     LEFT JOIN (SELECT wallet_id, sum(amount) AS total FROM postings GROUP BY wallet_id) p ON p.wallet_id = w.id
     WHERE w.balance <> COALESCE(p.total, 0)`,
  ),
  rule(
    'wallet_balance_is_last',
    'wallets',
    `SELECT w.id, format('balance %s, its last posting left %s', w.balance, COALESCE(p.balance_after, 0)) AS detail
     FROM wallets w LEFT JOIN LATERAL (
       SELECT balance_after FROM postings WHERE wallet_id = w.id ORDER BY wallet_version DESC LIMIT 1) p ON true
     WHERE w.balance <> COALESCE(p.balance_after, 0)`,
  ),
  rule(
    'reserved_is_not_negative',
    'wallets',
    `SELECT id, format('reserved %s', reserved) AS detail FROM wallets WHERE reserved < 0`,
  ),
  rule(
    'reserved_is_open_holds',
    'wallets',
    `SELECT w.id, format('reserved %s, its open holds sum to %s', w.reserved, COALESCE(h.total, 0)) AS detail
     FROM wallets w LEFT JOIN (
       SELECT wallet_id, sum(amount) AS total FROM holds o
       WHERE NOT EXISTS (SELECT FROM hold_resolutions r WHERE r.hold_id = o.id) GROUP BY wallet_id
     ) h ON h.wallet_id = w.id
     WHERE w.reserved <> COALESCE(h.total, 0)`,
  ),
  rule(
    'debt_has_a_return',
    'wallets',
    `SELECT id, format('%s available, and nothing ever took more than it had', available) AS detail FROM wallets w
     WHERE available < 0
       AND NOT EXISTS (SELECT FROM postings p WHERE p.wallet_id = w.id AND p.movement_type = 'return')
       AND NOT EXISTS (SELECT FROM refunds f WHERE f.wallet_id = w.id AND (f.origin = 'provider' OR f.corrected_at IS NOT NULL))
       AND NOT EXISTS (SELECT FROM payouts p WHERE p.wallet_id = w.id AND p.corrected_at IS NOT NULL)`,
  ),
  rule(
    'hold_fits_wallet',
    'holds',
    `SELECT h.id, format('%s on wallet %s in %s', h.currency, h.wallet_id, COALESCE(w.currency, 'nothing')) AS detail
     FROM holds h LEFT JOIN wallets w ON w.id = h.wallet_id WHERE w.currency IS DISTINCT FROM h.currency`,
  ),
  rule(
    'resolution_has_hold',
    'hold_resolutions',
    `SELECT hold_id AS id, format('%s a hold that does not exist', outcome) AS detail FROM hold_resolutions r
     WHERE NOT EXISTS (SELECT FROM holds h WHERE h.id = r.hold_id)`,
  ),
  rule(
    'capture_took_the_hold',
    'hold_resolutions',
    `SELECT h.id, format('%s were held, entry %s took %s', h.amount, r.entry_id, COALESCE(p.taken, 0)) AS detail
     FROM hold_resolutions r JOIN holds h ON h.id = r.hold_id LEFT JOIN (
       SELECT entry_id, wallet_id, -sum(amount) AS taken FROM postings WHERE wallet_id IS NOT NULL
       GROUP BY entry_id, wallet_id
     ) p ON p.entry_id = r.entry_id AND p.wallet_id = h.wallet_id
     WHERE r.outcome = 'captured' AND h.amount <> COALESCE(p.taken, 0)`,
  ),
  // A row of totals has no id; its key stands in for one.
  rule(
    'totals_match_postings',
    'wallet_totals',
    `SELECT format('%s %s %s', wallet_id, movement_type, CASE WHEN visible THEN 'visible' ELSE 'hidden' END) AS id,
       format('%s, its postings: %s',
         CASE WHEN t.total_in IS NULL THEN 'missing'
           ELSE format('in %s (%s), out %s (%s)', t.total_in, t.count_in, t.total_out, t.count_out) END,
         CASE WHEN p.total_in IS NULL THEN 'none'
           ELSE format('in %s (%s), out %s (%s)', p.total_in, p.count_in, p.total_out, p.count_out) END) AS detail
     FROM wallet_totals t FULL JOIN (
       SELECT wallet_id, movement_type, visible,
         COALESCE(sum(amount) FILTER (WHERE amount > 0), 0) AS total_in, count(*) FILTER (WHERE amount > 0) AS count_in,
         COALESCE(-sum(amount) FILTER (WHERE amount < 0), 0) AS total_out,
         count(*) FILTER (WHERE amount < 0) AS count_out
       FROM postings WHERE wallet_id IS NOT NULL GROUP BY wallet_id, movement_type, visible
     ) p USING (wallet_id, movement_type, visible)
     WHERE (t.total_in, t.count_in, t.total_out, t.count_out)
       IS DISTINCT FROM (p.total_in, p.count_in, p.total_out, p.count_out)`,
  ),
  DAYS_MATCH_POSTINGS,
  rule(
    'only_fees_are_hidden',
    'postings',
    `SELECT id, format('%s is %s', movement_type, CASE WHEN visible THEN 'visible' ELSE 'hidden' END) AS detail
     FROM postings WHERE wallet_id IS NOT NULL AND visible IS DISTINCT FROM (movement_type NOT IN (${HIDDEN}))`,
  ),
  rule(
    'entry_key_is_unique',
    'journal_entries',
    `SELECT e.id, format('the key %s belongs to another entry too', e.idempotency_key) AS detail FROM journal_entries e
     JOIN (SELECT idempotency_key FROM journal_entries GROUP BY idempotency_key HAVING count(*) > 1) k
       ON k.idempotency_key = e.idempotency_key`,
  ),
  digitsRule('posting_fits_its_currency', 'postings', ['amount', 'balance_before', 'balance_after']),
  digitsRule('wallet_fits_its_currency', 'wallets', ['balance', 'reserved']),
  digitsRule('hold_fits_its_currency', 'holds', ['amount']),
  // No single row violates this rule, so the id is the currency.
  rule(
    'currency_sums_to_zero',
    'wallets',
    `SELECT currency AS id, format('%s left over', sum(amount)) AS detail
     FROM (SELECT currency, balance AS amount FROM wallets
       UNION ALL SELECT currency, amount FROM postings WHERE platform_account IS NOT NULL) a
     GROUP BY currency HAVING sum(amount) <> 0`,
  ),
];
