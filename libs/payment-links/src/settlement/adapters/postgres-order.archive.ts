import type { Tx } from '@app/kernel';
import { Database, keptSince, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { UNPAID_STATUSES } from '../../checkout/domain/checkout-order';
import { inList } from '../../links/adapters/link-rows';
import { OrderArchive, type UnpaidOrder } from '../application/ports';

/** The statuses must be those of `checkout_orders_unpaid_idx`. A link that is being settled is skipped. */
export const LOCK_UNPAID = statement(
  'order-archive.lock-unpaid',
  `SELECT o.id, o.provider, o.provider_reference AS reference
     FROM checkout_orders o JOIN payment_links l ON l.id = o.link_id
    WHERE o.status IN ${inList(UNPAID_STATUSES)} AND o.created_at < ${keptSince('$1')}
      AND NOT EXISTS (SELECT FROM received_payments p WHERE p.order_id = o.id)
      AND NOT EXISTS (SELECT FROM payment_exceptions e WHERE e.order_id = o.id)
    ORDER BY o.created_at LIMIT $2 FOR UPDATE OF l, o SKIP LOCKED`,
);

const DELETE = statement('order-archive.delete', 'DELETE FROM checkout_orders WHERE id = ANY ($1::uuid[])');

@Injectable()
export class PostgresOrderArchive extends OrderArchive {
  constructor(private readonly db: Database) {
    super();
  }

  lockUnpaid(tx: Tx, olderThanMs: number, limit: number): Promise<UnpaidOrder[]> {
    return this.db.in(tx).query<UnpaidOrder & Record<string, unknown>>(LOCK_UNPAID, [olderThanMs, limit]);
  }

  async delete(tx: Tx, ids: readonly string[]): Promise<void> {
    await this.db.in(tx).execute(DELETE, [ids]);
  }
}
