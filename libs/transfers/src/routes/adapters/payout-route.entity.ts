import type { Currency, Decimal } from '@app/kernel';
import { DecimalColumn } from '@app/platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('payout_routes')
export class PayoutRouteEntity {
  @PrimaryColumn('text')
  originCurrency!: Currency;

  @PrimaryColumn('text')
  destinationCountry!: string;

  @PrimaryColumn('text')
  destinationCurrency!: Currency;

  @DecimalColumn()
  minimum!: Decimal;

  @DecimalColumn()
  dollarPrice!: Decimal;

  @Column('text')
  leadTime!: string;

  @Column('boolean')
  instant!: boolean;

  @Column('boolean')
  removed!: boolean;

  @Column('timestamptz', { default: () => 'now()' })
  updatedAt!: Date;
}
