import { rule, type BooksRule } from './books-rule';

/** Whether or not it was returned, refunded or disputed later. */
const CREDITED = `r.status <> 'in_process'`;

/** The status of a link, and of an order, follows from its own payment; any other belongs to a payment exception. */
export const COLLECTION_RULES: readonly BooksRule[] = [
  rule(
    'paid_link_has_one_payment',
    'payment_links',
    `SELECT l.id, format('%s, with %s payments, %s of them credited', l.status, count(r.id),
       count(r.id) FILTER (WHERE ${CREDITED})) AS detail
     FROM payment_links l LEFT JOIN received_payments r ON r.payment_link_id = l.id AND r.exception_id IS NULL
     WHERE l.status IN ('completed', 'returned')
     GROUP BY l.id, l.status HAVING count(r.id) <> 1 OR count(r.id) FILTER (WHERE ${CREDITED}) <> 1`,
  ),
  rule(
    'unpaid_link_credits_nothing',
    'payment_links',
    `SELECT l.id, format('%s, with payment %s %s', l.status, r.id, r.status) AS detail
     FROM payment_links l JOIN received_payments r ON r.payment_link_id = l.id AND r.exception_id IS NULL
     WHERE l.status NOT IN ('completed', 'returned') AND ${CREDITED}`,
  ),
  rule(
    'returned_link_has_a_returned_payment',
    'payment_links',
    `SELECT l.id, format('%s, with payment %s %s', l.status, r.id, r.status) AS detail
     FROM payment_links l JOIN received_payments r ON r.payment_link_id = l.id AND r.exception_id IS NULL
     WHERE (l.status = 'returned') <> (r.status = 'returned') AND ${CREDITED} AND l.status IN ('completed', 'returned')`,
  ),
  rule(
    'order_status_follows_its_payment',
    'checkout_orders',
    `SELECT o.id, format('%s, with payment %s %s', o.status, COALESCE(r.id::text, 'none'), r.status) AS detail
     FROM checkout_orders o LEFT JOIN received_payments r
       ON r.order_id = o.id AND r.exception_id IS NULL AND ${CREDITED}
     WHERE CASE WHEN r.status = 'returned' THEN 'returned' WHEN r.id IS NOT NULL THEN 'paid' END
       IS DISTINCT FROM CASE WHEN o.status IN ('paid', 'returned') THEN o.status END`,
  ),
  rule(
    'credited_exception_has_one_payment',
    'payment_exceptions',
    `SELECT id, format('credited, with %s payments', payments) AS detail FROM (
       SELECT x.id, COALESCE(a.payments, o.payments, 0) AS payments,
         count(*) FILTER (WHERE a.payments IS NULL) OVER (PARTITION BY x.order_id) AS completing
       FROM payment_exceptions x LEFT JOIN (
         SELECT exception_id, count(*) AS payments FROM received_payments WHERE exception_id IS NOT NULL
         GROUP BY exception_id
       ) a ON a.exception_id = x.id LEFT JOIN (
         SELECT order_id, count(*) AS payments FROM received_payments WHERE exception_id IS NULL GROUP BY order_id
       ) o ON o.order_id = x.order_id
       WHERE x.status = 'credited' AND x.payment_link_id IS NOT NULL AND x.order_id IS NOT NULL
     ) credited WHERE payments <> 1 OR completing > 1`,
  ),
  rule(
    'exception_payment_was_credited',
    'received_payments',
    `SELECT r.id, format('%s, its exception %s is %s', r.status, r.exception_id, COALESCE(x.status, 'missing')) AS detail
     FROM received_payments r LEFT JOIN payment_exceptions x ON x.id = r.exception_id
     WHERE r.exception_id IS NOT NULL AND x.status IS DISTINCT FROM 'credited'`,
  ),
];
