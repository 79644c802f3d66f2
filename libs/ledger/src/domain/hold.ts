import type { Money } from '@app/kernel';
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

/** All transitions of a hold: it is resolved once, and a resolved hold never changes. */
const TRANSITIONS: Readonly<Record<HoldEvent, Readonly<Partial<Record<HoldStatus, HoldOutcome>>>>> = {
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

/** The status to which the event takes the hold. Throws `HoldAlreadyResolvedError`. */
export function move({ id, status }: RecordedHold, event: HoldEvent): HoldOutcome {
  const outcome = TRANSITIONS[event][status];
  if (outcome === undefined) throw new HoldAlreadyResolvedError(id, status);
  return outcome;
}
