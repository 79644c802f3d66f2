import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FeeScheduleEntity } from './adapters/fee-schedule.entity';
import { PostgresFeeScheduleRepository } from './adapters/postgres-fee-schedule.repository';
import { FeeSchedules } from './application/fee-schedules';
import { FeeScheduleRepository } from './application/ports';

@Module({
  imports: [TypeOrmModule.forFeature([FeeScheduleEntity])],
  providers: [FeeSchedules, { provide: FeeScheduleRepository, useClass: PostgresFeeScheduleRepository }],
  exports: [FeeSchedules],
})
export class FeesModule {}
