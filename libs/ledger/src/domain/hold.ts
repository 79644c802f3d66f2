import { move, type Money, type Transitions } from '@app/kernel';
import { HoldAlreadyResolvedError } from './errors';
import type { Reference } from './movement';

/**
 * Money in a wallet that is committed to an outflow in progress. A hold never changes; its resolution is a row of its
 * own.
 */
export interface Hold {
  readonly id: string;
  readonly walletId: string;
  readonly amount: Money;
  /** The outflow, which has one hold. */
  readonly reference: Reference;
}

export type HoldOutcome = 'captured' | 'released';

/** A hold is open while its money is reserved. */
export type HoldStatus = 'open' | HoldOutcome;

export type HoldEvent = 'capture' | 'release';

/** A hold is resolved once, and a resolved hold never changes. */
const TRANSITIONS: Transitions<HoldEvent, HoldStatus> = {
  capture: { open: 'captured' },
  release: { open: 'released' },
};

/** How a hold ended. `entryId` is the entry that took the money, or null when the money became available again. */
export interface HoldResolution {
  readonly holdId: string;
  readonly outcome: HoldOutcome;
  readonly entryId: string | null;
}

/** A hold together with its status in the books. */
export interface RecordedHold extends Hold {
  readonly status: HoldStatus;
}

/** The resolution of an open hold by the event. Throws `HoldAlreadyResolvedError`. */
export function resolveHold(hold: RecordedHold, event: HoldEvent, entryId: string | null): HoldResolution {
  const resolved = move(TRANSITIONS, hold, event);
  if (!resolved) throw new HoldAlreadyResolvedError(hold.id, hold.status);
  return { holdId: hold.id, outcome: resolved.status as HoldOutcome, entryId };
}
