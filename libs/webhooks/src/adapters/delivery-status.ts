import type { DeliveryStatus } from '../domain/delivery';

/** Conditions on a delivery `d` and its row `q` in the queue, which it leaves when it ends. */
export const HAS_STATUS: Readonly<Record<DeliveryStatus, string>> = {
  pending: 'q.delivery_id IS NOT NULL',
  failed: 'd.failed_at IS NOT NULL',
  delivered: 'q.delivery_id IS NULL AND d.failed_at IS NULL',
};

/** The status of a delivery `d` with its row `q` in the queue, if it has one. */
export const STATUS = `CASE WHEN ${HAS_STATUS.pending} THEN 'pending' WHEN ${HAS_STATUS.failed} THEN 'failed' ELSE 'delivered' END`;
