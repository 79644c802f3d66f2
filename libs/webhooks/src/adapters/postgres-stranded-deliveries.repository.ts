import type { Tx } from '@app/kernel';
import { Database, keptSince, leastIdAt, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { StrandedDeliveryRepository, type StrandedPage } from '../application/ports';
import type { DeliveryName } from '../domain/delivery';
import { IS_STRANDED } from './delivery-status';

/**
 * Reads the deliveries in the order of the primary key, and for each of them one entry of the key of its attempts. Only those
 * without a success are looked up in the queue.
 */
export const FIND_STRANDED = statement(
  'webhook-stranded.find',
  `WITH page AS MATERIALIZED (
     SELECT id, failed_at FROM webhook_deliveries
     WHERE id > coalesce($1::uuid, ${leastIdAt(keptSince('$2'))})
     ORDER BY id LIMIT $3
   )
   SELECT (SELECT count(*)::int FROM page) AS count, (SELECT id FROM page ORDER BY id DESC LIMIT 1) AS last,
     ARRAY(SELECT d.id::text FROM page d WHERE ${IS_STRANDED}) AS stranded`,
);

/**
 * Skips what another worker or retention has locked. The next statement sees what they did before: a condition here would
 * be checked as of the start of this one.
 */
const LOCK = statement(
  'webhook-stranded.lock',
  `SELECT d.id FROM webhook_deliveries d JOIN webhook_events event ON event.id = d.event_id
   WHERE d.id = ANY ($1::uuid[])
   FOR NO KEY UPDATE OF d SKIP LOCKED FOR KEY SHARE OF event SKIP LOCKED`,
);

/** The attempt after the last one that was recorded is next. */
const QUEUE = statement(
  'webhook-stranded.queue',
  `WITH stranded AS (
     SELECT d.id, d.account_id, d.endpoint_id, event.payment_link_id, event.request_id, event.test
     FROM webhook_deliveries d JOIN webhook_events event ON event.id = d.event_id
     WHERE d.id = ANY ($1::uuid[]) AND ${IS_STRANDED}
   ), queued AS (
     INSERT INTO webhook_queue (delivery_id, account_id, endpoint_id, attempt, single_attempt)
     SELECT id, account_id, endpoint_id,
       coalesce((SELECT max(attempt) FROM webhook_delivery_attempts WHERE delivery_id = stranded.id), 0), test
     FROM stranded
   )
   SELECT id, account_id, endpoint_id, payment_link_id, request_id FROM stranded`,
);

interface PageRow {
  count: number;
  last: string | null;
  stranded: string[];
}

interface QueuedRow {
  id: string;
  account_id: string;
  endpoint_id: string | null;
  payment_link_id: string | null;
  request_id: string | null;
}

@Injectable()
export class PostgresStrandedDeliveryRepository extends StrandedDeliveryRepository {
  constructor(private readonly db: Database) {
    super();
  }

  async find(after: string | undefined, createdWithinMs: number, limit: number): Promise<StrandedPage> {
    const [row] = await this.db.read<PageRow>(FIND_STRANDED, [after ?? null, createdWithinMs, limit]);
    if (!row) throw new Error('the page has no row');
    return { stranded: row.stranded, last: row.count < limit ? undefined : (row.last ?? undefined) };
  }

  async queue(tx: Tx, deliveryIds: readonly string[]): Promise<DeliveryName[]> {
    const locked = await this.db.in(tx).query<{ id: string }>(LOCK, [deliveryIds]);
    const rows = await this.db.in(tx).query<QueuedRow>(QUEUE, [locked.map(({ id }) => id)]);
    return rows.map((row) => ({
      deliveryId: row.id,
      accountId: row.account_id,
      endpointId: row.endpoint_id,
      paymentLinkId: row.payment_link_id,
      requestId: row.request_id,
    }));
  }
}
