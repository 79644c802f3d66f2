import type { Tx } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { NO_FEES, type FeeSchedule } from '../domain/fee-schedule';
import { FeeScheduleRepository } from './ports';

/**
 * The fee schedules of accounts. Reads take another connection, so they belong before a transaction, not inside it.
 */
@Injectable()
export class FeeSchedules {
  constructor(private readonly schedules: FeeScheduleRepository) {}

  /** The account's schedule; `NO_FEES` when none was set. */
  async of(accountId: string): Promise<FeeSchedule> {
    return (await this.schedules.find(accountId)) ?? NO_FEES;
  }

  /** Replaces the account's schedule as a whole. */
  async set(tx: Tx, accountId: string, schedule: FeeSchedule): Promise<void> {
    await this.schedules.save(tx, accountId, schedule);
  }
}
