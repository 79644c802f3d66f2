import { Module } from '@nestjs/common';
import { PostgresFeeScheduleRepository } from './adapters/postgres-fee-schedule.repository';
import { FeeSchedules } from './application/fee-schedules';
import { FeeScheduleRepository } from './application/ports';

@Module({
  providers: [FeeSchedules, { provide: FeeScheduleRepository, useClass: PostgresFeeScheduleRepository }],
  exports: [FeeSchedules],
})
export class FeesModule {}
