import { Money, newId } from '@app/kernel';
import type { RailNotification } from '../domain/notification';

/** A payout that a bank has sent. */
export function aNotification(changes: Partial<RailNotification> = {}): RailNotification {
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
