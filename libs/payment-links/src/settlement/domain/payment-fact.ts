import type { Money, UnsupportedAmount } from '@app/kernel';
import type { Payer } from '../../checkout/domain/checkout-order';

/** What a rail reports about an order, in chronological order. A return without an amount takes back the whole. */
export const PAYMENT_FACT_TYPES = [
  'order.lapsed',
  'order.declined',
  'debit.submitted',
  'payment.received',
  'debit.settled',
  'debit.refused',
  'debit.returned',
] as const;

export type PaymentFactType = (typeof PAYMENT_FACT_TYPES)[number];

export function isPaymentFactType(type: unknown): type is PaymentFactType {
  return PAYMENT_FACT_TYPES.some((known) => known === type);
}

/** Whether facts of this type report an amount that arrived. */
export function reportsMoney(type: PaymentFactType): boolean {
  return type === 'payment.received' || type === 'debit.settled';
}

/** A rail's fact about an order. */
export interface PaymentFact {
  readonly provider: string;
  /** The rail's own id of the fact. */
  readonly id: string;
  readonly type: PaymentFactType;
  /** The order, as the rail refers to it. */
  readonly reference: string;
  /** What was paid, or what a return took back; null where the rail does not say it. */
  readonly paid: Money | UnsupportedAmount | null;
  /** Who paid, as far as the rail knows. */
  readonly payer: Payer | null;
  /** The payment, where the rail refers to it by another name than the order: in refunds and disputes. */
  readonly paymentReference?: string | undefined;
  /** When the payer paid, where the rail says so: we may hear of it much later. */
  readonly paidAt?: Date | undefined;
}
