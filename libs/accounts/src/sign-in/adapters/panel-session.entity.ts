import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

@Entity('panel_sessions')
export class PanelSessionEntity {
  /** HMAC of the token. */
  @PrimaryColumn('bytea')
  tokenHash!: Buffer;

  /** Names the session to its user. */
  @Column('uuid')
  id!: string;

  @Column('uuid')
  userId!: string;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @Column('timestamptz')
  expiresAt!: Date;

  /** Null for the session of a bearer token. */
  @Column('timestamptz', { nullable: true })
  idleExpiresAt!: Date | null;

  @Column('timestamptz')
  lastSeenAt!: Date;

  /** When its user last proved who they are. */
  @Column('timestamptz')
  confirmedAt!: Date;

  /** The known browser of a cookie; no reference, since it may be forgotten before. */
  @Column('uuid', { nullable: true })
  deviceId!: string | null;

  @Column('text', { nullable: true })
  userAgent!: string | null;

  @Column('text', { nullable: true })
  fromAddress!: string | null;
}
