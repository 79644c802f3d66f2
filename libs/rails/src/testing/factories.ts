import { Money, newId } from '@app/kernel';
import type { Fact } from '../domain/fact';

/** A payout that a bank has sent. */
export function aFact(changes: Partial<Fact> = {}): Fact {
  return {
    provider: 'bank',
    id: newId(),
    kind: 'payout',
    type: 'payout.sent',
    reference: `ref_${newId()}`,
    amount: Money.of('100', 'ARS'),
    details: null,
    ...changes,
  };
}
