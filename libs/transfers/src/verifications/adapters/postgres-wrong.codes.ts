import type { Tx } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { WrongCodes } from '../application/ports';
import { RECORD_WRONG_CODE, WRONG_CODES } from './verification-statements';

@Injectable()
export class PostgresWrongCodes extends WrongCodes {
  constructor(private readonly db: Database) {
    super();
  }

  async record(tx: Tx, accountId: string, at: Date, before: Date): Promise<void> {
    await this.db.in(tx).execute(RECORD_WRONG_CODE, [accountId, at, before]);
  }

  async listSince(tx: Tx, accountId: string, from: Date, limit: number): Promise<Date[]> {
    const rows = await this.db.in(tx).query<{ at: Date }>(WRONG_CODES, [accountId, from, limit]);
    return rows.map(({ at }) => at);
  }
}
