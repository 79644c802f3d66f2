import type { Schemas } from '../api/client';

type Payout = Pick<Schemas['PayoutDetail'], 'status' | 'history'>;
type Step = Schemas['PayoutHistoryEntry']['status'];

interface TimelineStep {
  step: Step;
  /** Null while it is still to come. */
  at: string | null;
  reason: string | null;
}

const WAY: readonly Step[] = ['requested', 'processing', 'completed'];

/** What happened to a payout, then what is still to come unless it has ended. */
export function timelineOf({ status, history }: Payout): TimelineStep[] {
  const taken = history.map((entry) => ({ step: entry.status, at: entry.at, reason: entry.reason }));
  const position = WAY.indexOf(status);
  const ahead = position < 0 ? [] : WAY.slice(position + 1).map((step) => ({ step, at: null, reason: null }));
  return [...taken, ...ahead];
}

/** Whether the status can still change while someone looks at it. */
export function isUnderWay(status: Schemas['Payout']['status']): boolean {
  return status === 'requested' || status === 'processing';
}
