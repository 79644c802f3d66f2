import { statement } from '@app/platform';

/**
 * Parameters: $1 and $2 the stored and usual names of providers, $3 those that are covered without lines, $4 days, and
 * $5 the limit of a list.
 *
 * `ours` has one row for each order, payout or refund and currency: money that an order received twice is one payment and
 * a payment exception, and both have lines with the reference of the order. `keys` are the references by which a line may
 * name it, without the prefix of our ids. A refund of a payment does not change what its payment line has.
 */
const COMPARED = `WITH
  names AS (SELECT * FROM unnest($1::text[], $2::text[]) AS n (stored, name)),
  covered AS (SELECT unnest($3::text[]) AS name UNION SELECT provider FROM settlement_lines),
  asked AS (SELECT now() - $4::integer * interval '1 day' AS before),
  records AS (
    SELECT 'payment' AS type, p.provider, p.order_id::text AS id, p.payer_currency AS currency, p.payer_amount AS amount,
        COALESCE(p.credited_at, p.created_at) AS at,
        ARRAY[p.id::text, p.provider_reference, p.payment_reference, o.provider_reference] AS refs
      FROM received_payments p JOIN checkout_orders o ON o.id = p.order_id
      WHERE p.status <> 'in_process' AND p.exception_id IS NULL
    UNION ALL
    SELECT 'payment', e.provider, COALESCE(e.order_id, e.id)::text, e.currency, e.amount, e.created_at,
        ARRAY[e.id::text, e.reference]
      FROM payment_exceptions e WHERE e.amount IS NOT NULL AND e.status <> 'matched'
    UNION ALL
    SELECT 'payout', provider, id::text, destination_currency, destination_amount, completed_at, ARRAY[provider_reference]
      FROM payouts WHERE status = 'completed'
    UNION ALL
    SELECT 'refund', provider, id::text, currency, amount, completed_at, ARRAY[provider_reference]
      FROM refunds WHERE status = 'completed'
  ),
  named AS (
    SELECT r.type, COALESCE(n.name, r.provider) AS provider, r.id, r.currency, r.amount, r.at, r.refs || r.id AS refs
      FROM records r LEFT JOIN names n ON n.stored = r.provider
      WHERE COALESCE(n.name, r.provider) IN (SELECT name FROM covered)
  ),
  ours AS (
    SELECT type, provider, id, currency, sum(amount) AS amount, min(at) AS at FROM named GROUP BY 1, 2, 3, 4
  ),
  keys AS (
    SELECT DISTINCT type, provider, id, regexp_replace(ref, '^sp-', '') AS key
      FROM named, unnest(refs) AS r (ref) WHERE ref IS NOT NULL
  ),
  matched AS (
    SELECT DISTINCT l.provider, l.id AS line, l.type AS line_type, k.type, k.id, l.currency, l.gross
      FROM settlement_lines l JOIN keys k ON k.provider = l.provider AND k.key = l.subject
        AND k.type = CASE l.type WHEN 'dispute' THEN 'payment' ELSE l.type END
  ),
  settled AS (
    SELECT provider, type, id, currency,
        CASE type WHEN 'payment' THEN sum(gross) ELSE abs(sum(gross)) END AS amount
      FROM matched WHERE line_type = type GROUP BY 1, 2, 3, 4
  ),
  with_lines AS (SELECT DISTINCT provider, type, id FROM settled),
  missing AS (
    SELECT o.provider, o.currency, o.type, o.id, o.amount, o.at
      FROM ours o CROSS JOIN asked
        LEFT JOIN with_lines w ON w.provider = o.provider AND w.type = o.type AND w.id = o.id
      WHERE w.id IS NULL AND o.at < asked.before
  ),
  unknown AS (
    SELECT l.provider, l.currency, l.type, l.id, l.reference, l.gross AS amount, l.settled_at AS at
      FROM settlement_lines l LEFT JOIN matched m ON m.provider = l.provider AND m.line = l.id
      WHERE m.line IS NULL AND l.type IN ('payment', 'payout', 'refund', 'dispute')
  ),
  differing AS (
    SELECT w.provider, COALESCE(o.currency, s.currency) AS currency, w.type, w.id, o.amount AS ours, s.amount AS lines
      FROM (SELECT o.* FROM ours o JOIN with_lines w ON w.provider = o.provider AND w.type = o.type AND w.id = o.id) o
        FULL JOIN settled s
          ON s.provider = o.provider AND s.type = o.type AND s.id = o.id AND s.currency = o.currency
        JOIN with_lines w ON w.provider = COALESCE(o.provider, s.provider) AND w.type = COALESCE(o.type, s.type)
          AND w.id = COALESCE(o.id, s.id)
      WHERE o.amount IS DISTINCT FROM s.amount
  )`;

export const TOTALS = statement(
  'reconciliation.totals',
  `${COMPARED}
   SELECT provider, currency, sum(missing) AS missing, sum(unknown) AS unknown, sum(differing) AS differing,
       sum(fees) AS fees
     FROM (
       SELECT provider, currency, 1 AS missing, 0 AS unknown, 0 AS differing, 0::numeric AS fees FROM missing
       UNION ALL SELECT provider, currency, 0, 1, 0, 0 FROM unknown
       UNION ALL SELECT provider, currency, 0, 0, 1, 0 FROM differing
       UNION ALL SELECT provider, currency, 0, 0, 0, sum(fee) FROM settlement_lines GROUP BY 1, 2
     ) AS open
     GROUP BY 1, 2 ORDER BY 1, 2`,
);

export const MISSING = statement(
  'reconciliation.missing',
  `${COMPARED} SELECT * FROM missing ORDER BY provider, currency, at, type, id LIMIT $5`,
);

export const UNKNOWN = statement(
  'reconciliation.unknown',
  `${COMPARED} SELECT * FROM unknown ORDER BY provider, currency, at, id LIMIT $5`,
);

export const DIFFERING = statement(
  'reconciliation.differing',
  `${COMPARED} SELECT * FROM differing ORDER BY provider, currency, type, id LIMIT $5`,
);
