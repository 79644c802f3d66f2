import type { DeliveryStatus } from '../domain/delivery';

/**
 * True if the delivery `d` has a successful attempt, otherwise null. The limit keeps PostgreSQL from turning the subquery into a
 * join that reads the whole table.
 */
const SUCCEEDED = `(SELECT true FROM webhook_delivery_attempts WHERE delivery_id = d.id AND error IS NULL LIMIT 1)`;

/**
 * Conditions on a delivery `d` and its row `q` in the queue, which it leaves when it ends. Stranded deliveries are left out of
 * `pending` here: to find them without a bound would be to read all deliveries.
 */
export const HAS_STATUS: Readonly<Record<DeliveryStatus, string>> = {
  pending: 'q.delivery_id IS NOT NULL',
  failed: 'd.failed_at IS NOT NULL',
  delivered: `q.delivery_id IS NULL AND d.failed_at IS NULL AND ${SUCCEEDED}`,
};

/** The status of a delivery `d` with its row `q` in the queue, if it has one. Only an attempt makes it delivered. Rule 13.18. */
export const STATUS = `CASE WHEN ${HAS_STATUS.pending} THEN 'pending' WHEN ${HAS_STATUS.failed} THEN 'failed'
  WHEN ${SUCCEEDED} THEN 'delivered' ELSE 'pending' END`;

/** Whether a delivery `d` has not ended, and is not in the queue either. */
export const IS_STRANDED = `d.failed_at IS NULL AND ${SUCCEEDED} IS NULL
  AND (SELECT true FROM webhook_queue WHERE delivery_id = d.id LIMIT 1) IS NULL`;
