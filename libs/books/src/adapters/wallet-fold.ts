import { statement } from '@app/platform';
import { NOTE } from './proof-batch';

/** The rules that a wallet's history proves step by step, each step from where the one before it ended. */
export const FOLDED_RULES: ReadonlySet<string> = new Set([
  'versions_have_no_gap',
  'balances_are_chained',
  'wallet_counts_its_postings',
  'wallet_balance_is_sum',
  'wallet_balance_is_last',
  'totals_match_postings',
  'days_match_postings',
]);

/**
 * Where wallets stand, and the next postings of each. The days of a wallet whose time zone has changed are others from its
 * first posting on.
 */
const STEP = `
  given AS MATERIALIZED (
    SELECT s.id, b.*, w.currency, w.version AS now_version, w.balance AS now_balance, w.time_zone
    FROM jsonb_to_recordset($2::text::jsonb) AS s (id uuid, version bigint, count bigint, balance numeric, last numeric,
      day date, zone text, totals jsonb) LEFT JOIN wallets w ON w.id = s.id CROSS JOIN LATERAL (
        SELECT s.version, s.count, s.balance, s.last, s.day, s.totals WHERE s.zone IS NOT DISTINCT FROM w.time_zone
        UNION ALL SELECT 0, 0, 0, 0, NULL, '[]' WHERE s.zone IS DISTINCT FROM w.time_zone) b
  ), news AS MATERIALIZED (
    SELECT p.*, lag(p.wallet_version, 1, g.version) OVER w AS previous_version,
      lag(p.balance_after, 1, g.last) OVER w AS previous_balance,
      GREATEST(g.day, max((p.created_at AT TIME ZONE g.time_zone)::date) OVER w) AS day
    FROM given g CROSS JOIN LATERAL (SELECT * FROM postings p WHERE p.wallet_id = g.id AND p.wallet_version > g.version
      ORDER BY p.wallet_version LIMIT $3) p
    WINDOW w AS (PARTITION BY p.wallet_id ORDER BY p.wallet_version)
  ), sums AS MATERIALIZED (
    SELECT wallet_id, count(*) AS postings, sum(amount) AS change, max(wallet_version) AS version, max(day) AS day,
      (array_agg(balance_after ORDER BY wallet_version DESC))[1] AS last, array_agg(entry_id) FILTER (WHERE $4) AS entries
    FROM news GROUP BY wallet_id
  ), ends AS MATERIALIZED (
    SELECT g.id, g.currency, g.time_zone, g.now_version, g.now_balance, g.day AS from_day,
      COALESCE(s.version, g.version) AS version, g.count + COALESCE(s.postings, 0) AS count,
      g.balance + COALESCE(s.change, 0) AS balance, CASE WHEN s.wallet_id IS NULL THEN g.last ELSE s.last END AS last,
      COALESCE(s.day, g.day) AS day, s.entries, COALESCE(s.postings, 0) < $3 AS complete
    FROM given g LEFT JOIN sums s ON s.wallet_id = g.id
  )`;

const TOTALS = `
  totals AS MATERIALIZED (
    SELECT id, movement_type, visible, sum(total_in) AS total_in, sum(count_in)::bigint AS count_in,
      sum(total_out) AS total_out, sum(count_out)::bigint AS count_out
    FROM (
      SELECT g.id, t.* FROM given g, jsonb_to_recordset(g.totals) AS t (movement_type text, visible boolean,
        total_in numeric, count_in bigint, total_out numeric, count_out bigint)
      UNION ALL
      SELECT wallet_id, movement_type, visible, COALESCE(sum(amount) FILTER (WHERE amount > 0), 0),
        count(*) FILTER (WHERE amount > 0), COALESCE(-sum(amount) FILTER (WHERE amount < 0), 0),
        count(*) FILTER (WHERE amount < 0)
      FROM news GROUP BY wallet_id, movement_type, visible
    ) t GROUP BY id, movement_type, visible
  ), stored_totals AS MATERIALIZED (
    SELECT t.* FROM ends e CROSS JOIN LATERAL (SELECT * FROM wallet_totals t WHERE t.wallet_id = e.id OFFSET 0) t
    WHERE e.complete
  ), complete_totals AS MATERIALIZED (
    SELECT t.* FROM totals t JOIN ends e ON e.id = t.id WHERE e.complete AND e.currency IS NOT NULL
  )`;

/** The rows of `wallet_days` that the postings of the step begin, from the figures before it. */
const DAYS = `
  begun AS MATERIALIZED (
    SELECT wallet_id, day, start_in + sum(day_in) OVER w - day_in AS total_in,
      start_out + sum(day_out) OVER w - day_out AS total_out, start_balance + sum(change) OVER w - change AS balance, from_day
    FROM (
      SELECT n.wallet_id, n.day, COALESCE(sum(n.amount) FILTER (WHERE n.visible AND n.amount > 0), 0) AS day_in,
        COALESCE(-sum(n.amount) FILTER (WHERE n.visible AND n.amount < 0), 0) AS day_out, sum(n.amount) AS change
      FROM news n WHERE n.day IS NOT NULL GROUP BY n.wallet_id, n.day
    ) d JOIN (
      SELECT g.id, g.day AS from_day, g.balance AS start_balance,
        COALESCE(sum(t.total_in) FILTER (WHERE t.visible), 0) AS start_in,
        COALESCE(sum(t.total_out) FILTER (WHERE t.visible), 0) AS start_out
      FROM given g LEFT JOIN LATERAL jsonb_to_recordset(g.totals) AS t (visible boolean, total_in numeric,
        total_out numeric) ON true GROUP BY g.id, g.day, g.balance
    ) s ON s.id = d.wallet_id
    WINDOW w AS (PARTITION BY wallet_id ORDER BY day)
  ), new_days AS MATERIALIZED (
    SELECT * FROM begun WHERE from_day IS NULL OR day > from_day
  ), stored_days AS MATERIALIZED (
    SELECT d.* FROM ends e CROSS JOIN LATERAL (SELECT * FROM wallet_days d WHERE d.wallet_id = e.id
      AND d.day > COALESCE(e.from_day, '-infinity'::date) AND (e.complete OR d.day <= e.day) OFFSET 0) d
  )`;

