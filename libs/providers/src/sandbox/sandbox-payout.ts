import { targetOf, type Money, type Transitions } from '@app/kernel';
import type { PayoutFactType } from '@app/transfers';
import type { SandboxNotification } from './sandbox-notifications';

/** `processing` from the moment that the rail accepts a payout. */
export type SandboxPayoutState = 'processing' | 'completed' | 'failed' | 'returned';

export const SANDBOX_PAYOUT_EVENTS = ['process', 'complete', 'fail', 'return'] as const;

export type SandboxPayoutEvent = (typeof SANDBOX_PAYOUT_EVENTS)[number];

/** An event that led to the current state may be repeated: the rail then sends the same notification again. */
export const SANDBOX_PAYOUT_TRANSITIONS: Transitions<SandboxPayoutEvent, SandboxPayoutState> = {
  process: { processing: 'processing' },
  complete: { processing: 'completed', completed: 'completed' },
  fail: { processing: 'failed', failed: 'failed' },
  return: { completed: 'returned', returned: 'returned' },
};

/** The reasons that the rail gives unless a tester names another one. */
export const DEFAULT_REASONS: Readonly<Record<SandboxPayoutEvent, string | null>> = {
  process: null,
  complete: null,
  fail: 'The bank rejected the payout.',
  return: 'The bank returned the payout.',
};

/** A payout in the rail's own ledger. */
export interface SandboxPayout {
  /** The service's id of the payout. */
  readonly id: string;
  readonly reference: string;
  readonly amount: Money;
  readonly holder: string;
  readonly state: SandboxPayoutState;
  readonly reason: string | null;
}

/** What the rail reports in each state. A payout that came back was completed before, which may not have arrived. */
const REPORTS: Readonly<Record<SandboxPayoutState, readonly PayoutFactType[]>> = {
  processing: ['payout.processing'],
  completed: ['payout.completed'],
  failed: ['payout.failed'],
  returned: ['payout.completed', 'payout.returned'],
};

/** The notifications of the payout's state, in order. They are the same whenever they are sent again. */
export function notificationsOf({ id, reference, amount, state, reason }: SandboxPayout): SandboxNotification[] {
  return REPORTS[state].map((type) => ({
    id: `${id}:${type}`,
    type,
    reference: id,
    amount: amount.toFixed(),
    currency: amount.currency,
    provider_reference: reference,
    ...(reason !== null && type !== 'payout.completed' && { reason }),
  }));
}

/** What the rail does with a payout on its own, depending on the name of the account's holder. Null: it waits. */
export function unattendedEventOf(holder: string): 'complete' | 'fail' | null {
  if (holder.includes('FAIL')) return 'fail';
  return holder.includes('HOLD') ? null : 'complete';
}

/** The state after the event. */
export function stateAfter(event: SandboxPayoutEvent): SandboxPayoutState {
  return targetOf(SANDBOX_PAYOUT_TRANSITIONS, event);
}

/** Whether the event can happen to a payout that the rail has just accepted. */
export function canBeFirst(event: SandboxPayoutEvent): boolean {
  return SANDBOX_PAYOUT_TRANSITIONS[event].processing !== undefined;
}
