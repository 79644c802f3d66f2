import { sourcesOf } from '@app/kernel';
import { statement } from '@app/platform';
import { ORDER_COLUMNS } from '../../checkout/adapters/order-rows';
import { inList, LINK_COLUMNS } from '../../links/adapters/link-rows';
import { EXCEPTION_TRANSITIONS } from '../domain/payment-exception';

export const RECOGNIZE = statement(
  'settlement.recognize',
  `SELECT o.id IS NOT NULL AS known
     FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS s (provider, reference, position)
     LEFT JOIN checkout_orders o ON o.provider = s.provider AND o.provider_reference = s.reference
    ORDER BY s.position`,
);

// The lock of a link serialises everything about it: its holder settles all that is pending about it. Links are locked
// in the order of ids, as everywhere; the ledger locks the wallets later. An order that was opened while this statement
// waited is missing, and is settled by its own facts.
export const LOCK = statement(
  'settlement.lock',
  `SELECT o.provider, o.provider_reference AS reference
     FROM payment_links l JOIN checkout_orders o ON o.link_id = l.id
    WHERE l.id IN (
      SELECT k.link_id FROM unnest($1::text[], $2::text[]) AS s (provider, reference)
        JOIN checkout_orders k ON k.provider = s.provider AND k.provider_reference = s.reference)
    ORDER BY l.id FOR UPDATE OF l`,
);

/** Exceptions `e` as a list of `ReportedException`. The conditions of the caller follow. */
const REPORTED = `jsonb_agg(jsonb_build_object('id', e.id, 'notificationId', e.notification_id, 'paymentReference', e.payment_reference, 'status', e.status,
                    'amount', e.amount::text, 'currency', e.currency, 'receivedAmount', e.received_amount,
                    'receivedCurrency', e.received_currency, 'orderless', e.order_id IS NULL, 'payment', p.status)
                    ORDER BY e.created_at, e.id)
             FROM payment_exceptions e LEFT JOIN received_payments p ON p.exception_id = e.id`;

export const RECOGNIZE_EXCEPTIONS = statement(
  'settlement.recognize-exceptions',
  `SELECT EXISTS (SELECT FROM payment_exceptions e
                   WHERE e.provider = s.provider AND e.reference = s.reference AND e.order_id IS NULL) AS known
     FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS s (provider, reference, position)
    ORDER BY s.position`,
);

export const LOCK_EXCEPTIONS = statement(
  'settlement.lock-exceptions',
  `SELECT FROM payment_exceptions e
     JOIN unnest($1::text[], $2::text[]) AS s (provider, reference)
       ON e.provider = s.provider AND e.reference = s.reference AND e.order_id IS NULL
    ORDER BY e.id FOR UPDATE OF e`,
);

export const READ_EXCEPTIONS = statement(
  'settlement.read-exceptions',
  `SELECT (SELECT ${REPORTED}
            WHERE e.provider = s.provider AND e.reference = s.reference AND e.order_id IS NULL) AS n_exceptions
     FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS s (provider, reference, position)
    ORDER BY s.position`,
);

// A separate statement, since one that has waited for a lock sees every other row as it was before.
export const READ = statement(
  'settlement.read',
  `SELECT n.position AS n_position, ${LINK_COLUMNS}, ${ORDER_COLUMNS},
          (SELECT ${REPORTED}
            WHERE e.provider = n.provider AND e.notification_id = n.id OR e.order_id = o.id
               OR e.provider = n.provider AND e.reference = n.reference AND e.order_id IS NULL) AS n_exceptions,
          CASE WHEN o.status IN ('paid', 'returned') THEN ARRAY(
            SELECT p.payment_reference FROM received_payments p
             WHERE p.order_id = o.id AND p.payment_reference IS NOT NULL AND p.status <> 'in_process') END AS n_credited
     FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS n (provider, id, reference, position)
     JOIN checkout_orders o ON o.provider = n.provider AND o.provider_reference = n.reference
     JOIN payment_links l ON l.id = o.link_id
    ORDER BY n.position`,
);

// An exception that was recorded before its order was known keeps its row, now with the order.
export const RECORD_EXCEPTIONS = statement(
  'settlement.record-exceptions',
  `INSERT INTO payment_exceptions
     (id, provider, notification_id, reference, payment_link_id, order_id, reason, account_id, amount, currency,
      received_amount, received_currency, payment_reference)
   SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::uuid[], $6::uuid[], $7::text[], $8::uuid[],
     $9::numeric[], $10::text[], $11::text[], $12::text[], $13::text[])
   ON CONFLICT (provider, notification_id) DO UPDATE
     SET payment_link_id = EXCLUDED.payment_link_id, order_id = EXCLUDED.order_id, reason = EXCLUDED.reason,
       account_id = EXCLUDED.account_id,
       payment_reference = COALESCE(payment_exceptions.payment_reference, EXCLUDED.payment_reference)
   WHERE payment_exceptions.status IN ${inList(sourcesOf(EXCEPTION_TRANSITIONS, 'match'))}
   RETURNING id, provider, notification_id, amount, currency, received_amount, received_currency, id = ANY ($1::uuid[]) AS is_new`,
);

// If the order has appeared in the meantime, the fact is settled like any other.
export const RECORD_UNKNOWN = statement(
  'settlement.record-unknown',
  `INSERT INTO payment_exceptions (id, provider, notification_id, reference, reason, created_at, amount, currency,
     received_amount, received_currency, payment_reference)
   SELECT $1::uuid, $2, $3, $4, $5, $6::timestamptz, $7::numeric, $8, $9, $10, $11
    WHERE NOT EXISTS (SELECT FROM checkout_orders WHERE provider = $2 AND provider_reference = $4)
   ON CONFLICT (provider, notification_id) DO NOTHING`,
);

export const RESOLVE_EXCEPTIONS = statement(
  'settlement.resolve-exceptions',
  `UPDATE payment_exceptions e SET status = r.status, resolution = r.resolution, resolved_at = now()
     FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) AS r (id, previous, status, resolution)
    WHERE e.id = r.id AND e.status = r.previous`,
);
