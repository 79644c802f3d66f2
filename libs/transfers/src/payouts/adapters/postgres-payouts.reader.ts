import { timedPage, type ListPart, type Page } from '@app/kernel';
import { Database, listPartParameters, type SqlParameter } from '@app/platform';
import { Injectable } from '@nestjs/common';
import {
  PayoutsReader,
  type PayoutFilter,
  type PayoutQuery,
  type PayoutWithAttempts,
  type PayoutWithHistory,
} from '../application/ports';
import type { HistoryEntry, Payout } from '../domain/payout';
import { toPayout, type PayoutRow } from './payout-rows';
import * as statements from './payout-statements';

type HistoryRow = { history: (Omit<HistoryEntry, 'at'> & { at: string })[] };
type AttemptsRow = PayoutRow & { attempts: number; last_error: string | null; next_attempt_at: Date | null };

@Injectable()
export class PostgresPayoutsReader extends PayoutsReader {
  constructor(private readonly db: Database) {
    super();
  }

  async find(accountId: string, id: string): Promise<PayoutWithHistory | undefined> {
    const [row] = await this.db.read<PayoutRow & HistoryRow>(statements.FIND, [accountId, id]);
    return row && { payout: toPayout(row), history: historyOf(row) };
  }

  async list(accountId: string, query: PayoutQuery): Promise<Page<Payout>> {
    const rows = await this.db.report<PayoutRow>(statements.LIST, parametersOf(accountId, query));
    return timedPage(rows.map(toPayout), query.limit);
  }

  async *every(accountId: string, filter: PayoutFilter): AsyncGenerator<Payout> {
    const parameters = parametersOf(accountId, filter);
    for await (const row of this.db.stream<PayoutRow>(statements.LIST, parameters)) yield toPayout(row);
  }

  async findForStaff(id: string): Promise<(PayoutWithAttempts & PayoutWithHistory) | undefined> {
    const [row] = await this.db.read<AttemptsRow & HistoryRow>(statements.FIND_FOR_STAFF, [id]);
    return row && { ...withAttempts(row), history: historyOf(row) };
  }

  async stuck(olderThanMs: number, limit: number): Promise<PayoutWithAttempts[]> {
    return (await this.db.read<AttemptsRow>(statements.STUCK, [olderThanMs, limit])).map(withAttempts);
  }

  async countStuck(olderThanMs: number): Promise<number> {
    const [row] = await this.db.read<{ stuck: number }>(statements.COUNT_STUCK, [olderThanMs]);
    return row?.stuck ?? 0;
  }
}

function parametersOf(accountId: string, query: PayoutFilter & Partial<ListPart>): SqlParameter[] {
  const { type, status, walletId } = query;
  return [...listPartParameters(accountId, query), type ?? null, status ?? null, walletId ?? null];
}

function historyOf({ history }: HistoryRow): HistoryEntry[] {
  return history.map(({ status, at, reason }) => ({ status, at: new Date(at), reason }));
}

function withAttempts(row: AttemptsRow): PayoutWithAttempts {
  return {
    payout: toPayout(row),
    attempts: row.attempts,
    lastError: row.last_error,
    nextAttemptAt: row.next_attempt_at,
  };
}
