import type { Currency, Decimal } from '@app/kernel';
import { DecimalColumn } from '@app/platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { RateSource, StoredRate } from '../domain/stored-rates';

@Entity('exchange_rates')
export class ExchangeRateEntity implements StoredRate {
  @PrimaryColumn('text')
  base!: Currency;

  @PrimaryColumn('text')
  quote!: Currency;

  @DecimalColumn({ name: 'rate' })
  value!: Decimal;

  @Column('timestamptz')
  asOf!: Date;

  @Column('timestamptz', { nullable: true })
  validUntil!: Date | null;

  @Column('text')
  source!: RateSource;

  @Column('timestamptz', { default: () => 'now()' })
  updatedAt!: Date;
}
