import { timedPage, type ListPart, type Page } from '@app/kernel';
import { Database, listPartParameters, type SqlParameter } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { PayoutsReader, type PayoutFilter, type PayoutQuery, type PayoutWithHistory } from '../application/ports';
import type { Payout } from '../domain/payout';
import { historyOf, toPayout, type HistoryRow, type PayoutRow } from './payout-rows';
import * as statements from './payout-statements';

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

  async *stream(accountId: string, filter: PayoutFilter): AsyncGenerator<Payout> {
    const parameters = parametersOf(accountId, filter);
    for await (const row of this.db.stream<PayoutRow>(statements.LIST, parameters)) yield toPayout(row);
  }
}

function parametersOf(accountId: string, query: PayoutFilter & Partial<ListPart>): SqlParameter[] {
  const { type, status, walletId } = query;
  return [...listPartParameters(accountId, query), type ?? null, status ?? null, walletId ?? null];
}
