import type { Money, UnsupportedAmount } from '@app/kernel';
import { amountFields, textField, unsupportedAmountOf, type Fact } from '@app/rails';

/** The kind of facts that providers send about money that left a payment without a request of ours. */
export const REVERSAL = 'reversal';

/**
 * What a provider reports about a payment, in chronological order: a refund made in its own dashboard, which may fail later,
 * or a dispute that takes the money, ends with the loss of it, or is won and brings it back. `dispute.adjusted`: some of the
 * money came back although the dispute was not won; the fact's id names that money.
 */
export const REVERSAL_FACT_TYPES = [
  'refund.made',
  'refund.failed',
  'dispute.opened',
  'dispute.lost',
  'dispute.won',
  'dispute.adjusted',
] as const;

export type ReversalFactType = (typeof REVERSAL_FACT_TYPES)[number];

export function isReversalFactType(type: unknown): type is ReversalFactType {
  return REVERSAL_FACT_TYPES.some((known) => known === type);
}

/** A provider's fact about a refund or a dispute that began at the provider. */
export interface ReversalFact {
  readonly provider: string;
  /** The provider's own id of the fact. */
  readonly id: string;
  readonly type: ReversalFactType;
  /** The order as the provider refers to it, or the payment: what its payment fact gave as `paymentReference`. */
  readonly reference: string;
  /** The provider's id of the refund or the dispute: all facts about one have the same. */
  readonly providerReference: string;
  /** What was taken or came back, in the payer's currency unless the bank says otherwise. */
  readonly amount: Money | UnsupportedAmount;
  readonly reason: string | null;
}

/** A reversal in the form that the inbox of rails stores. */
export function toReversalFact({ amount, providerReference, reason, ...fact }: ReversalFact): Fact {
  const details = { provider_reference: providerReference, reason };
  return { ...fact, kind: REVERSAL, ...amountFields(amount, details) };
}

/** The reversal that `toReversalFact` was given. Throws for a fact that it did not write. */
export function readReversalFact(fact: Fact): ReversalFact {
  const { provider, id, type, reference, amount, details } = fact;
  const [money, providerReference] = [amount ?? unsupportedAmountOf(fact), textField(details, 'provider_reference')];
  if (!isReversalFactType(type) || !money || providerReference === null) {
    throw new Error(`a fact of the kind ${REVERSAL} and the type ${type} is incomplete`);
  }
  return { provider, id, type, reference, providerReference, amount: money, reason: textField(details, 'reason') };
}
