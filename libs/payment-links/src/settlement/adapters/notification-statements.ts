import { statement } from '@app/platform';
import { ORDER_COLUMNS } from '../../checkout/adapters/order-rows';
import { LINK_COLUMNS } from '../../links/adapters/link-rows';
import { NOTIFICATION_TYPES } from '../domain/settlement-decision';

// One statement tells the three cases apart: stored now, stored before, or no such order. Rows go in by their key, so that
// two statements with the same ids wait for each other in one order.
export const STORE = statement(
  'notifications.store',
  `WITH given AS (
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::numeric[], $6::text[], $7::text[], $8::text[])
       WITH ORDINALITY AS n (provider, id, type, reference, amount, currency, payer, body, position)
   ), known AS (
     SELECT g.* FROM given g JOIN checkout_orders o ON o.provider = g.provider AND o.provider_reference = g.reference
   ), firsts AS (
     SELECT DISTINCT ON (provider, id) * FROM known ORDER BY provider, id, position
   ), stored AS (
     INSERT INTO provider_notifications (provider, notification_id, type, reference, paid_amount, paid_currency, payer, body)
     SELECT provider, id, type, reference, amount, currency, payer::jsonb, body FROM firsts
     ON CONFLICT (provider, notification_id) DO NOTHING RETURNING provider, notification_id
   )
   SELECT g.position, k.position IS NOT NULL AS known, s.provider IS NOT NULL AS stored
     FROM given g
     LEFT JOIN known k ON k.position = g.position
     LEFT JOIN firsts f ON f.position = g.position
     LEFT JOIN stored s ON s.provider = f.provider AND s.notification_id = f.id
    ORDER BY g.position`,
);

// The lock of the link is what makes everything about it happen one after the other: whoever holds it settles all that
// is pending of it. By id, as everywhere; the wallets follow in the ledger.
export const LOCK_LINKS = statement(
  'notifications.lock-links',
  `SELECT l.id FROM payment_links l
    WHERE l.id IN (
      SELECT o.link_id FROM unnest($1::text[], $2::text[]) AS wanted (provider, id)
        JOIN provider_notifications n ON n.provider = wanted.provider AND n.notification_id = wanted.id
        JOIN checkout_orders o ON o.provider = n.provider AND o.provider_reference = n.reference
       WHERE n.status = 'received')
    ORDER BY l.id FOR UPDATE`,
);

// A statement of its own, since one that has waited for a lock sees every other row as it was before.
export const READ_PENDING = statement(
  'notifications.read-pending',
  `SELECT n.provider AS n_provider, n.notification_id AS n_id, n.type AS n_type, n.reference AS n_reference,
          n.paid_amount AS n_amount, n.paid_currency AS n_currency, n.payer AS n_payer, ${LINK_COLUMNS}, ${ORDER_COLUMNS},
          (SELECT jsonb_agg(jsonb_build_object('id', e.id, 'notificationId', e.notification_id, 'status', e.status,
                    'amount', e.amount::text, 'currency', e.currency, 'payment', p.status) ORDER BY e.created_at)
             FROM payment_exceptions e LEFT JOIN received_payments p ON p.exception_id = e.id
            WHERE e.provider = n.provider AND e.notification_id = n.notification_id OR e.order_id = o.id) AS n_asides
     FROM payment_links l
     JOIN checkout_orders o ON o.link_id = l.id
     JOIN provider_notifications n ON n.provider = o.provider AND n.reference = o.provider_reference
    WHERE l.id = ANY ($1::uuid[]) AND n.status = 'received'
    ORDER BY l.id, array_position(ARRAY[${NOTIFICATION_TYPES.map((type) => `'${type}'`).join(', ')}], n.type),
      n.received_at, n.notification_id`,
);

export const SETTLE_NOTIFICATIONS = statement(
  'notifications.settle',
  `UPDATE provider_notifications n SET status = 'settled', outcome = s.outcome, settled_at = now()
     FROM unnest($1::text[], $2::text[], $3::text[]) AS s (provider, id, outcome)
    WHERE n.provider = s.provider AND n.notification_id = s.id`,
);

// `previous` in the condition: a link that moved in between would leave fewer rows than expected, and that is an error.
export const MOVE_LINKS = statement(
  'notifications.move-links',
  `UPDATE payment_links l SET status = m.status, updated_at = now(),
          current_uses = CASE WHEN m.paid_with IS NULL THEN l.current_uses ELSE 1 END,
          payment_method = COALESCE(m.paid_with, l.payment_method),
          expires_at = CASE WHEN m.status = 'expired' THEN LEAST(l.expires_at, now()) ELSE l.expires_at END
     FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) AS m (id, previous, status, paid_with)
    WHERE l.id = m.id AND l.status = m.previous`,
);

export const MOVE_ORDERS = statement(
  'notifications.move-orders',
  `UPDATE checkout_orders o SET status = m.status, updated_at = now()
     FROM unnest($1::uuid[], $2::text[], $3::text[]) AS m (id, previous, status)
    WHERE o.id = m.id AND o.status = m.previous`,
);

// One that was put aside before its order was known is the same exception, now with the order.
export const PUT_ASIDE = statement(
  'notifications.put-aside',
  `INSERT INTO payment_exceptions
     (id, provider, notification_id, reference, payment_link_id, order_id, reason, amount, currency)
   SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::uuid[], $6::uuid[], $7::text[], $8::numeric[],
     $9::text[])
   ON CONFLICT (provider, notification_id) DO UPDATE
     SET payment_link_id = EXCLUDED.payment_link_id, order_id = EXCLUDED.order_id, reason = EXCLUDED.reason
   WHERE payment_exceptions.status = 'open'
   RETURNING id, provider, notification_id, amount, currency, id = ANY ($1::uuid[]) AS is_new`,
);

export const RESOLVE_ASIDES = statement(
  'notifications.resolve-asides',
  `UPDATE payment_exceptions e SET status = r.status, resolution = r.resolution, resolved_at = now()
     FROM unnest($1::uuid[], $2::text[], $3::text[]) AS r (id, status, resolution)
    WHERE e.id = r.id AND e.status = 'open'`,
);

// The delay doubles from ten seconds to an hour, so that a fault of ours is neither hammered nor forgotten.
export const TAKE_DUE = statement(
  'notifications.take-due',
  `UPDATE provider_notifications n
      SET attempts = attempts + 1,
          next_attempt_at = now() + LEAST(interval '10 seconds' * power(2, LEAST(attempts, 10)), interval '1 hour')
     FROM (SELECT provider, notification_id FROM provider_notifications
            WHERE status = 'received' AND next_attempt_at <= now()
            ORDER BY next_attempt_at LIMIT $1 FOR UPDATE SKIP LOCKED) due
    WHERE n.provider = due.provider AND n.notification_id = due.notification_id
   RETURNING n.provider, n.notification_id`,
);

export const BACKLOG = statement(
  'notifications.backlog',
  `SELECT count(*) AS pending, COALESCE(EXTRACT(EPOCH FROM now() - min(received_at)), 0) AS oldest,
          (SELECT count(*) FROM payment_exceptions WHERE status = 'open') AS open_exceptions
     FROM provider_notifications WHERE status = 'received'`,
);
