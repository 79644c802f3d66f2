import type { Currency } from '@app/kernel';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Beneficiary } from '../domain/beneficiary';
import type { BankFields, IdentityDocument } from '../domain/destination';

@Entity('beneficiaries')
export class BeneficiaryEntity implements Beneficiary {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  accountId!: string;

  @Column('text')
  name!: string;

  @Column('text')
  email!: string;

  @Column('jsonb')
  document!: IdentityDocument;

  @Column('text')
  country!: string;

  @Column('text')
  bankCountry!: string;

  @Column('text')
  currency!: Currency;

  @Column('jsonb')
  bank!: BankFields;

  @Column('bytea', { name: 'bank_sealed', select: false })
  bankEncrypted!: Buffer;

  @Column('boolean')
  active!: boolean;

  @Column('timestamptz')
  createdAt!: Date;

  @Column('timestamptz')
  updatedAt!: Date;
}
