import type { Tx } from '@app/kernel';
import { Database, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { FeeScheduleRepository } from '../application/ports';
import type { FeeSchedule } from '../domain/fee-schedule';
import { feeScheduleToJson, parseFeeSchedule } from '../domain/fee-schedule-json';

interface FeeScheduleRow {
  account_id: string;
  schedule: unknown;
}

const FIND = statement(
  'fee-schedules.find',
  'SELECT account_id, schedule FROM fee_schedules WHERE account_id = ANY($1::uuid[])',
);

const SAVE = statement(
  'fee-schedules.save',
  `INSERT INTO fee_schedules (account_id, schedule) VALUES ($1, $2)
   ON CONFLICT (account_id) DO UPDATE SET schedule = excluded.schedule, updated_at = now()`,
);

@Injectable()
export class PostgresFeeScheduleRepository extends FeeScheduleRepository {
  constructor(private readonly db: Database) {
    super();
  }

  async find(accountIds: readonly string[]): Promise<Map<string, FeeSchedule>> {
    if (accountIds.length === 0) return new Map();
    const rows = await this.db.read<FeeScheduleRow>(FIND, [accountIds]);
    return new Map(rows.map((row) => [row.account_id, toDomain(row)]));
  }

  async save(tx: Tx, accountId: string, schedule: FeeSchedule): Promise<void> {
    await this.db.in(tx).execute(SAVE, [accountId, JSON.stringify(feeScheduleToJson(schedule))]);
  }
}

function toDomain(row: FeeScheduleRow): FeeSchedule {
  try {
    return parseFeeSchedule(row.schedule);
  } catch (error) {
    // A validation error here would blame the caller's request for a row that somebody damaged.
    throw new Error(`the stored fee schedule of account ${row.account_id} cannot be read`, { cause: error });
  }
}
