import { Column, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';

@Entity('fee_schedules')
export class FeeScheduleEntity {
  @PrimaryColumn('uuid')
  accountId!: string;

  /** The JSON that `parseFeeSchedule` reads. */
  @Column('jsonb')
  schedule!: object;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt!: Date;
}
