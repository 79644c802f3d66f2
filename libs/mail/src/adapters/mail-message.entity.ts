import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { MailStatus } from '../domain/message';

@Entity('mail_messages')
export class MailMessageEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { nullable: true })
  accountId!: string | null;

  @Column('text', { name: 'to_address' })
  to!: string;

  @Column('text')
  subject!: string;

  @Column('text', { name: 'text_body' })
  text!: string;

  @Column('text', { name: 'html_body', nullable: true })
  html!: string | null;

  @Column('boolean')
  sensitive!: boolean;

  @Column('text')
  dedupeKey!: string;

  @Column('text')
  status!: MailStatus;

  @Column('smallint', { default: 0 })
  attempts!: number;

  /** When the message can be claimed next; a claim moves it to the end of its lease. */
  @Column('timestamptz', { default: () => 'now()' })
  nextAttemptAt!: Date;

  @Column('timestamptz', { nullable: true })
  leaseUntil!: Date | null;

  @Column('text', { nullable: true })
  lastError!: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @Column('timestamptz', { nullable: true })
  sentAt!: Date | null;
}
