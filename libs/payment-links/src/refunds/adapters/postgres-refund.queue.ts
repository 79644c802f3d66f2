import type { Tx } from '@app/kernel';
import { Database } from '@app/platform';
import { postponementParameters, refusalParameters, type ClaimedOrder, type Postponement } from '@app/rails';
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
    const rows = await this.db
      .in(tx)
      .query<RefundRow & { attempts: number; submission: number; leased_until: Date }>(REFUND_ORDERS.claim, [
        limit,
        leaseMs,
      ]);
    return rows.map((row) => {
      const { attempts: attempt, submission, leased_until: lease } = row;
      return { order: toRefund(row), attempt, submission, lease };
    });
  }

  async postpone(tx: Tx, postponements: readonly Postponement[]): Promise<void> {
    await this.db.in(tx).execute(REFUND_ORDERS.postpone, postponementParameters(postponements));
  }

  async refuse(tx: Tx, refused: Postponement): Promise<boolean> {
    return (await this.db.in(tx).execute(REFUND_ORDERS.refuse, refusalParameters(refused))) > 0;
  }
}
