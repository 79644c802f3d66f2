import type { Tx } from '@app/kernel';
import type { Lease } from './handed-over-work';

/** An order with the attempts to hand it over. */
export interface OrderWithAttempts<Order> {
  readonly order: Order;
  readonly attempts: number;
  readonly lastError: string | null;
  readonly nextAttemptAt: Date | null;
}

/** An open order that staff have leased to ask its provider. */
export interface LeasedOrder<Order> {
  readonly order: Order;
  readonly lease: Lease;
  /** Time since a worker last claimed it; that call may still be on its way. Infinity if none ever did. */
  readonly quietMs: number;
}

/** How many open orders are stuck, and the age of the oldest. */
export interface OrderBacklog {
  readonly open: number;
  readonly oldestSeconds: number;
}

/** Orders of one kind and of any account, as staff look after them. */
export abstract class StaffOrders<Order, Found extends OrderWithAttempts<Order> = OrderWithAttempts<Order>> {
  abstract find(id: string): Promise<Found | undefined>;
  /** Open orders older than that, or with a failed attempt, the oldest first. */
  abstract listStuck(olderThanMs: number, limit: number, accountId?: string): Promise<OrderWithAttempts<Order>[]>;
  abstract stuckBacklog(olderThanMs: number): Promise<OrderBacklog>;
  /** Makes an open order due now; false when it is closed or leased. */
  abstract retryNow(tx: Tx, id: string): Promise<boolean>;
  /** Leases an open order; undefined when it is closed or leased. Workers return to it 10 minutes after the lease. */
  abstract lease(tx: Tx, id: string, leaseMs: number): Promise<LeasedOrder<Order> | undefined>;
  /** Whether the lease of the order, which the transaction has locked, is still this one and has not run out. */
  abstract isLeaseValid(tx: Tx, id: string, lease: Lease): Promise<boolean>;
}
