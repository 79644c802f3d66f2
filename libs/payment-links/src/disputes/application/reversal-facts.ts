import type { Money, UnsupportedAmount } from '@app/kernel';
import { amountFields, textField, unsupportedAmountOf, type CaseKind, type Fact } from '@app/rails';

/** The kind of facts that providers send about money that left a payment without a request of ours. */
export const REVERSAL = 'reversal';

/**
 * What a provider reports about a payment, in chronological order: a refund made in its own dashboard, which may fail later,
 * or a dispute that takes the money, ends with the loss of it, or brings it back. `dispute.adjusted` is money that came back
 * beside a victory: while nothing was decided, after a loss, or beyond what the victory brought.
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
  /**
   * What was taken, or came back, as the provider has it: in the payer's currency, unless the provider knows it in another
   * only. No fact has money that another one has.
   */
  readonly amount: Money | UnsupportedAmount;
  readonly reason: string | null;
}

/** Cases about how much was taken. */
export const ABOUT_FIGURES: readonly CaseKind[] = ['dispute_difference', 'dispute_currency'];

/** The key of the case about a taking that no record has: the facts about its opening and its loss open one case. */
export function untakenKey({ providerReference }: Pick<ReversalFact, 'providerReference'>): string {
  return `${providerReference}:not_taken`;
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
