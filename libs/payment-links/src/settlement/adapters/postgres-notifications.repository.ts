import { Money, newId, RetryTransactionError, type Tx } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { toOrder, type OrderRow } from '../../checkout/adapters/order-rows';
import type { Payer } from '../../checkout/domain/checkout-order';
import { toLink, type LinkRow } from '../../links/adapters/link-rows';
import {
  NotificationsRepository,
  type Backlog,
  type NotificationKey,
  type PendingNotification,
  type PutAside,
  type RailNotification,
  type ReceivedNotification,
  type SettledNotification,
} from '../application/ports';
import type { Aside } from '../domain/settlement-decision';
import {
  BACKLOG,
  LOCK_LINKS,
  MOVE_LINKS,
  MOVE_ORDERS,
  PUT_ASIDE,
  READ_PENDING,
  RESOLVE_ASIDES,
  SETTLE_NOTIFICATIONS,
  STORE,
  TAKE_DUE,
} from './notification-statements';
import { linkMovesOf, orderMovesOf, resolvedAsides } from './settlement-moves';

interface PendingRow extends LinkRow, OrderRow {
  n_provider: string;
  n_id: string;
  n_type: RailNotification['type'];
  n_reference: string;
  n_amount: string | null;
  n_currency: string | null;
  n_payer: Payer | null;
  n_asides: (Omit<Aside, 'amount'> & { amount: string; currency: string })[] | null;
}

@Injectable()
export class PostgresNotificationsRepository extends NotificationsRepository {
  constructor(private readonly db: Database) {
    super();
  }

  async store(tx: Tx, received: readonly ReceivedNotification[]): Promise<('stored' | 'repeated' | 'unknown_order')[]> {
    const column = <T>(of: (one: RailNotification, body: string) => T) =>
      received.map(({ notification, body }) => of(notification, body));
    const rows = await this.db
      .in(tx)
      .query<{ known: boolean; stored: boolean }>(STORE, [
        column(({ provider }) => provider),
        column(({ id }) => id),
        column(({ type }) => type),
        column(({ reference }) => reference),
        column(({ paid }) => paid?.toFixed() ?? null),
        column(({ paid }) => paid?.currency ?? null),
        column(({ payer }) => payer && JSON.stringify(payer)),
        column((_, body) => body),
      ]);
    return rows.map(({ known, stored }) => (stored ? 'stored' : known ? 'repeated' : 'unknown_order'));
  }

  async lockPending(tx: Tx, keys: readonly NotificationKey[]): Promise<PendingNotification[]> {
    const run = this.db.in(tx);
    const wanted = [keys.map(({ provider }) => provider), keys.map(({ id }) => id)];
    const links = await run.query<{ id: string }>(LOCK_LINKS, wanted);
    if (links.length === 0) return [];
    return (await run.query<PendingRow>(READ_PENDING, [links.map(({ id }) => id)])).map(toPending);
  }

  async writeOutcomes(tx: Tx, settled: readonly SettledNotification[]): Promise<PutAside[]> {
    const run = this.db.in(tx);
    await run.execute(SETTLE_NOTIFICATIONS, [
      settled.map(({ pending }) => pending.notification.provider),
      settled.map(({ pending }) => pending.notification.id),
      settled.map(({ outcome }) => outcome),
    ]);
    await this.move(tx, settled);
    const resolved = resolvedAsides(settled);
    if (resolved.length > 0) {
      const count = await run.execute(RESOLVE_ASIDES, [
        resolved.map(({ id }) => id),
        resolved.map(({ status }) => status),
        resolved.map(({ resolution }) => resolution),
      ]);
      if (count !== resolved.length) throw new RetryTransactionError('staff has resolved an exception meanwhile');
    }
    return this.putAside(
      tx,
      settled.filter(({ outcome }) => outcome.startsWith('exception:')),
    );
  }

  async takeDue(tx: Tx, limit: number): Promise<NotificationKey[]> {
    const rows = await this.db.in(tx).query<{ provider: string; notification_id: string }>(TAKE_DUE, [limit]);
    return rows.map((row) => ({ provider: row.provider, id: row.notification_id }));
  }

  async backlog(): Promise<Backlog> {
    const [row] = await this.db.read<{ pending: string; oldest: string; open_exceptions: string }>(BACKLOG);
    const { pending = '0', oldest = '0', open_exceptions = '0' } = row ?? {};
    return { pending: +pending, oldestSeconds: +oldest, openExceptions: +open_exceptions };
  }

  private async move(tx: Tx, settled: readonly SettledNotification[]): Promise<void> {
    const run = this.db.in(tx);
    const links = linkMovesOf(settled);
    if (links.length > 0) {
      const moved = await run.execute(MOVE_LINKS, [
        links.map(({ id }) => id),
        links.map(({ previous }) => previous),
        links.map(({ status }) => status),
        links.map(({ paidWith }) => paidWith),
      ]);
      if (moved !== links.length) throw new Error(`${links.length - moved} locked payment links were moved`);
    }
    const orders = orderMovesOf(settled);
    if (orders.length === 0) return;
    const moved = await run.execute(MOVE_ORDERS, [
      orders.map(({ id }) => id),
      orders.map(({ previous }) => previous),
      orders.map(({ status }) => status),
    ]);
    if (moved !== orders.length) throw new Error(`${orders.length - moved} orders of locked payment links were moved`);
  }

  private async putAside(tx: Tx, items: readonly SettledNotification[]): Promise<PutAside[]> {
    if (items.length === 0) return [];
    const column = <T>(of: (item: SettledNotification) => T) => items.map(of);
    const rows = await this.db.in(tx).query<{
      id: string;
      provider: string;
      notification_id: string;
      amount: string;
      currency: string;
      is_new: boolean;
    }>(PUT_ASIDE, [column(() => newId()), column(({ pending }) => pending.notification.provider), column(({ pending }) => pending.notification.id), column(({ pending }) => pending.notification.reference), column(({ pending }) => pending.link.id), column(({ pending }) => pending.order.id), column(({ outcome }) => outcome.slice('exception:'.length)), column(({ pending }) => pending.notification.paid?.toFixed() ?? '0'), column(({ pending }) => pending.notification.paid?.currency ?? pending.link.currency)]);
    return rows
      .filter(({ is_new }) => is_new)
      .map((row) => ({
        id: row.id,
        provider: row.provider,
        notificationId: row.notification_id,
        amount: Money.of(row.amount, row.currency),
      }));
  }
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
    asides: (row.n_asides ?? []).map(({ amount, currency, ...aside }) => ({
      ...aside,
      amount: Money.of(amount, currency),
    })),
  };
}
