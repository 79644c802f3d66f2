import { Database } from '@app/platform';
import { PostgresStaffOrders, type WithAttempts } from '@app/rails';
import { Injectable } from '@nestjs/common';
import type { PayoutForStaff, StaffPayouts } from '../application/ports';
import type { Payout } from '../domain/payout';
import { historyOf, toPayout, type HistoryRow, type PayoutRow } from './payout-rows';
import { FIND_FOR_STAFF, PAYOUT_ORDERS } from './payout-statements';

@Injectable()
export class PostgresStaffPayouts
  extends PostgresStaffOrders<PayoutRow, Payout, PayoutForStaff>
  implements StaffPayouts
{
  constructor(db: Database) {
    super(db, PAYOUT_ORDERS, toPayout);
  }

  async find(id: string): Promise<PayoutForStaff | undefined> {
    const [row] = await this.db.read<WithAttempts<PayoutRow> & HistoryRow>(FIND_FOR_STAFF, [id]);
    return row && { ...this.withAttempts(row), history: historyOf(row) };
  }
}
