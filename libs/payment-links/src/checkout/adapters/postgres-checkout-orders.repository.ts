import { Batcher, Money, RetryTransactionError, type Move, type Tx } from '@app/kernel';
import { Database, violatedConstraint } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { toLink, type LinkRow } from '../../links/adapters/link-rows';
import type { PaymentLink } from '../../links/domain/payment-link';
import {
  CheckoutOrdersRepository,
  type ConfirmedDebit,
  type DueOrders,
  type ExpiredOrder,
  OrderRacedError,
  type LinkWithOrder,
  type OpeningLimits,
} from '../application/ports';
import type { ArrivedPayment } from '../domain/arrived-payment';
import type { CheckoutOrder } from '../domain/checkout-order';
import * as statements from './checkout-order-statements';
import { CHECKOUT_ORDERS, fromTerms, toOrder, type OrderRow } from './order-rows';

interface ArrivedRow {
  amount: string | null;
  currency: string | null;
  received_amount: string | null;
  received_currency: string | null;
  status: ArrivedPayment['status'];
  created_at: string;
}

type FoundRow = LinkRow & (OrderRow | { order_id: null }) & { arrived: ArrivedRow[] | null };

@Injectable()
export class PostgresCheckoutOrdersRepository extends CheckoutOrdersRepository implements DueOrders {
  /** Pages that are asked for at the same moment share a round trip. */
  private readonly finding = Batcher.ofRequests((linkIds: string[]) => this.findMany(linkIds));

  constructor(private readonly db: Database) {
    super();
  }

  find(linkId: string): Promise<LinkWithOrder | undefined> {
    return this.finding.add(linkId);
  }

  async lock(tx: Tx, linkId: string): Promise<void> {
    await this.db.in(tx).execute(statements.LOCK_LINK, [linkId]);
  }

  async countOpening(tx: Tx, linkId: string, now: Date, { inAll, recent, since }: OpeningLimits): Promise<boolean> {
    return (await this.db.in(tx).execute(statements.COUNT_OPENING, [linkId, now, inAll, recent, since])) === 1;
  }

  async countOpenings(
    tx: Tx,
    linkIds: readonly string[],
    now: Date,
    { inAll, recent, since }: OpeningLimits,
  ): Promise<Set<string>> {
    const parameters = [linkIds, now, inAll, recent, since];
    const rows = await this.db.in(tx).query<{ link_id: string }>(statements.COUNT_OPENINGS, parameters);
    return new Set(rows.map((row) => row.link_id));
  }

  async openFree(tx: Tx, orders: readonly CheckoutOrder[]): Promise<Set<string>> {
    const parameters = CHECKOUT_ORDERS.arraysOf(orders);
    const rows = await orRaced(this.db.in(tx).query<{ order_id: string }>(statements.OPEN_FREE, parameters));
    return new Set(rows.map((row) => row.order_id));
  }

  async open(tx: Tx, order: CheckoutOrder): Promise<PaymentLink | undefined> {
    const [row] = await orRaced(this.db.in(tx).query<LinkRow>(statements.OPEN, CHECKOUT_ORDERS.parametersOf(order)));
    return row && toLink(row);
  }

  async confirm(
    tx: Tx,
    order: CheckoutOrder,
    { account, instructions }: ConfirmedDebit,
  ): Promise<PaymentLink | undefined> {
    const given = instructions.length === 0 ? null : JSON.stringify(instructions);
    const [row] = await this.db
      .in(tx)
      .query<LinkRow>(statements.CONFIRM, [order.linkId, order.id, JSON.stringify(account), given]);
    return row && toLink(row);
  }

  async save(tx: Tx, moves: readonly Move<CheckoutOrder>[]): Promise<void> {
    if (moves.length === 0) return;
    const saved = await this.db
      .in(tx)
      .execute(statements.SAVE, [
        moves.map(({ to }) => to.id),
        moves.map(({ from }) => from.status),
        moves.map(({ to }) => to.status),
        moves.map(({ from, to }) => (to.terms === from.terms ? null : JSON.stringify(fromTerms(to.terms)))),
      ]);
    if (saved !== moves.length) throw new RetryTransactionError(`${moves.length - saved} orders were moved`);
  }

  async insert(tx: Tx, order: CheckoutOrder): Promise<void> {
    await this.db.in(tx).execute(statements.INSERT, CHECKOUT_ORDERS.parametersOf(order));
  }

  async close(tx: Tx, linkIds: readonly string[]): Promise<void> {
    await this.db.in(tx).execute(statements.CLOSE, [linkIds]);
  }

  async expireDue(tx: Tx, limit: number): Promise<ExpiredOrder[]> {
    const rows = await this.db
      .in(tx)
      .query<LinkRow & { order_provider: string; order_reference: string }>(statements.EXPIRE_DUE, [limit]);
    return rows.map(({ order_provider: provider, order_reference: reference, ...link }) => ({
      link: toLink(link),
      subject: { provider, reference },
    }));
  }

  private async findMany(linkIds: readonly string[]): Promise<(LinkWithOrder | undefined)[]> {
    const found = new Map<string, LinkWithOrder>();
    for (const row of await this.db.read<FoundRow>(statements.FIND, [linkIds])) found.set(row.id, toFound(row));
    return linkIds.map((id) => found.get(id));
  }
}

async function orRaced<T>(opening: Promise<T>): Promise<T> {
  try {
    return await opening;
  } catch (error) {
    if (violatedConstraint(error) !== 'checkout_orders_open_key') throw error;
    throw new OrderRacedError();
  }
}

function toFound(row: FoundRow): LinkWithOrder {
  const order = row.order_id === null ? null : toOrder(row);
  return { link: toLink(row), order, arrived: (row.arrived ?? []).map(toArrived) };
}

function toArrived(row: ArrivedRow): ArrivedPayment {
  const { amount, currency, status } = row;
  const money = amount !== null && currency !== null ? Money.stored(amount, currency) : undefined;
  const received = { amount: row.received_amount ?? '', currency: row.received_currency ?? '' };
  return { amount: money ?? received, status, at: new Date(row.created_at) };
}
