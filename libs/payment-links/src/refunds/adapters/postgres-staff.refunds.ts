import { Database, statement } from '@app/platform';
import { attemptColumns, PostgresStaffOrders, type OrderWithAttempts, type WithAttempts } from '@app/rails';
import { Injectable } from '@nestjs/common';
import type { StaffRefunds } from '../application/ports';
import type { Refund } from '../domain/refund';
import { REFUND_COLUMNS, toRefund, type RefundRow } from './refund-rows';
import { REFUND_ORDERS } from './refund-statements';

const FIND = statement(
  'refunds.find-for-staff',
  `SELECT ${REFUND_COLUMNS}, ${attemptColumns('r')} FROM refunds r WHERE r.id = $1`,
);

@Injectable()
export class PostgresStaffRefunds extends PostgresStaffOrders<RefundRow, Refund> implements StaffRefunds {
  constructor(db: Database) {
    super(db, REFUND_ORDERS, toRefund);
  }

  async find(id: string): Promise<OrderWithAttempts<Refund> | undefined> {
    const [row] = await this.db.read<WithAttempts<RefundRow>>(FIND, [id]);
    return row && this.withAttempts(row);
  }
}
