import { sourcesOf, targetOf } from '@app/kernel';
import { statement } from '@app/platform';
import { inList, LINK_COLUMNS } from '../../links/adapters/link-rows';
import { TRANSITIONS } from '../../links/domain/payment-link';
import { ORDER_TRANSITIONS } from '../domain/checkout-order';
import { CHECKOUT_ORDERS, ORDER_COLUMNS } from './order-rows';

const EXPIRED = targetOf(TRANSITIONS, 'expire');
const EXPIRABLE = {
  links: inList(sourcesOf(TRANSITIONS, 'expire')),
  orders: inList(sourcesOf(ORDER_TRANSITIONS, 'expire')),
};
const CLOSED = targetOf(ORDER_TRANSITIONS, 'close');
const CONFIRMED = targetOf(ORDER_TRANSITIONS, 'confirm');
const CONFIRMABLE = {
  links: inList(sourcesOf(TRANSITIONS, 'confirm_debit')),
  orders: inList(sourcesOf(ORDER_TRANSITIONS, 'confirm').filter((status) => status !== CONFIRMED)),
};
const OPENABLE = inList(sourcesOf(TRANSITIONS, 'open_order'));
const SUPERSEDABLE = inList(sourcesOf(ORDER_TRANSITIONS, 'supersede'));
/** Orders that determine the status of their link. */
const DECISIVE = inList((['confirm', 'pay', 'return'] as const).map((event) => targetOf(ORDER_TRANSITIONS, event)));

// What staff credited as the link's own payment has no payment of its own, and is left out.
const ARRIVED = `SELECT e.id, e.amount::text, e.currency, e.received_amount, e.received_currency, e.created_at,
          CASE WHEN p.status = 'returned' THEN p.status ELSE e.status END AS status
     FROM payment_exceptions e LEFT JOIN received_payments p ON p.exception_id = e.id
    WHERE e.payment_link_id = l.id AND e.status <> 'matched' AND (e.status <> 'credited' OR p.id IS NOT NULL)
    ORDER BY e.created_at, e.id LIMIT 20`;

export const FIND = statement(
  'checkout.find',
  `SELECT ${LINK_COLUMNS}, ${ORDER_COLUMNS},
          (SELECT jsonb_agg(to_jsonb(a) ORDER BY a.created_at, a.id) FROM (${ARRIVED}) a) AS arrived
     FROM payment_links l
     LEFT JOIN LATERAL (SELECT * FROM checkout_orders WHERE link_id = l.id
                         ORDER BY (status IN ${DECISIVE}) DESC, (status IN ${EXPIRABLE.orders}) DESC, created_at DESC
                         LIMIT 1) o ON true
    WHERE l.id = ANY ($1::uuid[])`,
);

// The update of the row makes concurrent payers count one after the other, each from what the one before has written.
const UP_TO_LIMITS = `ON CONFLICT (link_id) DO UPDATE SET opened_at = o.opened_at || $2::timestamptz
   WHERE cardinality(o.opened_at) < $3::integer
     AND (SELECT count(*) FROM unnest(o.opened_at) AS t (at) WHERE t.at > $5::timestamptz) < $4::integer`;

export const COUNT_OPENING = statement(
  'checkout.count-opening',
  `INSERT INTO checkout_openings AS o (link_id, opened_at) VALUES ($1, ARRAY[$2::timestamptz]) ${UP_TO_LIMITS}`,
);

// The foreign key of a new row waits for a transaction that has locked the link.
export const COUNT_OPENINGS = statement(
  'checkout.count-openings',
  `WITH free AS (
     SELECT id FROM payment_links WHERE id = ANY ($1::uuid[]) ORDER BY id FOR KEY SHARE SKIP LOCKED
   )
   INSERT INTO checkout_openings AS o (link_id, opened_at) SELECT id, ARRAY[$2::timestamptz] FROM free ${UP_TO_LIMITS}
   RETURNING link_id`,
);

const ORDER_INTO = `INSERT INTO checkout_orders (${CHECKOUT_ORDERS.names})`;
const parameter = CHECKOUT_ORDERS.parameter.bind(CHECKOUT_ORDERS);

export const LOCK_LINK = statement('checkout.lock-link', 'SELECT id FROM payment_links WHERE id = $1 FOR UPDATE');

// Two payers who choose at the same time queue on the link's row. The second does not see the order of the first, which
// did not exist when its statement began, and violates the constraint of one open order per link. Counting the
// superseded orders makes that update run before the insert.
export const OPEN = statement(
  'checkout.open',
  `WITH chosen AS (
     UPDATE payment_links l
        SET expires_at = ${parameter('expires_at')}, payment_method = ${parameter('method')}, updated_at = now()
      WHERE id = ${parameter('link_id')} AND status IN ${OPENABLE} RETURNING ${LINK_COLUMNS}
   ), superseded AS (
     UPDATE checkout_orders SET status = '${targetOf(ORDER_TRANSITIONS, 'supersede')}', updated_at = now()
      WHERE link_id = (SELECT id FROM chosen) AND status IN ${SUPERSEDABLE}
     RETURNING 1
   ), opened AS (
     ${ORDER_INTO}
     SELECT ${CHECKOUT_ORDERS.values} FROM chosen WHERE (SELECT count(*) FROM superseded) >= 0
   )
   SELECT * FROM chosen`,
);

