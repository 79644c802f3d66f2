import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

@Entity('webhook_secrets')
export class WebhookSecretEntity {
  @PrimaryColumn('uuid')
  endpointId!: string;

  @PrimaryColumn('integer')
  version!: number;

  @Column('text')
  keyId!: string;

  @Column('bytea')
  ciphertext!: Buffer;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
