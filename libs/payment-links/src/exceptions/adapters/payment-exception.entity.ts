import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { ExceptionReason, ExceptionStatus } from '../../settlement/domain/payment-exception';

@Entity('payment_exceptions')
export class PaymentExceptionEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  provider!: string;

  @Column('text')
  notificationId!: string;

  @Column('text')
  reference!: string;

  @Column('text', { nullable: true })
  paymentReference!: string | null;

  @Column('text', { nullable: true })
  reversalReference!: string | null;

  @Column('uuid', { name: 'payment_link_id', nullable: true })
  linkId!: string | null;

  @Column('uuid', { nullable: true })
  orderId!: string | null;

  @Column('text')
  reason!: ExceptionReason;

  /** Of the link; null while no link is known. */
  @Column('uuid', { nullable: true, select: false })
  accountId!: string | null;

  /** Decimal text; null, with the currency, while the amount is only known as text. */
  @Column('numeric', { nullable: true })
  amount!: string | null;

  @Column('text', { nullable: true })
  currency!: string | null;

  /** The text that the rail sent. */
  @Column('text', { nullable: true })
  receivedAmount!: string | null;

  @Column('text', { nullable: true })
  receivedCurrency!: string | null;

  @Column('text')
  status!: ExceptionStatus;

  @Column('uuid', { nullable: true })
  walletId!: string | null;

  @Column('text', { nullable: true })
  resolution!: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @Column('timestamptz', { nullable: true })
  resolvedAt!: Date | null;
}
