import type { Money } from '@app/kernel';
import type { Reference } from './movement';

/** Money of a wallet that is committed to an outflow in progress. It never changes; how it ends is recorded beside it. */
export interface Hold {
  readonly id: string;
  readonly walletId: string;
  readonly amount: Money;
  /** The outflow. One hold for each. */
  readonly reference: Reference;
}

export type HoldOutcome = 'captured' | 'released';

/** How a hold ended. `entryId` is the entry that took the money, or null when it went back to available. */
export interface HoldResolution {
  readonly holdId: string;
  readonly outcome: HoldOutcome;
  readonly entryId: string | null;
}

/** A hold as the books have it: `resolution` is null while its money is reserved. */
export interface RecordedHold extends Hold {
  readonly resolution: HoldResolution | null;
}
