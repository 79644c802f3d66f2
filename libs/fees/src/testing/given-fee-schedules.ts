import type { Tx } from '@app/kernel';
import { FeeSchedules } from '../application/fee-schedules';
import { NO_FEES, type FeeSchedule } from '../domain/fee-schedule';

/** The schedules that a test sets, for tests of other libraries that need no table of them. */
export class GivenFeeSchedules extends FeeSchedules {
  private readonly given = new Map<string, FeeSchedule>();

  constructor() {
    super(undefined as never);
  }

  override async of(accountId: string): Promise<FeeSchedule> {
    return this.given.get(accountId) ?? NO_FEES;
  }

  override async set(_tx: Tx, accountId: string, schedule: FeeSchedule): Promise<void> {
    this.given.set(accountId, schedule);
  }
}
