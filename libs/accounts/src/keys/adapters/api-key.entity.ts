import { Column, CreateDateColumn, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import type { KeyEnvironment } from '../domain/api-key';
import { UserEntity } from '../../users/adapters/user.entity';

@Entity('api_keys')
export class ApiKeyEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  accountId!: string;

  @Column('uuid', { nullable: true, select: false })
  userId!: string | null;

  @ManyToOne(() => UserEntity)
  @JoinColumn({ name: 'user_id' })
  user!: UserEntity | null;

  @Column('text')
  name!: string;

  @Column('text')
  environment!: KeyEnvironment;

  @Column('bytea', { select: false })
  secretHash!: Buffer;

  @Column('text', { nullable: true })
  lastFour!: string | null;

  @Column('text', { array: true })
  permissions!: string[];

  @Column('text', { array: true })
  allowedOrigins!: string[];

  @Column('integer')
  rateLimit!: number;

  @Column('timestamptz', { nullable: true })
  expiresAt!: Date | null;

  @Column('boolean', { default: true })
  isActive!: boolean;

  @Column('timestamptz', { nullable: true })
  lastUsedAt!: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
