import { targetOf, type Money, type Transitions } from '@app/kernel';
import type { RefundFactType } from '@app/payment-links';
import type { PayoutFactType } from '@app/transfers';
import type { SandboxNotification } from './sandbox-notifications';

/** `processing` from the moment that the rail accepts a payout. */
export type SandboxOutflowState = 'processing' | 'completed' | 'failed' | 'returned';

export const SANDBOX_PAYOUT_EVENTS = ['process', 'complete', 'fail', 'return'] as const;

export type SandboxOutflowEvent = (typeof SANDBOX_PAYOUT_EVENTS)[number];

/** An event that led to the current state may be repeated: the rail then sends the same notification again. */
export const SANDBOX_OUTFLOW_TRANSITIONS: Transitions<SandboxOutflowEvent, SandboxOutflowState> = {
  process: { processing: 'processing' },
  complete: { processing: 'completed', completed: 'completed' },
  fail: { processing: 'failed', failed: 'failed' },
  return: { completed: 'returned', returned: 'returned' },
};

/** The reasons that the rail gives unless a tester names another one. */
export const DEFAULT_REASONS: Readonly<Record<SandboxOutflowEvent, string | null>> = {
  process: null,
  complete: null,
  fail: 'The bank rejected the payout.',
  return: 'The bank returned the payout.',
};

/** A payout or a refund in the rail's own ledger. */
export interface SandboxOutflow {
  /** The service's id of it. */
  readonly id: string;
  readonly kind: 'payout' | 'refund';
  /** The name under which the service stores its provider. */
  readonly provider: string;
  readonly reference: string;
  readonly amount: Money;
  readonly holder: string;
  readonly state: SandboxOutflowState;
  readonly reason: string | null;
  /** What came back of a payout, each part with its reason. None for one that came back whole before there were parts. */
  readonly returns: readonly SandboxReturn[];
}

export interface SandboxReturn {
  readonly amount: Money;
  readonly reason: string | null;
}

/** What the rail reports in each state. A payout that came back was completed before, which may not have arrived. */
const REPORTS: Readonly<
  Record<SandboxOutflow['kind'], Readonly<Record<SandboxOutflowState, readonly (PayoutFactType | RefundFactType)[]>>>
> = {
  payout: {
    processing: ['payout.processing'],
    completed: ['payout.completed'],
    failed: ['payout.failed'],
    returned: ['payout.completed', 'payout.returned'],
  },
  refund: {
    processing: ['refund.processing'],
    completed: ['refund.completed'],
    failed: ['refund.failed'],
    // Nothing returns a refund.
    returned: [],
  },
};

/** The notifications of the outflow's state, in order. They are the same whenever they are sent again. */
export function notificationsOf(outflow: SandboxOutflow): SandboxNotification[] {
  const { id, kind, reference, amount: whole, state } = outflow;
  return REPORTS[kind][state].flatMap((type) =>
    partsOf(outflow, type).map(({ amount, reason }, place) => ({
      id: place === 0 ? `${id}:${type}` : `${id}:${type}:${place + 1}`,
      type,
      reference: id,
      amount: amount.toFixed(),
      currency: whole.currency,
      provider_reference: reference,
      ...(reason !== null && !type.endsWith('.completed') && { reason }),
    })),
  );
}

/** What notifications of this type report: the whole outflow once, and each part that came back. */
function partsOf({ amount, reason, returns }: SandboxOutflow, type: string): readonly SandboxReturn[] {
  return type === 'payout.returned' && returns.length > 0 ? returns : [{ amount, reason }];
}

/** What the rail does with a payout on its own, depending on the name of the account's holder. Null: it waits. */
export function unattendedEventOf(holder: string): 'complete' | 'fail' | null {
  if (holder.includes('FAIL')) return 'fail';
  return holder.includes('HOLD') ? null : 'complete';
}

/** The state after the event. */
export function stateAfter(event: SandboxOutflowEvent): SandboxOutflowState {
  return targetOf(SANDBOX_OUTFLOW_TRANSITIONS, event);
}

/** Whether the event can happen to a payout that the rail has just accepted. */
export function canBeFirst(event: SandboxOutflowEvent): boolean {
  return SANDBOX_OUTFLOW_TRANSITIONS[event].processing !== undefined;
}
