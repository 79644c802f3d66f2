import { Database, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { LINK_COLUMNS, toLink, type LinkRow } from '../../links/adapters/link-rows';
import { LinkAdmin, type LinkWithOrders } from '../application/link-admin';
import type { CheckoutOrder } from '../domain/checkout-order';
import { ORDER_COLUMNS, toOrder, type OrderRow } from './order-rows';

const LINK = statement('link_admin.link', `SELECT ${LINK_COLUMNS} FROM payment_links l WHERE l.id = $1`);

const ORDERS = statement(
  'link_admin.orders',
  `SELECT ${ORDER_COLUMNS} FROM checkout_orders o WHERE o.link_id = $1 ORDER BY o.created_at DESC, o.id DESC LIMIT $2`,
);

const ORDER = statement(
  'link_admin.order',
  `SELECT ${ORDER_COLUMNS}, l.account_id
     FROM checkout_orders o JOIN payment_links l ON l.id = o.link_id WHERE o.id = $1`,
);

@Injectable()
export class PostgresLinkAdmin extends LinkAdmin {
  constructor(private readonly db: Database) {
    super();
  }

  async findLink(id: string, orders: number): Promise<LinkWithOrders | undefined> {
    const [row] = await this.db.read<LinkRow>(LINK, [id]);
    return row && { link: toLink(row), orders: (await this.db.read<OrderRow>(ORDERS, [id, orders])).map(toOrder) };
  }

  async findOrder(id: string): Promise<{ order: CheckoutOrder; accountId: string } | undefined> {
    const [row] = await this.db.read<OrderRow & { account_id: string }>(ORDER, [id]);
    return row && { order: toOrder(row), accountId: row.account_id };
  }
}
