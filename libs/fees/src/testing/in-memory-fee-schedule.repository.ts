import type { Tx } from '@app/kernel';
import { FeeScheduleRepository } from '../application/ports';
import type { FeeSchedule } from '../domain/fee-schedule';

/** Keeps schedules in a map; a rolled-back transaction is not undone. */
export class InMemoryFeeScheduleRepository extends FeeScheduleRepository {
  private readonly schedules = new Map<string, FeeSchedule>();

  async find(accountIds: readonly string[]): Promise<Map<string, FeeSchedule>> {
    const found = new Map<string, FeeSchedule>();
    for (const id of accountIds) {
      const schedule = this.schedules.get(id);
      if (schedule) found.set(id, schedule);
    }
    return found;
  }

  async save(_tx: Tx, accountId: string, schedule: FeeSchedule): Promise<void> {
    this.schedules.set(accountId, schedule);
  }
}
