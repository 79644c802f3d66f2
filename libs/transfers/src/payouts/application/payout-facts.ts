import { readOrderFact, toOrderFact, type Fact, type OrderFact } from '@app/rails';

/** The kind of facts that rails send about payouts. */
export const PAYOUT = 'payout';

/** All or a part of a completed payout came back; each fact of this type is a return of its own. */
export const RETURNED = 'payout.returned';

/** What a rail reports about a payout, in chronological order. */
export const PAYOUT_FACT_TYPES = ['payout.processing', 'payout.completed', 'payout.failed', RETURNED] as const;

export type PayoutFactType = (typeof PAYOUT_FACT_TYPES)[number];

export function isPayoutFactType(type: unknown): type is PayoutFactType {
  return PAYOUT_FACT_TYPES.some((known) => known === type);
}

/** Whether facts of this type carry an amount. */
export function reportsPayoutMoney(type: PayoutFactType): boolean {
  return type === 'payout.completed' || type === RETURNED;
}

/** A rail's fact about a payout. The amount is what the recipient got, or what came back. */
export type PayoutFact = OrderFact<PayoutFactType>;

/** A payout fact in the form that the inbox of rails stores. */
export function toPayoutFact(fact: PayoutFact): Fact {
  return toOrderFact(PAYOUT, fact);
}

/** The inverse of `toPayoutFact`. Throws for a type that is not one of ours. */
export function readPayoutFact(fact: Fact): PayoutFact {
  return readOrderFact(fact, isPayoutFactType);
}
