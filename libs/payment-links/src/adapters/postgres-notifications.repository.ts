import { Money, newId, type Tx } from '@app/kernel';
import { Database, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import {
  NotificationsRepository,
  type NotificationKey,
  type PendingNotification,
  type RailNotification,
  type SettledNotification,
} from '../application/ports';
import { OrderNotFoundError } from '../domain/errors';
import type { OrderStatus, Payer } from '../domain/checkout-order';
import type { LinkStatus } from '../domain/payment-link';
import { LINK_COLUMNS, ORDER_COLUMNS, toLink, toOrder, type LinkRow, type OrderRow } from './rows';

// One statement tells the three cases apart: stored now, stored before, or no such order.
const STORE = statement(
  'notifications.store',
  `WITH known AS (
     SELECT 1 FROM checkout_orders WHERE provider = $1 AND provider_reference = $4
   ), stored AS (
     INSERT INTO provider_notifications (provider, notification_id, type, reference, paid_amount, paid_currency, payer, body)
     SELECT $1, $2, $3, $4, $5, $6, $7, $8 WHERE EXISTS (SELECT 1 FROM known)
     ON CONFLICT (provider, notification_id) DO NOTHING RETURNING 1
   )
   SELECT EXISTS (SELECT 1 FROM known) AS known, EXISTS (SELECT 1 FROM stored) AS stored`,
);

// Locks in one order everywhere: notifications by id, then links by id, then (in the ledger) wallets by id.
const LOCK_NOTIFICATIONS = statement(
  'notifications.lock',
  `SELECT n.provider, n.notification_id FROM provider_notifications n
     JOIN unnest($1::text[], $2::text[]) AS wanted (provider, id) ON n.provider = wanted.provider AND n.notification_id = wanted.id
    WHERE n.status = 'received' ORDER BY n.provider, n.notification_id FOR UPDATE OF n`,
);

const LOCK_LINKS = statement(
  'notifications.lock-links',
  `SELECT n.provider AS n_provider, n.notification_id AS n_id, n.type AS n_type, n.reference AS n_reference,
          n.paid_amount AS n_amount, n.paid_currency AS n_currency, n.payer AS n_payer, ${LINK_COLUMNS}, ${ORDER_COLUMNS}
     FROM provider_notifications n
     JOIN unnest($1::text[], $2::text[]) AS wanted (provider, id) ON n.provider = wanted.provider AND n.notification_id = wanted.id
     JOIN checkout_orders o ON o.provider = n.provider AND o.provider_reference = n.reference
     JOIN payment_links l ON l.id = o.link_id
    ORDER BY l.id, n.received_at, n.notification_id FOR UPDATE OF l`,
);

const SETTLE_NOTIFICATIONS = statement(
  'notifications.settle',
  `UPDATE provider_notifications n SET status = 'settled', outcome = s.outcome, settled_at = now()
     FROM unnest($1::text[], $2::text[], $3::text[]) AS s (provider, id, outcome)
    WHERE n.provider = s.provider AND n.notification_id = s.id`,
);

// `FROM status` in the condition: a link that moved in between would leave fewer rows than expected, and that is an error.
const MOVE_LINKS = statement(
  'notifications.move-links',
  `UPDATE payment_links l SET status = m.status, updated_at = now(),
          current_uses = CASE WHEN m.status = 'completed' THEN 1 ELSE l.current_uses END,
          payment_method = CASE WHEN m.status = 'completed' THEN m.method ELSE l.payment_method END,
          expires_at = CASE WHEN m.status = 'expired' THEN LEAST(l.expires_at, now()) ELSE l.expires_at END
     FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) AS m (id, previous, status, method)
    WHERE l.id = m.id AND l.status = m.previous`,
);

const MOVE_ORDERS = statement(
  'notifications.move-orders',
  `UPDATE checkout_orders o SET status = m.status, updated_at = now()
     FROM unnest($1::uuid[], $2::text[]) AS m (id, status) WHERE o.id = m.id AND o.status <> 'paid'`,
);

const PUT_ASIDE = statement(
  'notifications.put-aside',
  `INSERT INTO payment_exceptions (id, provider, notification_id, payment_link_id, order_id, reason, amount, currency)
   SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::uuid[], $6::text[], $7::numeric[], $8::text[])
   ON CONFLICT (provider, notification_id) DO NOTHING`,
);

// The delay doubles from ten seconds to an hour, so that a fault of ours is neither hammered nor forgotten.
const TAKE_DUE = statement(
  'notifications.take-due',
  `UPDATE provider_notifications n
      SET attempts = attempts + 1, next_attempt_at = now() + LEAST(interval '10 seconds' * power(2, attempts), interval '1 hour')
     FROM (SELECT provider, notification_id FROM provider_notifications
            WHERE status = 'received' AND next_attempt_at <= now()
            ORDER BY next_attempt_at LIMIT $1 FOR UPDATE SKIP LOCKED) due
    WHERE n.provider = due.provider AND n.notification_id = due.notification_id
   RETURNING n.provider, n.notification_id`,
);

interface PendingRow extends LinkRow, OrderRow {
  n_provider: string;
  n_id: string;
  n_type: RailNotification['type'];
  n_reference: string;
  n_amount: string | null;
  n_currency: string | null;
  n_payer: Payer | null;
}

@Injectable()
export class PostgresNotificationsRepository extends NotificationsRepository {
  constructor(private readonly db: Database) {
    super();
  }

  async store(tx: Tx, notification: RailNotification, body: string): Promise<'stored' | 'repeated'> {
    const [row] = await this.db
      .in(tx)
      .query<{ known: boolean; stored: boolean }>(STORE, [
        notification.provider,
        notification.id,
        notification.type,
        notification.reference,
        notification.paid?.toFixed(),
        notification.paid?.currency,
        notification.payer && JSON.stringify(notification.payer),
        body,
      ]);
    if (!row?.known) throw new OrderNotFoundError();
    return row.stored ? 'stored' : 'repeated';
  }

  async lockPending(tx: Tx, keys: readonly NotificationKey[]): Promise<PendingNotification[]> {
    const run = this.db.in(tx);
    const locked = await run.query<{ provider: string; notification_id: string }>(LOCK_NOTIFICATIONS, columns(keys));
    if (locked.length === 0) return [];
    const unsettled = locked.map((row) => ({ provider: row.provider, id: row.notification_id }));
    return (await run.query<PendingRow>(LOCK_LINKS, columns(unsettled))).map(toPending);
  }

  async writeOutcomes(tx: Tx, settled: readonly SettledNotification[]): Promise<void> {
    const run = this.db.in(tx);
    await run.execute(SETTLE_NOTIFICATIONS, [
      settled.map((item) => item.pending.notification.provider),
      settled.map((item) => item.pending.notification.id),
      settled.map((item) => item.outcome),
    ]);
    const { links, orders } = movesOf(settled);
    if (links.length > 0) {
      const count = await run.execute(MOVE_LINKS, [
        links.map((move) => move.id),
        links.map((move) => move.previous),
        links.map((move) => move.status),
        links.map((move) => move.method),
      ]);
      if (count !== links.length)
        throw new Error(`${links.length - count} locked payment links were moved by somebody else`);
      await run.execute(MOVE_ORDERS, [orders.map(([id]) => id), orders.map(([, status]) => status)]);
    }
    await this.putAside(
      tx,
      settled.filter((item) => item.outcome.startsWith('exception:')),
    );
  }

  async takeDue(tx: Tx, limit: number): Promise<NotificationKey[]> {
    const rows = await this.db.in(tx).query<{ provider: string; notification_id: string }>(TAKE_DUE, [limit]);
    return rows.map((row) => ({ provider: row.provider, id: row.notification_id }));
  }

  private async putAside(tx: Tx, items: readonly SettledNotification[]): Promise<void> {
    if (items.length === 0) return;
    await this.db
      .in(tx)
      .execute(PUT_ASIDE, [
        items.map(() => newId()),
        items.map((item) => item.pending.notification.provider),
        items.map((item) => item.pending.notification.id),
        items.map((item) => item.pending.link.id),
        items.map((item) => item.pending.order.id),
        items.map((item) => item.outcome.slice('exception:'.length)),
        items.map((item) => item.pending.notification.paid?.toFixed() ?? '0'),
        items.map((item) => item.pending.notification.paid?.currency ?? item.pending.link.currency),
      ]);
  }
}

function columns(keys: readonly NotificationKey[]): [string[], string[]] {
  return [keys.map((key) => key.provider), keys.map((key) => key.id)];
}

interface LinkMove {
  id: string;
  previous: LinkStatus;
  status: LinkStatus;
  method: string;
}

/**
 * Where links and orders end, each once: notifications about one link may move it one after the other, as a lapse and
 * the late payment do, and one UPDATE can move a row only once.
 */
function movesOf(settled: readonly SettledNotification[]): { links: LinkMove[]; orders: [string, OrderStatus][] } {
  const links = new Map<string, LinkMove>();
  const orders = new Map<string, OrderStatus>();
  for (const { pending, linkStatus } of settled) {
    const { link, order } = pending;
    if (linkStatus === link.status) continue;
    const previous = links.get(link.id)?.previous ?? link.status;
    links.set(link.id, { id: link.id, previous, status: linkStatus, method: order.method });
    orders.set(order.id, linkStatus === 'completed' ? 'paid' : 'lapsed');
  }
  return { links: [...links.values()], orders: [...orders] };
}

function toPending(row: PendingRow): PendingNotification {
  return {
    notification: {
      provider: row.n_provider,
      id: row.n_id,
      type: row.n_type,
      reference: row.n_reference,
      paid: row.n_amount !== null && row.n_currency !== null ? Money.of(row.n_amount, row.n_currency) : null,
      payer: row.n_payer,
    },
    link: toLink(row),
    order: toOrder(row),
  };
}
