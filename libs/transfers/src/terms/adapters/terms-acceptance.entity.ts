import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { TermsAcceptance } from '../domain/terms';

@Entity('transfer_terms_acceptances')
export class TermsAcceptanceEntity implements TermsAcceptance {
  @PrimaryColumn('uuid')
  accountId!: string;

  @Column('text')
  version!: string;

  @Column('uuid')
  userId!: string;

  @Column('timestamptz')
  acceptedAt!: Date;
}
