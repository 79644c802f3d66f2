import type { Money } from '@app/kernel';
import { InvalidEntryError } from './errors';
import { DIRECTIONS, directionOf, type HiddenMovementType, type MovementType } from './movement';
import type { PlatformAccount } from './platform-account';

/** A change of one wallet. A positive amount increases its balance. */
export interface WalletPosting {
  readonly side: 'wallet';
  readonly walletId: string;
  readonly amount: Money;
  readonly movementType: MovementType | HiddenMovementType;
  readonly visible: boolean;
}

/** The other side, on one of the platform's accounts. */
export interface PlatformPosting {
  readonly side: 'platform';
  readonly account: PlatformAccount;
  readonly amount: Money;
}

export type Posting = WalletPosting | PlatformPosting;

/**
 * A wallet posting that the merchant sees. Throws `InvalidEntryError` when the amount contradicts the type's direction.
 */
export function movement(walletId: string, type: MovementType, amount: Money): WalletPosting {
  return walletPosting(walletId, type, amount, true);
}

/** A wallet posting that the merchant does not see. Throws `InvalidEntryError` like `movement`. */
export function hiddenMovement(walletId: string, type: HiddenMovementType, amount: Money): WalletPosting {
  return walletPosting(walletId, type, amount, false);
}

/** A posting on one of the platform's accounts. */
export function platformPosting(account: PlatformAccount, amount: Money): PlatformPosting {
  return { side: 'platform', account, amount };
}

function walletPosting(
  walletId: string,
  movementType: WalletPosting['movementType'],
  amount: Money,
  visible: boolean,
): WalletPosting {
  const direction = DIRECTIONS[movementType];
  if (direction !== 'either' && !amount.isZero() && directionOf(amount) !== direction) {
    throw new InvalidEntryError(`a movement of type ${movementType} cannot change a balance by ${amount.toString()}`);
  }
  return { side: 'wallet', walletId, amount, movementType, visible };
}
