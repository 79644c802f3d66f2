import { readOrderFact, toOrderFact, type Fact, type OrderFact } from '@app/rails';

/** The kind of facts that providers send about refunds of ours. */
export const REFUND = 'refund';

/** What a provider reports about a refund, in chronological order. */
export const REFUND_FACT_TYPES = ['refund.processing', 'refund.completed', 'refund.failed'] as const;

export type RefundFactType = (typeof REFUND_FACT_TYPES)[number];

export function isRefundFactType(type: unknown): type is RefundFactType {
  return REFUND_FACT_TYPES.some((known) => known === type);
}

/** A provider's fact about a refund that we requested. The amount is what the payer got back. */
export type RefundFact = OrderFact<RefundFactType>;

/** A refund fact in the form that the inbox of rails stores. */
export function toRefundFact(fact: RefundFact): Fact {
  return toOrderFact(REFUND, fact);
}

/** The refund fact that `toRefundFact` was given. Throws for a type that is not one of ours. */
export function readRefundFact(fact: Fact): RefundFact {
  return readOrderFact(fact, isRefundFactType);
}
