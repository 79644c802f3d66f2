import { Money, newId, RetryTransactionError, type Tx } from '@app/kernel';
import { Database } from '@app/platform';
import type { Subject } from '@app/rails';
import { Injectable } from '@nestjs/common';
import { toOrder, type OrderRow } from '../../checkout/adapters/order-rows';
import { toLink, type LinkRow } from '../../links/adapters/link-rows';
import {
  SettlementRepository,
  type SettlementExceptions,
  type ReadNotification,
  type RecordedException,
  type SettledPayment,
} from '../application/ports';
import type { PaymentException } from '../domain/payment-exception';
import type { PaymentFact } from '../domain/payment-fact';
import type { ReportedException } from '../domain/settlement-decision';
import { resolvedExceptions } from '../application/settlement-batch';
import { fromAmount, toAmount, type AmountColumns } from './exception-amounts';
import {
  LOCK,
  LOCK_EXCEPTIONS,
  READ,
  READ_EXCEPTIONS,
  RECOGNIZE,
  RECOGNIZE_EXCEPTIONS,
  RECORD_EXCEPTIONS,
  RECORD_UNKNOWN,
  RESOLVE_EXCEPTIONS,
} from './settlement-statements';

interface ReportedRow {
  n_exceptions: (Omit<ReportedException, 'amount'> & AmountColumns)[] | null;
}

interface PendingRow extends LinkRow, OrderRow, ReportedRow {
  n_position: string;
  n_credited: string[] | null;
}

interface RecordedRow {
  id: string;
  provider: string;
  notification_id: string;
  amount: string | null;
  currency: string | null;
  received_amount: string | null;
  received_currency: string | null;
  is_new: boolean;
}

@Injectable()
export class PostgresSettlementRepository extends SettlementRepository implements SettlementExceptions {
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

  async recognizeExceptions(subjects: readonly Subject[]): Promise<boolean[]> {
    const rows = await this.db.read<{ known: boolean }>(RECOGNIZE_EXCEPTIONS, columnsOf(subjects));
    return rows.map(({ known }) => known);
  }

  async lockExceptions(tx: Tx, subjects: readonly Subject[]): Promise<void> {
    await this.db.in(tx).execute(LOCK_EXCEPTIONS, columnsOf(subjects));
  }

  async readExceptions(tx: Tx, subjects: readonly Subject[]): Promise<ReportedException[][]> {
    return (await this.db.in(tx).query<ReportedRow>(READ_EXCEPTIONS, columnsOf(subjects))).map(reportedOf);
  }

  async read(tx: Tx, facts: readonly PaymentFact[]): Promise<ReadNotification[]> {
    const [providers, references] = columnsOf(facts);
    const ids = facts.map(({ id }) => id);
    const rows = await this.db.in(tx).query<PendingRow>(READ, [providers, ids, references]);
    return rows.map((row) => ({
      fact: facts[Number(row.n_position) - 1] as PaymentFact,
      link: toLink(row),
      order: toOrder(row),
      exceptions: reportedOf(row),
      credited: row.n_credited ?? [],
    }));
  }

  async resolveExceptions(tx: Tx, settled: readonly Pick<SettledPayment, 'exception' | 'outcome'>[]): Promise<void> {
    const resolved = resolvedExceptions(settled);
    if (resolved.length === 0) return;
    const count = await this.db
      .in(tx)
      .execute(RESOLVE_EXCEPTIONS, [
        resolved.map(({ id }) => id),
        resolved.map(({ previous }) => previous),
        resolved.map(({ status }) => status),
        resolved.map(({ resolution }) => resolution),
      ]);
    if (count !== resolved.length) throw new RetryTransactionError('staff have resolved an exception meanwhile');
  }

  async recordUnknown(tx: Tx, exception: PaymentException): Promise<boolean> {
    const { id, provider, notificationId, reference, reason, createdAt } = exception;
    const { amount, currency, receivedAmount, receivedCurrency } = fromAmount(exception.amount);
    const parameters = [
      id,
      provider,
      notificationId,
      reference,
      reason,
      createdAt,
      amount,
      currency,
      receivedAmount,
      receivedCurrency,
      exception.paymentReference,
    ];
    return (await this.db.in(tx).execute(RECORD_UNKNOWN, parameters)) === 1;
  }

  async recordExceptions(tx: Tx, settled: readonly SettledPayment[]): Promise<RecordedException[]> {
    const items = settled.filter(({ outcome }) => outcome.startsWith('exception:'));
    if (items.length === 0) return [];
    const amounts = items.map(({ pending: { fact, link } }) => fromAmount(fact.paid ?? Money.zero(link.currency)));
    const column = <T>(of: (item: SettledPayment['pending'], reason: string) => T) =>
      items.map(({ pending, outcome }) => of(pending, outcome.slice('exception:'.length)));
    const rows = await this.db
      .in(tx)
      .query<RecordedRow>(RECORD_EXCEPTIONS, [
        column(() => newId()),
        column(({ fact }) => fact.provider),
        column(({ fact }) => fact.id),
        column(({ fact }) => fact.reference),
        column(({ link }) => link.id),
        column(({ order }) => order.id),
        column((_, reason) => reason),
        column(({ link }) => link.accountId),
        amounts.map(({ amount }) => amount),
        amounts.map(({ currency }) => currency),
        amounts.map(({ receivedAmount }) => receivedAmount),
        amounts.map(({ receivedCurrency }) => receivedCurrency),
        column(({ fact }) => fact.paymentReference ?? null),
      ]);
    return rows.map(({ id, provider, notification_id: notificationId, amount, currency, ...received }) => ({
      id,
      provider,
      notificationId,
      isNew: received.is_new,
      amount: toAmount({
        amount,
        currency,
        receivedAmount: received.received_amount,
        receivedCurrency: received.received_currency,
      }),
    }));
  }
}

function reportedOf({ n_exceptions }: ReportedRow): ReportedException[] {
  return (n_exceptions ?? []).map(({ amount, currency, receivedAmount, receivedCurrency, ...exception }) => ({
    ...exception,
    amount: toAmount({ amount, currency, receivedAmount, receivedCurrency }),
  }));
}

function columnsOf(subjects: readonly Subject[]): [providers: string[], references: string[]] {
  return [subjects.map(({ provider }) => provider), subjects.map(({ reference }) => reference)];
}
