import { Money, newId, RetryTransactionError, type Tx } from '@app/kernel';
import { Database } from '@app/platform';
import type { Subject } from '@app/rails';
import { Injectable } from '@nestjs/common';
import { toOrder, type OrderRow } from '../../checkout/adapters/order-rows';
import { toLink, type LinkRow } from '../../links/adapters/link-rows';
import {
  SettlementRepository,
  type PendingNotification,
  type RecordedException,
  type SettledPayment,
} from '../application/ports';
import type { PaymentException } from '../domain/payment-exception';
import type { PaymentNotification } from '../domain/payment-notification';
import type { ReportedException } from '../domain/settlement-decision';
import { resolvedExceptions } from '../application/settlement-batch';
import { LOCK, READ, RECOGNIZE, RECORD_EXCEPTIONS, RECORD_UNKNOWN, RESOLVE_EXCEPTIONS } from './settlement-statements';

interface PendingRow extends LinkRow, OrderRow {
  n_position: string;
  n_exceptions: (Omit<ReportedException, 'amount'> & { amount: string; currency: string })[] | null;
}

interface RecordedRow {
  id: string;
  provider: string;
  notification_id: string;
  amount: string;
  currency: string;
  is_new: boolean;
}

@Injectable()
export class PostgresSettlementRepository extends SettlementRepository {
  constructor(private readonly db: Database) {
    super();
  }

  async recognize(subjects: readonly Subject[]): Promise<boolean[]> {
    const rows = await this.db.read<{ known: boolean }>(RECOGNIZE, columnsOf(subjects));
    return rows.map(({ known }) => known);
  }

  lock(tx: Tx, subjects: readonly Subject[]): Promise<Subject[]> {
    return this.db.in(tx).query<{ provider: string; reference: string }>(LOCK, columnsOf(subjects));
  }

  async read(tx: Tx, notifications: readonly PaymentNotification[]): Promise<PendingNotification[]> {
    const [providers, references] = columnsOf(notifications);
    const ids = notifications.map(({ id }) => id);
    const rows = await this.db.in(tx).query<PendingRow>(READ, [providers, ids, references]);
    return rows.map((row) => ({
      notification: notifications[Number(row.n_position) - 1] as PaymentNotification,
      link: toLink(row),
      order: toOrder(row),
      exceptions: (row.n_exceptions ?? []).map(({ amount, currency, ...exception }) => ({
        ...exception,
        amount: Money.of(amount, currency),
      })),
    }));
  }

  async writeExceptions(tx: Tx, settled: readonly SettledPayment[]): Promise<RecordedException[]> {
    const resolved = resolvedExceptions(settled);
    if (resolved.length > 0) {
      const count = await this.db
        .in(tx)
        .execute(RESOLVE_EXCEPTIONS, [
          resolved.map(({ id }) => id),
          resolved.map(({ previous }) => previous),
          resolved.map(({ status }) => status),
          resolved.map(({ resolution }) => resolution),
        ]);
      if (count !== resolved.length) throw new RetryTransactionError('staff has resolved an exception meanwhile');
    }
    return this.recordExceptions(
      tx,
      settled.filter(({ outcome }) => outcome.startsWith('exception:')),
    );
  }

  async recordUnknown(tx: Tx, exception: PaymentException): Promise<boolean> {
    const { id, provider, notificationId, reference, reason, amount, createdAt } = exception;
    const parameters = [id, provider, notificationId, reference, reason, amount.toFixed(), amount.currency, createdAt];
    return (await this.db.in(tx).execute(RECORD_UNKNOWN, parameters)) === 1;
  }

  private async recordExceptions(tx: Tx, items: readonly SettledPayment[]): Promise<RecordedException[]> {
    if (items.length === 0) return [];
    const column = <T>(of: (item: SettledPayment['pending'], reason: string) => T) =>
      items.map(({ pending, outcome }) => of(pending, outcome.slice('exception:'.length)));
    const rows = await this.db
      .in(tx)
      .query<RecordedRow>(RECORD_EXCEPTIONS, [
        column(() => newId()),
        column(({ notification }) => notification.provider),
        column(({ notification }) => notification.id),
        column(({ notification }) => notification.reference),
        column(({ link }) => link.id),
        column(({ order }) => order.id),
        column((_, reason) => reason),
        column(({ notification }) => notification.paid?.toFixed() ?? '0'),
        column(({ notification, link }) => notification.paid?.currency ?? link.currency),
        column(({ link }) => link.accountId),
      ]);
    return rows
      .filter((row) => row.is_new)
      .map(({ id, provider, notification_id: notificationId, amount, currency }) => ({
        ...{ id, provider, notificationId, amount: Money.of(amount, currency) },
      }));
  }
}

function columnsOf(subjects: readonly Subject[]): [providers: string[], references: string[]] {
  return [subjects.map(({ provider }) => provider), subjects.map(({ reference }) => reference)];
}
