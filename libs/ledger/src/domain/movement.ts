import type { Money } from '@app/kernel';

export type Direction = 'in' | 'out';

/** The types of movement that a merchant sees. */
export const MOVEMENT_TYPES = ['payment', 'return', 'payout', 'deposit', 'refund', 'adjustment'] as const;

export type MovementType = (typeof MOVEMENT_TYPES)[number];

/** Types of bookkeeping between a wallet and the platform, which the merchant's list leaves out. */
export const HIDDEN_MOVEMENT_TYPES = ['fee', 'fee_refund'] as const;

export type HiddenMovementType = (typeof HIDDEN_MOVEMENT_TYPES)[number];

/** The direction of each type. A posting in the other direction is rejected as a mistake. */
export const DIRECTIONS: Readonly<Record<MovementType | HiddenMovementType, Direction | 'either'>> = {
  payment: 'in',
  return: 'out',
  payout: 'out',
  deposit: 'in',
  refund: 'either',
  adjustment: 'either',
  fee: 'out',
  fee_refund: 'in',
};

const LABELS: Readonly<Record<MovementType, string>> = {
  payment: 'Payment received',
  return: 'Payment returned',
  payout: 'Payout',
  deposit: 'Deposit',
  refund: 'Refund',
  adjustment: 'Adjustment',
};

/** The row of another library that an entry or a hold is about. */
export interface Reference {
  readonly type: string;
  readonly id: string;
}

/** The hidden posting that belongs to a movement: its signed change of the balance, and the balance after both. */
export interface MovementFee {
  readonly amount: Money;
  readonly balanceAfter: Money;
}

/** One change of a wallet's balance, as the merchant sees it. */
export interface Movement {
  readonly id: string;
  readonly walletId: string;
  /** A `MovementType`, unless a later release wrote the row. */
  readonly type: string;
  readonly direction: Direction;
  /** Its sign is not the direction: see `shownAmount`. */
  readonly amount: Money;
  readonly balanceAfter: Money;
  /** The fee of a USD collection, or its refund, which is a posting of its own that the list leaves out. */
  readonly fee: MovementFee | null;
  /** For display only. */
  readonly label: string;
  readonly reference: Reference | null;
  readonly createdAt: Date;
}

/** What came into a wallet and went out of it, over all visible movements. Both sums are positive. */
export interface MovementTotals {
  readonly walletId: string;
  readonly totalIn: Money;
  readonly totalOut: Money;
  readonly countIn: number;
  readonly countOut: number;
}

/** English display text of a movement type. */
export function labelOf(type: string): string {
  return Object.hasOwn(LABELS, type) ? LABELS[type as MovementType] : 'Movement';
}

/** The direction of a change of the balance. */
export function directionOf(change: Money): Direction {
  return change.isNegative() ? 'out' : 'in';
}

/**
 * The amount that the merchant's list shows: the change of the balance, except that a returned payment has no minus.
 */
export function shownAmount(type: string, change: Money): Money {
  return type === 'return' ? change.absolute() : change;
}

/** A movement as it is stored, before the display rules. */
export interface MovementRecord extends Omit<Movement, 'direction' | 'amount' | 'label'> {
  /** The signed change of the balance. */
  readonly change: Money;
}

/** Applies the display rules. */
export function toMovement({ change, ...record }: MovementRecord): Movement {
  return {
    ...record,
    direction: directionOf(change),
    amount: shownAmount(record.type, change),
    label: labelOf(record.type),
  };
}
