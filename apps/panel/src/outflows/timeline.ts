import type { Schemas } from '../api/client';

type Payout = Pick<Schemas['PayoutDetail'], 'status' | 'history'>;
type Step = Schemas['PayoutHistoryEntry']['status'];

interface TimelineStep {
  step: Step;
  /** Null while it is still to come. */
  at: string | null;
  reason: string | null;
}

const ORDINARY_STEPS: readonly Step[] = ['requested', 'processing', 'completed'];

/** The past steps of a payout, then the next ones unless the payout has ended. */
export function timelineOf({ status, history }: Payout): TimelineStep[] {
  const taken = history.map((entry) => ({ step: entry.status, at: entry.at, reason: entry.reason }));
  const position = ORDINARY_STEPS.indexOf(status);
  const ahead =
    position < 0 ? [] : ORDINARY_STEPS.slice(position + 1).map((step) => ({ step, at: null, reason: null }));
  return [...taken, ...ahead];
}

/** Whether the payout is still open. */
export function isUnderWay(status: Schemas['Payout']['status']): boolean {
  return status === 'requested' || status === 'processing';
}
