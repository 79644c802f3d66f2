import type { Tx } from '@app/kernel';
import { Database, statement } from '@app/platform';
import type { ClaimedOrder, Postponement } from '@app/rails';
import { Injectable } from '@nestjs/common';
import { inList } from '../../links/adapters/link-rows';
import { RefundQueue } from '../application/ports';
import { OPEN_REFUND_STATUSES, type Refund } from '../domain/refund';
import { REFUND_COLUMNS, toRefund, type RefundRow } from './refund-rows';

/** Whether the refund `r` is open. */
export const OPEN = `r.status IN ${inList(OPEN_REFUND_STATUSES)}`;

// A closed refund must never reach its provider again, so its status is checked even if it is due.
const CLAIM = statement(
  'refunds.claim',
  `UPDATE refunds r SET attempts = r.attempts + 1, next_attempt_at = now() + $2::integer * interval '1 millisecond',
     leased_until = now() + $2::integer * interval '1 millisecond', attempted_at = now()
    WHERE r.id = ANY (ARRAY(
      SELECT r.id FROM refunds r WHERE r.next_attempt_at <= now() AND ${OPEN}
       ORDER BY r.next_attempt_at LIMIT $1 FOR UPDATE SKIP LOCKED
    ))
   RETURNING ${REFUND_COLUMNS}, r.attempts, r.leased_until`,
);

const POSTPONE = statement(
  'refunds.postpone',
  `UPDATE refunds r SET next_attempt_at = now() + n.in_ms * interval '1 millisecond', last_error = n.error,
     leased_until = NULL
    FROM unnest($1::uuid[], $2::integer[], $3::text[], $4::timestamptz[]) AS n (id, in_ms, error, lease)
    WHERE r.id = n.id AND r.leased_until = n.lease AND ${OPEN}`,
);

@Injectable()
export class PostgresRefundQueue extends RefundQueue {
  constructor(private readonly db: Database) {
    super();
  }

  async claimDue(tx: Tx, limit: number, leaseMs: number): Promise<ClaimedOrder<Refund>[]> {
    const rows = await this.db
      .in(tx)
      .query<RefundRow & { attempts: number; leased_until: Date }>(CLAIM, [limit, leaseMs]);
    return rows.map((row) => ({ order: toRefund(row), attempt: row.attempts, lease: row.leased_until }));
  }

  async postpone(tx: Tx, postponements: readonly Postponement[]): Promise<void> {
    await this.db
      .in(tx)
      .execute(POSTPONE, [
        postponements.map(({ id }) => id),
        postponements.map(({ inMs }) => inMs),
        postponements.map(({ error }) => error),
        postponements.map(({ lease }) => lease),
      ]);
  }
}
