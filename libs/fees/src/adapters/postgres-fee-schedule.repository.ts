import type { Tx } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { FeeScheduleRepository } from '../application/ports';
import type { FeeSchedule } from '../domain/fee-schedule';
import { feeScheduleToJson, parseFeeSchedule } from '../domain/fee-schedule-json';
import { FeeScheduleEntity } from './fee-schedule.entity';

@Injectable()
export class PostgresFeeScheduleRepository extends FeeScheduleRepository {
  constructor(
    @InjectRepository(FeeScheduleEntity) private readonly schedules: Repository<FeeScheduleEntity>,
    private readonly db: Database,
  ) {
    super();
  }

  async find(accountId: string): Promise<FeeSchedule | undefined> {
    const found = await this.schedules.findOneBy({ accountId });
    return found ? toDomain(found) : undefined;
  }

  async save(tx: Tx, accountId: string, schedule: FeeSchedule): Promise<void> {
    await this.db
      .manager(tx)
      .upsert(FeeScheduleEntity, { accountId, schedule: feeScheduleToJson(schedule) }, ['accountId']);
  }
}

function toDomain({ accountId, schedule }: FeeScheduleEntity): FeeSchedule {
  try {
    return parseFeeSchedule(schedule);
  } catch (error) {
    // A validation error would blame the caller's request for a damaged row.
    throw new Error(`the stored fee schedule of account ${accountId} cannot be read`, { cause: error });
  }
}
