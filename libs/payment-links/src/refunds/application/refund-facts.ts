import type { Money, UnsupportedAmount } from '@app/kernel';
import { amountFields, textField, unsupportedAmountOf, type Fact } from '@app/rails';

/** The kind of facts that providers send about refunds of ours. */
export const REFUND = 'refund';

/** What a provider reports about a refund, in chronological order. */
export const REFUND_FACT_TYPES = ['refund.processing', 'refund.completed', 'refund.failed'] as const;

export type RefundFactType = (typeof REFUND_FACT_TYPES)[number];

export function isRefundFactType(type: unknown): type is RefundFactType {
  return REFUND_FACT_TYPES.some((known) => known === type);
}

/** A provider's fact about a refund that we requested. */
export interface RefundFact {
  readonly provider: string;
  /** The provider's own id of the fact. */
  readonly id: string;
  readonly type: RefundFactType;
  /** Our id of the refund. */
  readonly reference: string;
  /** What the payer got back; null unless it completed. */
  readonly amount: Money | UnsupportedAmount | null;
  readonly providerReference: string | null;
  /** Why it failed. */
  readonly reason: string | null;
}

/** A refund fact in the form that the inbox of rails stores. UUIDs are stored in lower case. */
export function toRefundFact({ amount, providerReference, reason, ...fact }: RefundFact): Fact {
  return {
    ...fact,
    reference: fact.reference.toLowerCase(),
    kind: REFUND,
    ...amountFields(amount, { provider_reference: providerReference, reason }),
  };
}

/** The refund fact that `toRefundFact` was given. Throws for a type that is not one of ours. */
export function readRefundFact(fact: Fact): RefundFact {
  const { provider, id, type, reference, amount, details } = fact;
  if (!isRefundFactType(type)) throw new Error(`a fact of the kind ${REFUND} has the type ${type}`);
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