// Takes one of two orders for the same link. Another order may have been opened since the statement began, as above.
export const OPEN_FREE = statement(
  'checkout.open-free',
  `WITH given AS (
     SELECT * FROM ${CHECKOUT_ORDERS.rows('n')}
   ), free AS MATERIALIZED (
     SELECT id FROM payment_links
      WHERE id = ANY (${CHECKOUT_ORDERS.array('link_id')}) AND status IN ${OPENABLE} FOR NO KEY UPDATE SKIP LOCKED
   ), chosen AS (
     UPDATE payment_links l SET expires_at = given.expires_at, payment_method = given.method, updated_at = now()
       FROM free JOIN given ON given.link_id = free.id WHERE l.id = free.id RETURNING l.id AS link_id, given.id AS order_id
   ), superseded AS (
     UPDATE checkout_orders SET status = '${targetOf(ORDER_TRANSITIONS, 'supersede')}', updated_at = now()
      WHERE link_id IN (SELECT link_id FROM chosen) AND status IN ${SUPERSEDABLE} RETURNING 1
   ), opened AS (
     ${ORDER_INTO}
     SELECT given.* FROM given JOIN chosen ON chosen.order_id = given.id WHERE (SELECT count(*) FROM superseded) >= 0
   )
   SELECT order_id FROM chosen`,
);

export const INSERT = statement('checkout.insert', `${ORDER_INTO} VALUES (${CHECKOUT_ORDERS.values})`);

// The caller has locked the link. A debit that its rail has already submitted is in transit, and only needs the
// account: its payer has nothing left to do.
export const CONFIRM = statement(
  'checkout.confirm',
  `WITH confirmed AS (
     UPDATE checkout_orders o SET status = '${CONFIRMED}', debit = $3, updated_at = now(),
         instructions = CASE WHEN l.status IN ${CONFIRMABLE.links} THEN COALESCE($4::jsonb, o.instructions)
                             ELSE o.instructions END
       FROM payment_links l
      WHERE o.id = $2 AND o.debit IS NULL AND l.id = $1 AND l.id = o.link_id
        AND (l.status IN ${CONFIRMABLE.links} AND o.status IN ${CONFIRMABLE.orders}
          OR l.status = '${targetOf(TRANSITIONS, 'submit_debit')}' AND o.status = '${CONFIRMED}')
     RETURNING o.link_id
   )
   UPDATE payment_links l
      SET status = CASE WHEN l.status IN ${CONFIRMABLE.links} THEN '${targetOf(TRANSITIONS, 'confirm_debit')}'
                        ELSE l.status END,
          updated_at = now()
     FROM confirmed WHERE l.id = confirmed.link_id RETURNING ${LINK_COLUMNS}`,
);

// Terms change only when staff credit an amount other than the agreed one, or at another rate. The first ones are kept.
export const SAVE = statement(
  'checkout.save',
  `UPDATE checkout_orders o SET status = m.status, updated_at = now(),
       terms = CASE WHEN m.terms IS NULL THEN o.terms
         ELSE m.terms::jsonb || jsonb_build_object('agreed', COALESCE(o.terms -> 'agreed', o.terms)) END
     FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) AS m (id, previous, status, terms)
    WHERE o.id = m.id AND o.status = m.previous`,
);

export const CLOSE = statement(
  'checkout.close',
  `UPDATE checkout_orders SET status = '${CLOSED}', updated_at = now()
    WHERE link_id = ANY ($1::uuid[]) AND status IN ${inList(sourcesOf(ORDER_TRANSITIONS, 'close'))}`,
);

// SKIP LOCKED: does not wait for a link that is being paid, since it will not be due afterwards. The orders are locked
// too, which reads each of them again: an order that the payer has just replaced must not expire its link. An order that
// a process of an earlier version left open with a closed link is closed, so that it is not due again.
export const EXPIRE_DUE = statement(
  'checkout.expire-due',
  `WITH due AS (
     SELECT o.id AS order_id, o.provider AS order_provider, o.provider_reference AS order_reference, l.id AS link_id,
       l.status IN ${EXPIRABLE.links} AS expires
       FROM checkout_orders o JOIN payment_links l ON l.id = o.link_id
      WHERE o.status IN ${EXPIRABLE.orders} AND o.expires_at <= now()
      ORDER BY o.expires_at LIMIT $1 FOR UPDATE OF l, o SKIP LOCKED
   ), expired AS (
     UPDATE checkout_orders o
        SET status = CASE WHEN expires THEN '${targetOf(ORDER_TRANSITIONS, 'expire')}' ELSE '${CLOSED}' END,
            updated_at = now()
       FROM due WHERE o.id = due.order_id
   )
   UPDATE payment_links l SET status = '${EXPIRED}', updated_at = now()
     FROM due WHERE l.id = due.link_id AND expires AND l.status IN ${EXPIRABLE.links}
   RETURNING ${LINK_COLUMNS}, order_provider, order_reference`,
);
