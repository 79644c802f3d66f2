import { Money, newId } from '@app/kernel';
import type { FactCase } from '../domain/case';
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

/** A payout of which the bank says that it paid it, after it failed. */
export function aCase(changes: Partial<FactCase> = {}): FactCase {
  return {
    kind: 'contradiction',
    subject: { type: 'payout', id: newId() },
    accountId: null,
    linkId: null,
    paymentId: null,
    expected: null,
    proposal: 'book_paid',
    ...changes,
  };
}
