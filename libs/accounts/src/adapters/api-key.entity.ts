import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { KeyEnvironment } from '../domain/api-key';
import type { ManagedKey } from '../domain/key-settings';

@Entity('api_keys')
export class ApiKeyEntity implements ManagedKey {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  accountId!: string;

  @Column('uuid', { nullable: true, select: false })
  userId!: string | null;

  @Column('text')
  name!: string;

  @Column('text')
  environment!: KeyEnvironment;

  @Column('bytea', { select: false })
  secretHash!: Buffer;

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
