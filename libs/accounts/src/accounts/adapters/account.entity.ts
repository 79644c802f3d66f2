import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import type { Account, AccountLanguage, VerificationStatus } from '../domain/account';

@Entity('accounts')
export class AccountEntity implements Account {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  slug!: string;

  @Column('text')
  name!: string;

  @Column('text', { nullable: true })
  email!: string | null;

  @Column('text')
  country!: string;

  @Column('text')
  status!: Account['status'];

  @Column('text')
  kycStatus!: VerificationStatus;

  @Column('text')
  kybStatus!: VerificationStatus;

  @Column('boolean')
  usdEnabled!: boolean;

  @Column('boolean')
  cardsEnabled!: boolean;

  @Column('boolean')
  customerPaidFeeEnabled!: boolean;

  @Column('boolean')
  customerPaidFeeDefault!: boolean;

  @Column('text')
  language!: AccountLanguage;

  @Column('text')
  timeZone!: string;

  @CreateDateColumn({ type: 'timestamptz', select: false })
  createdAt!: Date;

  @UpdateDateColumn({ type: 'timestamptz', select: false })
  updatedAt!: Date;
}