const violation = (rule: string, id: string, detail: string, from: string) =>
  `(SELECT '${rule}' AS rule, ${id}::text AS id, ${detail} AS detail FROM ${from} LIMIT $1)`;

const VIOLATIONS = [
  violation(
    'versions_have_no_gap',
    'id',
    `format('version %s follows %s in wallet %s', wallet_version, previous_version, wallet_id)`,
    `news WHERE wallet_version IS DISTINCT FROM previous_version + 1`,
  ),
  violation(
    'balances_are_chained',
    'id',
    `format('starts from %s after %s in wallet %s', balance_before, previous_balance, wallet_id)`,
    `news WHERE balance_before IS DISTINCT FROM previous_balance`,
  ),
  violation(
    'wallet_counts_its_postings',
    'id',
    `format('version %s after %s postings', now_version, count)`,
    `ends WHERE complete AND now_version <> count`,
  ),
  violation(
    'wallet_balance_is_sum',
    'id',
    `format('balance %s, its postings sum to %s', now_balance, balance)`,
    `ends WHERE complete AND now_balance <> balance`,
  ),
  violation(
    'wallet_balance_is_last',
    'id',
    `format('balance %s, its last posting left %s', now_balance, COALESCE(last, 0))`,
    `ends WHERE complete AND now_balance <> COALESCE(last, 0)`,
  ),
  violation(
    'totals_match_postings',
    `format('%s %s %s', wallet_id, movement_type, CASE WHEN visible THEN 'visible' ELSE 'hidden' END)`,
    `format('%s, its postings: %s',
       CASE WHEN t.total_in IS NULL THEN 'missing'
         ELSE format('in %s (%s), out %s (%s)', t.total_in, t.count_in, t.total_out, t.count_out) END,
       CASE WHEN p.total_in IS NULL THEN 'none'
         ELSE format('in %s (%s), out %s (%s)', p.total_in, p.count_in, p.total_out, p.count_out) END)`,
    `stored_totals t FULL JOIN (SELECT id AS wallet_id, * FROM complete_totals) p USING (wallet_id, movement_type, visible)
     WHERE (t.total_in, t.count_in, t.total_out, t.count_out)
       IS DISTINCT FROM (p.total_in, p.count_in, p.total_out, p.count_out)`,
  ),
  violation(
    'days_match_postings',
    `format('%s %s', wallet_id, day)`,
    `format('%s, its postings: %s',
       CASE WHEN d.balance IS NULL THEN 'missing'
         ELSE format('in %s, out %s, balance %s', d.total_in, d.total_out, d.balance) END,
       CASE WHEN p.balance IS NULL THEN 'none'
         ELSE format('in %s, out %s, balance %s', p.total_in, p.total_out, p.balance) END)`,
    `stored_days d FULL JOIN new_days p USING (wallet_id, day)
     WHERE (d.total_in, d.total_out, d.balance) IS DISTINCT FROM (p.total_in, p.total_out, p.balance)`,
  ),
];

// Amounts are texts: a number of JSON is not exact.
const STATE = `
  SELECT '${NOTE.wallet}', e.id::text, jsonb_build_object('id', e.id, 'version', e.version, 'count', e.count,
      'balance', e.balance::text, 'last', e.last::text, 'day', e.day, 'zone', e.time_zone, 'complete', e.complete,
      'totals', COALESCE((SELECT jsonb_agg(jsonb_build_object('movement_type', t.movement_type, 'visible', t.visible,
        'total_in', t.total_in::text, 'count_in', t.count_in, 'total_out', t.total_out::text, 'count_out', t.count_out)
        ORDER BY t.movement_type, t.visible) FROM totals t WHERE t.id = e.id), '[]'),
      'entries', to_jsonb(e.entries))::text
  FROM ends e`;

const LEFT = `
  SELECT '${NOTE.left}', currency, sum(now_balance - balance)::text FROM ends
  WHERE complete AND currency IS NOT NULL AND now_balance <> balance GROUP BY currency`;

/**
 * Proves the next `$3` postings of each wallet in the list `$2` from where the wallet stands, and the wallet itself once
 * there are no more; says where it stands then, with the ids of the entries if `$4`. At most `$1` violations of each rule.
 */
export const PROVE_WALLETS = statement(
  'books.prove-history',
  `WITH ${STEP}, ${TOTALS}, ${DAYS} ${[...VIOLATIONS, `(${STATE})`, `(${LEFT})`].join(' UNION ALL ')}`,
);
