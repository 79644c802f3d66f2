import type { Tx } from '@app/kernel';
import { CheckoutOrdersRepository, type CheckoutView } from '../application/ports';
import type { CheckoutOrder } from '../domain/checkout-order';
import { next, type PaymentLink } from '../domain/payment-link';
import type { InMemoryTables } from './in-memory-tables';

export class InMemoryCheckoutOrdersRepository extends CheckoutOrdersRepository {
  constructor(private readonly tables: InMemoryTables) {
    super();
  }

  async view(linkId: string): Promise<CheckoutView | undefined> {
    const link = this.tables.links.get(linkId);
    if (!link) return undefined;
    const { name: merchant, usdEnabled } = this.tables.merchants.get(link.accountId) ?? { name: '', usdEnabled: false };
    return { link, merchant, usdEnabled, order: this.shown(linkId) };
  }

  async open(tx: Tx, order: CheckoutOrder): Promise<PaymentLink | undefined> {
    if (this.tables.links.get(order.linkId)?.status !== 'active') return undefined;
    for (const { id, status } of this.tables.ordersOf(order.linkId)) {
      if (status === 'open') this.tables.changeOrder(id, { status: 'superseded' });
    }
    await this.insert(tx, order);
    return this.tables.changeLink(order.linkId, { expiresAt: order.expiresAt, paymentMethod: order.method });
  }

  async insert(_tx: Tx, order: CheckoutOrder): Promise<void> {
    this.tables.orders.set(order.id, { ...order, status: 'open' });
  }

  async lapseDue(_tx: Tx, limit: number): Promise<PaymentLink[]> {
    const due = [...this.tables.orders.values()]
      .filter(({ status, expiresAt }) => status === 'open' && expiresAt !== null && expiresAt <= this.tables.now())
      .sort((a, b) => Number(a.expiresAt) - Number(b.expiresAt))
      .flatMap((order) => {
        const expired = next((this.tables.links.get(order.linkId) as PaymentLink).status, 'lapse');
        return expired ? [{ order, expired }] : [];
      });
    return due.slice(0, limit).map(({ order, expired }) => {
      this.tables.changeOrder(order.id, { status: 'lapsed' });
      return this.tables.changeLink(order.linkId, { status: expired });
    });
  }

  /** The paid one, else the open one, else the newest. */
  private shown(linkId: string): CheckoutOrder | null {
    const rank = ({ status }: CheckoutOrder) => (status === 'paid' ? 2 : status === 'open' ? 1 : 0);
    const [shown] = this.tables
      .ordersOf(linkId)
      .sort((a, b) => rank(b) - rank(a) || b.createdAt.getTime() - a.createdAt.getTime());
    return shown ?? null;
  }
}
