import type { Currency } from '@app/kernel';
import { Column, DeleteDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { BankAccount } from '../domain/bank-account';
import type { BankFields, IdentityDocument } from '../domain/destination';

@Entity('bank_accounts')
export class BankAccountEntity implements BankAccount {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  accountId!: string;

  @Column('text')
  holderName!: string;

  @Column('jsonb')
  document!: IdentityDocument;

  @Column('text')
  country!: string;

  @Column('text')
  currency!: Currency;

  @Column('jsonb')
  bank!: BankFields;

  @Column('bytea', { name: 'bank_sealed', select: false })
  bankEncrypted!: Buffer;

  @Column('timestamptz')
  createdAt!: Date;

  /** A deleted one keeps its row, to which the audit log and payouts refer. */
  @DeleteDateColumn({ type: 'timestamptz', select: false })
  deletedAt!: Date | null;
}
