import { Money, RetryTransactionError, type Tx } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import {
  NotificationsRepository,
  type Backlog,
  type DueNotification,
  type ReceivedNotification,
  type Stored,
} from '../application/ports';
import type { RailNotification, SettledNotification, StoredNotification, Subject } from '../domain/notification';
import { BACKLOG, SETTLE, STORE, TAKE_DUE, UNSETTLED } from './notification-statements';

interface DueRow {
  provider: string;
  notification_id: string;
  kind: string;
  reference: string;
}

interface NotificationRow extends DueRow {
  type: string;
  paid_amount: string | null;
  paid_currency: string | null;
  details: RailNotification['details'];
  received_at: Date;
}

@Injectable()
export class PostgresNotificationsRepository extends NotificationsRepository {
  constructor(private readonly db: Database) {
    super();
  }

  async store(tx: Tx, received: readonly ReceivedNotification[]): Promise<Stored[]> {
    const column = <T>(of: (one: RailNotification, body: string) => T) =>
      received.map(({ notification, body }) => of(notification, body));
    const rows = await this.db
      .in(tx)
      .query<{ state: Stored }>(STORE, [
        column(({ provider }) => provider),
        column(({ id }) => id),
        column(({ kind }) => kind),
        column(({ type }) => type),
        column(({ reference }) => reference),
        column(({ amount }) => amount?.toFixed() ?? null),
        column(({ amount }) => amount?.currency ?? null),
        column(({ details }) => details && JSON.stringify(details)),
        column((_, body) => body),
      ]);
    return rows.map(({ state }) => state);
  }

  async unsettled(tx: Tx, kind: string, subjects: readonly Subject[]): Promise<StoredNotification[]> {
    const rows = await this.db
      .in(tx)
      .query<NotificationRow>(UNSETTLED, [
        kind,
        subjects.map(({ provider }) => provider),
        subjects.map(({ reference }) => reference),
      ]);
    return rows.map(toNotification);
  }

  async settle(tx: Tx, settled: readonly SettledNotification[]): Promise<void> {
    const count = await this.db
      .in(tx)
      .execute(SETTLE, [
        settled.map(({ notification }) => notification.provider),
        settled.map(({ notification }) => notification.id),
        settled.map(({ outcome }) => outcome),
        settled.map(({ needsStaff, isRecord = false }) => needsStaff || isRecord),
      ]);
    if (count !== settled.length) throw new RetryTransactionError('a notification is already settled');
  }

  async takeDue(tx: Tx, kinds: readonly string[], limit: number): Promise<DueNotification[]> {
    const rows = await this.db.in(tx).query<DueRow>(TAKE_DUE, [kinds, limit]);
    return rows.map(({ notification_id: id, ...row }) => ({ ...row, id }));
  }

  async backlog(): Promise<Backlog> {
    const [row] = await this.db.read<{ pending: string; oldest: string }>(BACKLOG);
    return { pending: Number(row?.pending ?? 0), oldestSeconds: Number(row?.oldest ?? 0) };
  }
}

function toNotification(row: NotificationRow): StoredNotification {
  const { provider, notification_id: id, kind, type, reference, paid_amount: paid, paid_currency: currency } = row;
  const amount = paid !== null && currency !== null ? Money.of(paid, currency) : null;
  return { provider, id, kind, type, reference, amount, details: row.details, receivedAt: row.received_at };
}
