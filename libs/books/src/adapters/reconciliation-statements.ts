import { statement } from '@app/platform';

/** What the id of a fact about a payment begins with, which is the provider's name of the payment. */
const PAYMENT_OF_FACT = `regexp_replace(e.notification_id, ':[^:]*$', '')`;

/** What arrived. Money that staff credited is a received payment and a payment exception: the exception counts. */
const PAYMENTS = `
    SELECT 'payment' AS type, p.provider, p.order_id::text AS id, p.payer_currency AS currency, p.payer_amount AS amount,
        COALESCE(p.credited_at, p.created_at) AS at,
        ARRAY[p.id::text, p.provider_reference, p.payment_reference, o.provider_reference] AS refs
      FROM received_payments p JOIN checkout_orders o ON o.id = p.order_id
      WHERE p.status <> 'in_process' AND p.exception_id IS NULL
    UNION ALL
    SELECT 'payment', e.provider, COALESCE(e.order_id, e.id)::text, e.currency, e.amount, e.created_at,
        ARRAY[e.id::text, e.reference, ${PAYMENT_OF_FACT}, p.id::text, p.payment_reference]
      FROM payment_exceptions e LEFT JOIN received_payments p ON p.exception_id = e.id
      WHERE e.amount IS NOT NULL AND e.status <> 'matched'`;

/**
 * What the payer got back. A refund that failed is nothing, also when it had succeeded before: its lines add up to
 * nothing too. Refunds that were made at the provider, those of payment exceptions among them, are named by the order,
 * since the provider does not say which of our records they are.
 */
const REFUNDS = `
    SELECT 'refund', provider, (CASE origin WHEN 'provider' THEN order_id ELSE id END)::text, currency,
        CASE status WHEN 'completed' THEN amount ELSE 0 END, COALESCE(completed_at, failed_at),
        CASE origin WHEN 'provider' THEN ARRAY[id::text, provider_reference, order_reference]
             ELSE ARRAY[provider_reference] END
      FROM refunds WHERE status IN ('completed', 'failed')
    UNION ALL
    SELECT 'refund', e.provider, COALESCE(e.order_id, e.id)::text, e.currency, e.amount, e.resolved_at,
        ARRAY[e.id::text, e.reference, ${PAYMENT_OF_FACT}]
      FROM payment_exceptions e WHERE e.status = 'refunded' AND e.amount IS NOT NULL`;

/** What banks took back of a payment and did not give back: chargebacks, returned debits, exceptions that the rail took back. */
const DISPUTES = `
    SELECT 'dispute', d.provider, p.order_id::text, d.currency, CASE d.status WHEN 'won' THEN d.kept_amount ELSE d.amount END, d.opened_at,
        ARRAY[d.id::text, d.provider_reference]
      FROM disputes d JOIN received_payments p ON p.id = d.received_payment_id
    UNION ALL
    SELECT 'dispute', provider, order_id::text, payer_currency, COALESCE(returned_amount, payer_amount), returned_at,
        ARRAY[]::text[]
      FROM received_payments WHERE status = 'returned'
    UNION ALL
    SELECT 'dispute', provider, COALESCE(order_id, id)::text, currency, amount, resolved_at, ARRAY[]::text[]
      FROM payment_exceptions WHERE status = 'returned' AND amount IS NOT NULL`;

/**
 * Parameters: $1 and $2 the stored and usual names of providers, $3 those that are covered without lines, $4 days, and
 * $5 the limit of a list.
 *
 * `ours` has one row for each order, payout or refund and currency: money that an order received twice is one payment and
 * a payment exception, and both have lines with the reference of the order. `keys` are the references by which a line may
 * name it, without the prefix of our ids. A refund of a payment does not change what its payment line has. The lines of
 * disputes name the payment, and are compared with what is disputed of it, whether or not a dispute is known. Rules 18.4
 * and 18.9.
 */
const COMPARED = `WITH
  names AS (SELECT * FROM unnest($1::text[], $2::text[]) AS n (stored, name)),
  covered AS (SELECT unnest($3::text[]) AS name UNION SELECT provider FROM settlement_lines),
  asked AS (SELECT now() - $4::integer * interval '1 day' AS before),
  records AS (${PAYMENTS}
    UNION ALL
    SELECT 'payout', provider, id::text, destination_currency, destination_amount, completed_at, ARRAY[provider_reference]
      FROM payouts WHERE status = 'completed'
    UNION ALL${REFUNDS}
    UNION ALL${DISPUTES}
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
    SELECT DISTINCT CASE type WHEN 'dispute' THEN 'payment' ELSE type END AS type, provider, id,
        regexp_replace(ref, '^sp-', '') AS key
      FROM named, unnest(refs) AS r (ref) WHERE ref IS NOT NULL
  ),
  matched AS (
    SELECT DISTINCT l.provider, l.id AS line, l.type, k.id, l.currency, l.gross
      FROM settlement_lines l JOIN keys k ON k.provider = l.provider AND k.key = l.subject
        AND k.type = CASE l.type WHEN 'dispute' THEN 'payment' ELSE l.type END
  ),
  settled AS (
    SELECT provider, type, id, currency, CASE type WHEN 'payment' THEN sum(gross) ELSE abs(sum(gross)) END AS amount
      FROM matched GROUP BY 1, 2, 3, 4
  ),
  with_lines AS (SELECT DISTINCT provider, type, id FROM settled),
  missing AS (
    SELECT o.provider, o.currency, o.type, o.id, o.amount, o.at
      FROM ours o CROSS JOIN asked
        LEFT JOIN with_lines w ON w.provider = o.provider AND w.type = o.type AND w.id = o.id
      WHERE w.id IS NULL AND o.amount <> 0 AND o.at < asked.before
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
      WHERE COALESCE(o.amount, 0) <> COALESCE(s.amount, 0)
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
