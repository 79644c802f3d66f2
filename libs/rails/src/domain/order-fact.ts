import type { Money, UnsupportedAmount } from '@app/kernel';
import type { Fact } from './fact';
import { textField } from './fact-details';
import { amountFields, unsupportedAmountOf } from './reported-amount';

/** A provider's fact about an order that we gave it. */
export interface OrderFact<Type extends string> {
  readonly provider: string;
  /** The provider's own id of the fact. */
  readonly id: string;
  readonly type: Type;
  /** Our id of the order. */
  readonly reference: string;
  /** What was carried out, or came back; null unless the type reports money. */
  readonly amount: Money | UnsupportedAmount | null;
  /** The provider's own reference of the order. */
  readonly providerReference: string | null;
  /** Why it failed or came back. */
  readonly reason: string | null;
}

/** The fact in the form that the inbox stores. UUIDs are stored in lower case. */
export function toOrderFact(kind: string, { amount, providerReference, reason, ...fact }: OrderFact<string>): Fact {
  return {
    ...fact,
    reference: fact.reference.toLowerCase(),
    kind,
    ...amountFields(amount, { provider_reference: providerReference, reason }),
  };
}

/** The inverse of `toOrderFact`. Throws for a type that is not one of the kind. */
export function readOrderFact<Type extends string>(
  fact: Fact,
  isOfKind: (type: string) => type is Type,
): OrderFact<Type> {
  const { provider, id, type, reference, amount, details } = fact;
  if (!isOfKind(type)) throw new Error(`a fact of the kind ${fact.kind} has the type ${type}`);
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
