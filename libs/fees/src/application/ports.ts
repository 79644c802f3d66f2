import type { Tx } from '@app/kernel';
import type { FeeSchedule } from '../domain/fee-schedule';

/** The fee schedules that staff have set. */
export abstract class FeeScheduleRepository {
  /** The account's stored schedule; undefined when none was set. */
  abstract find(accountId: string): Promise<FeeSchedule | undefined>;
  /** Sets or replaces the account's schedule. */
  abstract save(tx: Tx, accountId: string, schedule: FeeSchedule): Promise<void>;
}
