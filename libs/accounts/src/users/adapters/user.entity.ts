import { Column, CreateDateColumn, DeleteDateColumn, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { AccountEntity } from '../../accounts/adapters/account.entity';

@Entity('users')
export class UserEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  accountId!: string;

  @ManyToOne(() => AccountEntity)
  @JoinColumn({ name: 'account_id' })
  account!: AccountEntity;

  @Column('text')
  email!: string;

  @Column('text', { nullable: true })
  name!: string | null;

  @Column('text', { select: false })
  passwordHash!: string;

  @Column('text', { array: true })
  permissions!: string[];

  @Column('boolean', { default: true })
  isActive!: boolean;

  /** Null once the user has a password of their own. */
  @Column('timestamptz', { nullable: true })
  invitedAt!: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  /** A deleted user keeps the row, to which keys and sessions refer, and frees the address. */
  @DeleteDateColumn({ type: 'timestamptz' })
  deletedAt!: Date | null;
}
