import { ValidationError, type DomainError, type Tx, type UnitOfWork } from '@app/kernel';
import type { Case, CaseKind } from '../domain/case';
import type { KnownOrderState } from '../domain/order-state';
import { askProvider } from './ask-provider';
import type { CaseSource } from './cases';
import type { OrderPostings, OrderSteps, Postponement } from './handed-over-work';
import type { LeasedOrder, OrderWithAttempts, StaffOrders } from './staff-orders';

/** An open order is stuck when an attempt failed, or when it has been open for longer than this. */
const STUCK_AFTER_MS = 3_600_000;
/**
 * A provider may book a submission long after the call that sent it timed out, and reports the order as unknown until
 * then. That report counts only after this time without a call.
 */
const QUIET_MS = 900_000;

/** What a case says about a stuck order. */
export interface StuckOrder extends Pick<
  Case,
  'accountId' | 'linkId' | 'paymentId' | 'providerReference' | 'amount' | 'currency'
> {
  readonly provider: string | null;
  readonly createdAt: Date;
}

/** What staff do with orders of one kind, of any account. `By` is who does it, as the audit log has it. */
export abstract class OrderAdmin<
  Order extends { readonly id: string; readonly status: string },
  By,
  Found extends OrderWithAttempts<Order> = OrderWithAttempts<Order>,
> {
  /** The name of the kind in messages: `payout`. */
  protected abstract readonly name: string;
  protected abstract readonly orders: StaffOrders<Order, Found>;
  protected abstract readonly queue: { postpone(tx: Tx, postponements: readonly Postponement[]): Promise<void> };
  protected abstract readonly postings: OrderPostings<OrderSteps<Order>>;
  protected abstract readonly uow: UnitOfWork;

  /** What the provider knows of the order; undefined if it never accepted it. Throws while the provider cannot tell. */
  protected abstract ask(order: Order, signal: AbortSignal): Promise<KnownOrderState | undefined>;
  /** Writes a change by staff to the audit log. */
  protected abstract record(
    tx: Tx,
    by: By,
    done: 'retried' | 'failed',
    order: Order,
    details: Readonly<Record<string, unknown>>,
  ): Promise<void>;
  protected abstract notFound(): DomainError;
  protected abstract notFailable(why: string): DomainError;

  /** Any order. Throws what `notFound` returns. */
  async show(id: string): Promise<Found> {
    const found = await this.orders.find(id);
    if (!found) throw this.notFound();
    return found;
  }

  /** The oldest first. */
  listStuck(limit: number): Promise<OrderWithAttempts<Order>[]> {
    return this.orders.listStuck(STUCK_AFTER_MS, limit);
  }

  async countStuck(): Promise<number> {
    return (await this.orders.stuckBacklog(STUCK_AFTER_MS)).open;
  }

  /** The stuck orders as cases of that kind. */
  protected casesOf(kind: CaseKind, describe: (order: Order) => StuckOrder): CaseSource {
    const toCase = (found: OrderWithAttempts<Order>) => stuckCase(kind, this.name, found, describe(found.order));
    return {
      kind,
      closedBy: `${this.name}s:retry or ${this.name}s:fail`,
      list: async ({ status, limit, accountId }) =>
        status === 'open' ? (await this.orders.listStuck(STUCK_AFTER_MS, limit, accountId)).map(toCase) : [],
      find: async (id) => {
        const found = await this.orders.find(id);
        // A closed order has neither; only staff continue with one that was refused for a week.
        const isOpen = found && (found.nextAttemptAt !== null || found.lastError !== null);
        return isOpen ? toCase(found) : undefined;
      },
      backlog: () => this.orders.stuckBacklog(STUCK_AFTER_MS),
    };
  }

  /** Lets the worker continue with an open order now. Throws as `show` does, or a `ValidationError`. */
  async retry(id: string, by: By): Promise<Order> {
    const { order } = await this.show(id);
    await this.uow.run(async (tx) => {
      if (!(await this.orders.retryNow(tx, id))) {
        throw new ValidationError(`The ${this.name} is closed, or it is being handed over at this moment.`);
      }
      await this.record(tx, by, 'retried', order, {});
    });
    return order;
  }

  /**
   * Fails an open order whose provider confirms that it has not paid and does not have it, and releases its hold. Throws
   * as `show` does, `ValidationError` without a reason, what `notFailable` returns, or the provider's error. A rejection
   * because the last submission is too recent keeps workers away, so that a later call can succeed.
   */
  async fail(id: string, reason: string, by: By): Promise<Order> {
    if (!reason.trim()) throw ValidationError.of('reason', 'must not be empty');
    const { order: found } = await this.show(id);
    const leased = await this.uow.once((tx) => this.orders.lease(tx, id, QUIET_MS));
    if (!leased) throw this.notFailable(`it is ${found.status}, or it is being handed over at this moment`);
    const rail = await this.unpaidState(leased);
    return this.uow.run(async (tx) => {
      const steps = await this.postings.begin(tx, [id]);
      const isSame =
        steps.get(id)?.status === leased.order.status && (await this.orders.isLeaseValid(tx, id, leased.lease));
      if (!isSame || !steps.take(id, { event: 'fail', reason, isOurs: true, providerReference: null })) {
        throw this.notFailable('it has changed meanwhile');
      }
      await this.record(tx, by, 'failed', found, { reason, rail });
      await this.postings.write(tx, steps);
      return steps.get(id) as Order;
    });
  }

  /** The state at the provider, if it proves that the provider never paid. */
  private async unpaidState({ order, lease, quietMs }: LeasedOrder<Order>): Promise<'unknown' | 'failed'> {
    try {
      const known = await askProvider((signal) => this.ask(order, signal));
      if (known?.state === 'failed') return 'failed';
      if (known) throw this.notFailable(`its provider says that it is ${known.state}`);
    } catch (error) {
      await this.uow.once((tx) => this.queue.postpone(tx, [{ id: order.id, lease, inMs: 0, error: null }]));
      throw error;
    }
    if (quietMs >= QUIET_MS) return 'unknown';
    throw this.notFailable(
      `its provider does not know it, but may still book the last submission; try again within 10 minutes after ${lease.toISOString()}`,
    );
  }
}

function stuckCase<Order extends { readonly id: string; readonly status: string }>(
  kind: CaseKind,
  type: string,
  { order, lastError }: OrderWithAttempts<Order>,
  { provider, createdAt, ...about }: StuckOrder,
): Case {
  return {
    ...about,
    id: order.id,
    kind,
    status: 'open',
    provider: provider ?? '',
    subject: { type, id: order.id },
    expected: null,
    outcome: lastError ?? order.status,
    proposal: 'use_command',
    reportedAt: createdAt,
    openedAt: createdAt,
    resolvedAt: null,
    resolvedBy: null,
    reason: null,
  };
}
