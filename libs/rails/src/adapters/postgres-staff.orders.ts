import type { Tx } from '@app/kernel';
import type { Database } from '@app/platform';
import type { Lease } from '../application/handed-over-work';
import { StaffOrders, type LeasedOrder, type OrderBacklog, type OrderWithAttempts } from '../application/staff-orders';
import type { OrderStatements } from './order-statements';

/** A row of an order with its attempts. */
export type WithAttempts<Row> = Row & { attempts: number; last_error: string | null; next_attempt_at: Date | null };

/** The orders of one table. Each kind finds one with what it shows to staff. */
export abstract class PostgresStaffOrders<
  Row extends Record<string, unknown>,
  Order,
  Found extends OrderWithAttempts<Order> = OrderWithAttempts<Order>,
> extends StaffOrders<Order, Found> {
  protected constructor(
    protected readonly db: Database,
    protected readonly statements: OrderStatements,
    private readonly toOrder: (row: Row) => Order,
  ) {
    super();
  }

  async listStuck(olderThanMs: number, limit: number, accountId?: string): Promise<OrderWithAttempts<Order>[]> {
    const rows = await this.db.read<WithAttempts<Row>>(this.statements.stuck, [olderThanMs, limit, accountId ?? null]);
    return rows.map((row) => this.withAttempts(row));
  }

  async stuckBacklog(olderThanMs: number): Promise<OrderBacklog> {
    const [row] = await this.db.read<{ open: number; oldest: number }>(this.statements.stuckBacklog, [olderThanMs]);
    return { open: row?.open ?? 0, oldestSeconds: row?.oldest ?? 0 };
  }

  async retryNow(tx: Tx, id: string): Promise<boolean> {
    return (await this.db.in(tx).execute(this.statements.retryNow, [id])) > 0;
  }

  async lease(tx: Tx, id: string, leaseMs: number): Promise<LeasedOrder<Order> | undefined> {
    const [row] = await this.db
      .in(tx)
      .query<Row & { leased_until: Date; quiet_ms: number | null }>(this.statements.lease, [id, leaseMs]);
    return row && { order: this.toOrder(row), lease: row.leased_until, quietMs: row.quiet_ms ?? Infinity };
  }

  async isLeaseValid(tx: Tx, id: string, lease: Lease): Promise<boolean> {
    return (await this.db.in(tx).query(this.statements.holds, [id, lease])).length > 0;
  }

  protected withAttempts(row: WithAttempts<Row>): OrderWithAttempts<Order> {
    const { attempts, last_error: lastError, next_attempt_at: nextAttemptAt } = row;
    return { order: this.toOrder(row), attempts, lastError, nextAttemptAt };
  }
}
