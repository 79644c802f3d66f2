import type { Tx } from '@app/kernel';
import { Database } from '@app/platform';
import {
  claimOf,
  leaseParameters,
  postponementParameters,
  leftParameters,
  type ClaimedOrder,
  type ClaimRow,
  type LeasedClaim,
  type LeftOrder,
  type Postponement,
} from '@app/rails';
import { Injectable } from '@nestjs/common';
import { RefundQueue } from '../application/ports';
import type { Refund } from '../domain/refund';
import { toRefund, type RefundRow } from './refund-rows';
import { REFUND_ORDERS } from './refund-statements';

@Injectable()
export class PostgresRefundQueue extends RefundQueue {
  constructor(private readonly db: Database) {
    super();
  }

  async claimDue(tx: Tx, limit: number, leaseMs: number): Promise<ClaimedOrder<Refund>[]> {
    const rows = await this.db.in(tx).query<RefundRow & ClaimRow>(REFUND_ORDERS.claim, [limit, leaseMs]);
    return rows.map((row) => ({ order: toRefund(row), ...claimOf(row) }));
  }

  async holdLeases(tx: Tx, claims: readonly LeasedClaim[]): Promise<ReadonlySet<string>> {
    const rows = await this.db.in(tx).query<{ id: string }>(REFUND_ORDERS.holdLeases, leaseParameters(claims));
    return new Set(rows.map(({ id }) => id));
  }

  async postpone(tx: Tx, postponements: readonly Postponement[]): Promise<void> {
    await this.db.in(tx).execute(REFUND_ORDERS.postpone, postponementParameters(postponements));
  }

  async leaveToStaff(tx: Tx, left: LeftOrder): Promise<boolean> {
    return (await this.db.in(tx).execute(REFUND_ORDERS.leaveToStaff, leftParameters(left))) > 0;
  }
}
