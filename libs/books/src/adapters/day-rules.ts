import { rule, type BooksRule } from './books-rule';

/**
 * The rows that `wallet_days` has while the books are right, derived from the postings and the zones of their wallets, in
 * the order of its columns. A posting that a clock set back dates before the one that it follows belongs to the day of that one.
 */
export const DAYS_OF_POSTINGS = `
  SELECT wallet_id, day, sum(day_in) OVER w - day_in AS total_in, sum(day_out) OVER w - day_out AS total_out,
    sum(change) OVER w - change AS balance
  FROM (
    SELECT wallet_id, day, COALESCE(sum(amount) FILTER (WHERE visible AND amount > 0), 0) AS day_in,
      COALESCE(-sum(amount) FILTER (WHERE visible AND amount < 0), 0) AS day_out, sum(amount) AS change
    FROM (
      SELECT s.wallet_id, s.visible, s.amount,
        max((s.created_at AT TIME ZONE z.time_zone)::date) OVER (PARTITION BY s.wallet_id ORDER BY s.wallet_version) AS day
      FROM postings s JOIN wallets z ON z.id = s.wallet_id
    ) p
    GROUP BY wallet_id, day
  ) d
  WINDOW w AS (PARTITION BY wallet_id ORDER BY day)`;

// A row has no id; its key stands in for one.
export const DAYS_MATCH_POSTINGS: BooksRule = rule(
  'days_match_postings',
  'wallet_days',
  `SELECT format('%s %s', wallet_id, day) AS id,
     format('%s, its postings: %s',
       CASE WHEN d.balance IS NULL THEN 'missing'
         ELSE format('in %s, out %s, balance %s', d.total_in, d.total_out, d.balance) END,
       CASE WHEN p.balance IS NULL THEN 'none'
         ELSE format('in %s, out %s, balance %s', p.total_in, p.total_out, p.balance) END) AS detail
   FROM wallet_days d FULL JOIN (${DAYS_OF_POSTINGS}) p USING (wallet_id, day)
   WHERE (d.total_in, d.total_out, d.balance) IS DISTINCT FROM (p.total_in, p.total_out, p.balance)`,
);
