import { Column, CreateDateColumn, DeleteDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import type { EventName } from '../domain/event-names';

@Entity('webhook_endpoints')
export class WebhookEndpointEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  accountId!: string;

  @Column('uuid', { nullable: true })
  apiKeyId!: string | null;

  @Column('text')
  url!: string;

  /** The URL's normal form. Null for an older endpoint that reaches the same address as another one. */
  @Column('text', { nullable: true })
  address!: string | null;

  @Column('text', { nullable: true })
  description!: string | null;

  @Column('text', { array: true })
  events!: EventName[];

  @Column('boolean')
  isActive!: boolean;

  @Column('integer')
  secretVersion!: number;

  @Column('timestamptz', { nullable: true })
  lastTriggeredAt!: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt!: Date;

  /** A deleted endpoint keeps the row, to which its deliveries refer, and frees the URL. */
  @DeleteDateColumn({ type: 'timestamptz' })
  deletedAt!: Date | null;
}
