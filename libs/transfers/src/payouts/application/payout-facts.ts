import type { Money, UnsupportedAmount } from '@app/kernel';
import { amountFields, textField, unsupportedAmountOf, type Fact } from '@app/rails';

/** The kind of facts that rails send about payouts. */
export const PAYOUT = 'payout';

/** What a rail reports about a payout, in chronological order. */
export const PAYOUT_FACT_TYPES = ['payout.processing', 'payout.completed', 'payout.failed', 'payout.returned'] as const;

export type PayoutFactType = (typeof PAYOUT_FACT_TYPES)[number];

export function isPayoutFactType(type: unknown): type is PayoutFactType {
  return PAYOUT_FACT_TYPES.some((known) => known === type);
}

/** Whether facts of this type carry an amount. */
export function reportsPayoutMoney(type: PayoutFactType): boolean {
  return type === 'payout.completed' || type === 'payout.returned';
}

/** A rail's fact about a payout. */
export interface PayoutFact {
  readonly provider: string;
  /** The rail's own id of the fact. */
  readonly id: string;
  readonly type: PayoutFactType;
  /** Our id of the payout. */
  readonly reference: string;
  /** What the recipient got, or what came back; null unless the type reports money. */
  readonly amount: Money | UnsupportedAmount | null;
  /** The rail's own reference of the payout. */
  readonly providerReference: string | null;
  /** Why it failed or came back. */
  readonly reason: string | null;
}

/** A payout fact in the form that the inbox of rails stores. UUIDs are stored in lower case. */
export function toPayoutFact({ amount, providerReference, reason, ...fact }: PayoutFact): Fact {
  return {
    ...fact,
    reference: fact.reference.toLowerCase(),
    kind: PAYOUT,
    ...amountFields(amount, { provider_reference: providerReference, reason }),
  };
}

/** The inverse of `toPayoutFact`. Throws for a type that is not one of ours. */
export function readPayoutFact(fact: Fact): PayoutFact {
  const { provider, id, type, reference, amount, details } = fact;
  if (!isPayoutFactType(type)) throw new Error(`a fact of the kind ${PAYOUT} has the type ${type}`);
  return {
    provider,
    id,
    type,
    reference,
    amount: amount ?? unsupportedAmountOf(fact),
    providerReference: textField(details, 'provider_reference'),
    reason: textField(details, 'reason'),
  };
}
