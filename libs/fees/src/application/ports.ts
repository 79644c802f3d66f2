import type { Tx } from '@app/kernel';
import type { FeeSchedule } from '../domain/fee-schedule';

export abstract class FeeScheduleRepository {
  /** The stored schedules by account id; an account without one is not in the map. */
  abstract find(accountIds: readonly string[]): Promise<Map<string, FeeSchedule>>;
  /** Sets or replaces the account's schedule. */
  abstract save(tx: Tx, accountId: string, schedule: FeeSchedule): Promise<void>;
}
