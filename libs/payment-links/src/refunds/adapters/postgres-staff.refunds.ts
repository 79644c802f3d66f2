import type { Tx } from '@app/kernel';
import { Database, statement } from '@app/platform';
import type { Lease } from '@app/rails';
import { Injectable } from '@nestjs/common';
import { StaffRefunds, type LeasedRefund, type RefundWithAttempts } from '../application/ports';
import { OPEN } from './postgres-refund.queue';
import { REFUND_COLUMNS, toRefund, type RefundRow } from './refund-rows';

const WITH_ATTEMPTS = `${REFUND_COLUMNS}, r.attempts, r.last_error, r.next_attempt_at`;
const UNLEASED = '(r.leased_until IS NULL OR r.leased_until < now())';
const STUCK_WHERE = `${OPEN} AND (r.last_error IS NOT NULL OR r.created_at < now() - $1::bigint * interval '1 millisecond')`;

const FIND = statement('staff-refunds.find', `SELECT ${WITH_ATTEMPTS} FROM refunds r WHERE r.id = $1`);

const STUCK = statement(
  'staff-refunds.stuck',
  `SELECT ${WITH_ATTEMPTS} FROM refunds r WHERE ${STUCK_WHERE} ORDER BY r.created_at LIMIT $2`,
);

const COUNT_STUCK = statement(
  'staff-refunds.count-stuck',
  `SELECT count(*)::integer AS stuck FROM refunds r WHERE ${STUCK_WHERE}`,
);

const RETRY_NOW = statement(
  'staff-refunds.retry-now',
  `UPDATE refunds r SET next_attempt_at = now() WHERE r.id = $1 AND ${OPEN} AND ${UNLEASED}`,
);

const LEASE = statement(
  'staff-refunds.lease',
  `UPDATE refunds r SET leased_until = now() + $2::integer * interval '1 millisecond',
     next_attempt_at = now() + $2::integer * interval '1 millisecond' + interval '10 minutes'
    WHERE r.id = $1 AND ${OPEN} AND ${UNLEASED}
   RETURNING ${REFUND_COLUMNS}, r.leased_until,
     (extract(epoch FROM now() - r.attempted_at) * 1000)::float8 AS quiet_ms`,
);

const HOLDS = statement(
  'staff-refunds.holds-lease',
  'SELECT 1 FROM refunds r WHERE r.id = $1 AND r.leased_until = $2 AND r.leased_until > clock_timestamp()',
);

interface AttemptsRow extends RefundRow {
  attempts: number;
  last_error: string | null;
  next_attempt_at: Date | null;
}

@Injectable()
export class PostgresStaffRefunds extends StaffRefunds {
  constructor(private readonly db: Database) {
    super();
  }

  async find(id: string): Promise<RefundWithAttempts | undefined> {
    const [row] = await this.db.read<AttemptsRow>(FIND, [id]);
    return row && withAttempts(row);
  }

  async stuck(olderThanMs: number, limit: number): Promise<RefundWithAttempts[]> {
    return (await this.db.read<AttemptsRow>(STUCK, [olderThanMs, limit])).map(withAttempts);
  }

  async countStuck(olderThanMs: number): Promise<number> {
    const [row] = await this.db.read<{ stuck: number }>(COUNT_STUCK, [olderThanMs]);
    return row?.stuck ?? 0;
  }

  async retryNow(tx: Tx, id: string): Promise<boolean> {
    return (await this.db.in(tx).execute(RETRY_NOW, [id])) > 0;
  }

  async lease(tx: Tx, id: string, leaseMs: number): Promise<LeasedRefund | undefined> {
    const [row] = await this.db
      .in(tx)
      .query<RefundRow & { leased_until: Date; quiet_ms: number | null }>(LEASE, [id, leaseMs]);
    return row && { refund: toRefund(row), lease: row.leased_until, quietMs: row.quiet_ms ?? Infinity };
  }

  async holds(tx: Tx, id: string, lease: Lease): Promise<boolean> {
    return (await this.db.in(tx).query(HOLDS, [id, lease])).length > 0;
  }
}

function withAttempts(row: AttemptsRow): RefundWithAttempts {
  const { attempts, last_error: lastError, next_attempt_at: nextAttemptAt } = row;
  return { refund: toRefund(row), attempts, lastError, nextAttemptAt };
}
