import { Money, RetryTransactionError, type Tx } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { FactsRepository, type Backlog, type DueFact, type ReceivedFact, type Stored } from '../application/ports';
import type { Fact, FactKey, SettledFact, StoredFact, Subject } from '../domain/fact';
import { BACKLOG, FIND_STORED, NOTE_WAITING, SETTLE, STORE, TAKE_DUE, UNSETTLED } from './fact-statements';

interface DueRow {
  provider: string;
  notification_id: string;
  kind: string;
  reference: string;
}

interface FactRow extends DueRow {
  type: string;
  paid_amount: string | null;
  paid_currency: string | null;
  details: Fact['details'];
  received_at: Date;
  request_id: string | null;
}

@Injectable()
export class PostgresFactsRepository extends FactsRepository {
  constructor(private readonly db: Database) {
    super();
  }

  async store(tx: Tx, received: readonly ReceivedFact[]): Promise<Stored[]> {
    const column = <T>(of: (one: Fact, body: string) => T) => received.map(({ fact, body }) => of(fact, body));
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
        received.map(({ requestId }) => requestId ?? null),
      ]);
    return rows.map(({ state }) => state);
  }

  async findUnsettled(tx: Tx, kind: string, subjects: readonly Subject[]): Promise<StoredFact[]> {
    const rows = await this.db
      .in(tx)
      .query<FactRow>(UNSETTLED, [
        kind,
        subjects.map(({ provider }) => provider),
        subjects.map(({ reference }) => reference),
      ]);
    return rows.map(toFact);
  }

  async settle(tx: Tx, settled: readonly SettledFact[]): Promise<void> {
    const count = await this.db
      .in(tx)
      .execute(SETTLE, [
        settled.map(({ fact }) => fact.provider),
        settled.map(({ fact }) => fact.id),
        settled.map(({ outcome }) => outcome),
        settled.map(({ opens, isRecord = false }) => isRecord || opens !== undefined),
      ]);
    if (count !== settled.length) throw new RetryTransactionError('a fact is already settled');
  }

  async takeDue(tx: Tx, kinds: readonly string[], limit: number): Promise<DueFact[]> {
    const rows = await this.db.in(tx).query<DueRow>(TAKE_DUE, [kinds, limit]);
    return rows.map(({ notification_id: id, ...row }) => ({ ...row, id }));
  }

  async findStored(tx: Tx, provider: string, ids: readonly string[]): Promise<Set<string>> {
    const rows = await this.db.in(tx).query<{ id: string }>(FIND_STORED, [provider, ids]);
    return new Set(rows.map(({ id }) => id));
  }

  async noteWaiting(tx: Tx, waiting: readonly FactKey[], longestMs: number): Promise<FactKey[]> {
    const keys = [waiting.map(({ provider }) => provider), waiting.map(({ id }) => id)];
    const rows = await this.db
      .in(tx)
      .query<{ provider: string; id: string; is_overdue: boolean }>(NOTE_WAITING, [...keys, longestMs]);
    return rows.filter((row) => row.is_overdue).map(({ provider, id }) => ({ provider, id }));
  }

  async backlog(): Promise<Backlog> {
    const [row] = await this.db.read<{ pending: string; oldest: string }>(BACKLOG);
    return { pending: Number(row?.pending ?? 0), oldestSeconds: Number(row?.oldest ?? 0) };
  }
}

function toFact(row: FactRow): StoredFact {
  const { provider, notification_id: id, kind, type, reference, paid_amount: paid, paid_currency: currency } = row;
  const amount = paid !== null && currency !== null ? Money.of(paid, currency) : null;
  const { details, received_at: receivedAt, request_id: requestId } = row;
  return { provider, id, kind, type, reference, amount, details, receivedAt, requestId };
}
