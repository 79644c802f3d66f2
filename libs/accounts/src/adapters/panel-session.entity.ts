import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

@Entity('panel_sessions')
export class PanelSessionEntity {
  /** HMAC of the token. */
  @PrimaryColumn('bytea')
  tokenHash!: Buffer;

  @Column('uuid')
  userId!: string;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @Column('timestamptz')
  expiresAt!: Date;
}
