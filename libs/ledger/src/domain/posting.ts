import type { Money } from '@app/kernel';
import { InvalidEntryError } from './errors';
import { DIRECTIONS, directionOf, type HiddenMovementType, type MovementType } from './movement';
import type { PlatformAccount } from './platform-account';

/** A change of one wallet. A positive amount makes the wallet's balance grow. */
export interface WalletPosting {
  readonly side: 'wallet';
  readonly walletId: string;
  readonly amount: Money;
  readonly movementType: MovementType | HiddenMovementType;
  readonly visible: boolean;
}

/** The other side, on an account of the platform. */
export interface PlatformPosting {
  readonly side: 'platform';
  readonly account: PlatformAccount;
  readonly amount: Money;
}

export type Posting = WalletPosting | PlatformPosting;

/** A wallet posting that the merchant sees as a movement. Throws `InvalidEntryError` when the type runs the other way. */
export function movement(walletId: string, type: MovementType, amount: Money): WalletPosting {
  return walletPosting(walletId, type, amount, true);
}

/** A wallet posting that the merchant's list leaves out. Throws `InvalidEntryError` when the type runs the other way. */
export function hiddenMovement(walletId: string, type: HiddenMovementType, amount: Money): WalletPosting {
  return walletPosting(walletId, type, amount, false);
}

/** A posting on an account of the platform. */
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
