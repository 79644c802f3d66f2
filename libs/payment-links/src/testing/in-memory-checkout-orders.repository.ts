import { RetryTransactionError, type Move, type Tx } from '@app/kernel';
import {
  CheckoutOrdersRepository,
  type ConfirmedDebit,
  type DueOrders,
  type ExpiredOrder,
  type LinkWithOrder,
  type OpeningLimits,
} from '../checkout/application/ports';
import type { ArrivedPayment } from '../checkout/domain/arrived-payment';
import { moveOrder, type CheckoutOrder, type OrderStatus } from '../checkout/domain/checkout-order';
import { moveLink, type PaymentLink } from '../links/domain/payment-link';
import type { InMemoryTables } from './in-memory-tables';

export class InMemoryCheckoutOrdersRepository extends CheckoutOrdersRepository implements DueOrders {
  constructor(private readonly tables: InMemoryTables) {
    super();
  }

  async find(linkId: string): Promise<LinkWithOrder | undefined> {
    const link = this.tables.links.get(linkId);
    return link && { link, order: this.shown(linkId), arrived: this.arrivedFor(linkId) };
  }

  /** Transactions run one after another. */
  async lock(): Promise<void> {
    return undefined;
  }

  async countOpening(_tx: Tx, linkId: string, now: Date, { inAll, recent, since }: OpeningLimits): Promise<boolean> {
    const openings = this.tables.openings.get(linkId) ?? [];
    if (openings.length >= inAll || openings.filter((at) => at > since).length >= recent) return false;
    this.tables.openings.set(linkId, [...openings, now]);
    return true;
  }

  async countOpenings(tx: Tx, linkIds: readonly string[], now: Date, limits: OpeningLimits): Promise<Set<string>> {
    const counted = new Set<string>();
    for (const id of new Set(linkIds)) if (await this.countOpening(tx, id, now, limits)) counted.add(id);
    return counted;
  }

  async openFree(tx: Tx, orders: readonly CheckoutOrder[]): Promise<Set<string>> {
    const opened = new Map<string, string>();
    for (const order of orders) {
      if (!opened.has(order.linkId) && (await this.open(tx, order))) opened.set(order.linkId, order.id);
    }
    return new Set(opened.values());
  }

  async open(tx: Tx, order: CheckoutOrder): Promise<PaymentLink | undefined> {
    const link = this.tables.links.get(order.linkId);
    if (!link || !moveLink(link, 'open_order')) return undefined;
    for (const { id, status } of this.tables.ordersOf(order.linkId)) {
      if (status === 'open') this.tables.changeOrder(id, { status: 'superseded' });
    }
    await this.insert(tx, order);
    return this.tables.changeLink(order.linkId, { expiresAt: order.expiresAt, paymentMethod: order.method });
  }

  async confirm(
    _tx: Tx,
    { id, linkId }: CheckoutOrder,
    { account, instructions }: ConfirmedDebit,
  ): Promise<PaymentLink | undefined> {
    const [link, order] = [this.tables.links.get(linkId) as PaymentLink, this.tables.orders.get(id) as CheckoutOrder];
    const isOpen = link.status === 'active' && order.status === 'open';
    const isSubmitted = link.status === 'in_transit' && order.status === 'confirmed' && order.debit === null;
    if (!isOpen && !isSubmitted) return undefined;
    const given = isOpen && instructions.length > 0 ? { instructions } : {};
    this.tables.changeOrder(id, { status: 'confirmed', debit: account, ...given });
    return this.tables.changeLink(linkId, { status: isOpen ? 'processing' : link.status });
  }

  async save(_tx: Tx, moves: readonly Move<CheckoutOrder>[]): Promise<void> {
    for (const { from, to } of moves) {
      const stored = this.tables.orders.get(to.id);
      if (stored?.status !== from.status) throw new RetryTransactionError('1 orders were moved');
      const { terms } = to;
      const changed = terms !== from.terms && { terms, agreedTerms: stored.agreedTerms ?? stored.terms };
      this.tables.changeOrder(to.id, { status: to.status, ...changed });
    }
  }

  async insert(_tx: Tx, order: CheckoutOrder): Promise<void> {
    this.tables.orders.set(order.id, { ...order, status: 'open' });
  }

  async close(_tx: Tx, linkIds: readonly string[]): Promise<void> {
    for (const order of linkIds.flatMap((id) => this.tables.ordersOf(id))) {
      const closed = moveOrder(order, 'close');
      if (closed) this.tables.changeOrder(order.id, { status: closed.status });
    }
  }

  async expireDue(tx: Tx, limit: number): Promise<ExpiredOrder[]> {
    const due = [...this.tables.orders.values()]
      .filter(({ status, expiresAt }) => status === 'open' && expiresAt !== null && expiresAt <= this.tables.now())
      .sort((a, b) => Number(a.expiresAt) - Number(b.expiresAt))
      .slice(0, limit);
    const expired: ExpiredOrder[] = [];
    for (const order of due) {
      const link = moveLink(this.tables.links.get(order.linkId) as PaymentLink, 'expire');
      if (link) {
        this.tables.changeOrder(order.id, { status: 'lapsed' });
        const { provider, providerReference: reference } = order;
        const changed = this.tables.changeLink(order.linkId, { status: link.status });
        expired.push({ link: changed, subject: { provider, reference } });
      } else await this.close(tx, [order.linkId]);
    }
    return expired;
  }

  private arrivedFor(linkId: string): ArrivedPayment[] {
    const { exceptions, payments } = this.tables;
    const inOrder = [...exceptions].sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
    return inOrder.flatMap(({ id, linkId: about, amount, status, createdAt: at }): ArrivedPayment[] => {
      const extra = payments.find(({ exceptionId }) => exceptionId === id);
      if (about !== linkId || status === 'matched' || (status === 'credited' && !extra)) return [];
      return [{ amount, status: extra?.status === 'returned' ? 'returned' : status, at }];
    });
  }

  /** The one that moved the link, else the open one, else the newest. */
  private shown(linkId: string): CheckoutOrder | null {
    const moved = new Set<OrderStatus>(['paid', 'returned', 'confirmed']);
    const rank = ({ status }: CheckoutOrder) => (moved.has(status) ? 2 : status === 'open' ? 1 : 0);
    const [shown] = this.tables
      .ordersOf(linkId)
      .sort((a, b) => rank(b) - rank(a) || b.createdAt.getTime() - a.createdAt.getTime());
    return shown ?? null;
  }
}
