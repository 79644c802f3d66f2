import type { Tx } from '@app/kernel';
import { Database, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { CheckoutOrdersRepository, type CheckoutView } from '../application/ports';
import type { CheckoutOrder } from '../domain/checkout-order';
import type { PaymentLink } from '../domain/payment-link';
import { fromTerms, LINK_COLUMNS, ORDER_COLUMNS, toLink, toOrder, type LinkRow, type OrderRow } from './rows';

const VIEW = statement(
  'checkout.view',
  `SELECT ${LINK_COLUMNS}, a.name AS merchant, a.usd_enabled, ${ORDER_COLUMNS}
     FROM payment_links l
     JOIN accounts a ON a.id = l.account_id
     LEFT JOIN LATERAL (SELECT * FROM checkout_orders WHERE link_id = l.id
                         ORDER BY (status = 'paid') DESC, (status = 'open') DESC, created_at DESC LIMIT 1) o ON true
    WHERE l.id = $1`,
);

// The row lock that this takes on the link is what two payers who choose at the same time queue on.
const CHOOSE = statement(
  'checkout.choose',
  `UPDATE payment_links l SET expires_at = $2, payment_method = $3, updated_at = now()
    WHERE id = $1 AND status = 'active' RETURNING ${LINK_COLUMNS}`,
);

const SUPERSEDE = statement(
  'checkout.supersede',
  `UPDATE checkout_orders SET status = 'superseded', updated_at = now() WHERE link_id = $1 AND status = 'open'`,
);

const INSERT = statement(
  'checkout.insert',
  `INSERT INTO checkout_orders (id, link_id, method, provider, provider_reference, payer, terms, instructions,
     expires_at, created_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
);

// SKIP LOCKED: a link that is being paid right now is not waited for, and no longer due afterwards. The orders are
// locked too, which looks at each of them anew: one that the payer has just replaced must not take the link with it.
const LAPSE_DUE = statement(
  'checkout.lapse-due',
  `WITH due AS (
     SELECT o.id AS order_id, l.id AS link_id FROM checkout_orders o JOIN payment_links l ON l.id = o.link_id
      WHERE o.status = 'open' AND o.expires_at <= now() AND l.status = 'active'
      ORDER BY o.expires_at LIMIT $1 FOR UPDATE OF l, o SKIP LOCKED
   ), lapsed AS (
     UPDATE checkout_orders o SET status = 'lapsed', updated_at = now() FROM due WHERE o.id = due.order_id
   )
   UPDATE payment_links l SET status = 'expired', updated_at = now()
     FROM due WHERE l.id = due.link_id AND l.status = 'active' RETURNING ${LINK_COLUMNS}`,
);

type ViewRow = LinkRow & { merchant: string; usd_enabled: boolean } & (OrderRow | { order_id: null });

@Injectable()
export class PostgresCheckoutOrdersRepository extends CheckoutOrdersRepository {
  constructor(private readonly db: Database) {
    super();
  }

  async view(linkId: string): Promise<CheckoutView | undefined> {
    const [row] = await this.db.read<ViewRow>(VIEW, [linkId]);
    return (
      row && {
        link: toLink(row),
        merchant: row.merchant,
        usdEnabled: row.usd_enabled,
        order: row.order_id === null ? null : toOrder(row),
      }
    );
  }

  async open(tx: Tx, order: CheckoutOrder): Promise<PaymentLink | undefined> {
    const run = this.db.in(tx);
    const [row] = await run.query<LinkRow>(CHOOSE, [order.linkId, order.expiresAt, order.method]);
    if (!row) return undefined;
    await run.execute(SUPERSEDE, [order.linkId]);
    await this.insert(tx, order);
    return toLink(row);
  }

  async insert(tx: Tx, order: CheckoutOrder): Promise<void> {
    await this.db
      .in(tx)
      .execute(INSERT, [
        order.id,
        order.linkId,
        order.method,
        order.provider,
        order.providerReference,
        JSON.stringify(order.payer),
        JSON.stringify(fromTerms(order.terms)),
        JSON.stringify(order.instructions),
        order.expiresAt,
        order.createdAt,
      ]);
  }

  async lapseDue(tx: Tx, limit: number): Promise<PaymentLink[]> {
    return (await this.db.in(tx).query<LinkRow>(LAPSE_DUE, [limit])).map(toLink);
  }
}
