export {
  LedgerService,
  type AdjustRequest,
  type HoldResolutions,
  type PlaceHoldRequest,
  type PlaceHoldResult,
  type PostResult,
} from './application/ledger.service';
export { MerchantWallets } from './application/merchant-wallets';
export type { MovementFilter, MovementQuery, PlatformBalance } from './application/ports';
export type { DailyTotals } from './domain/daily-totals';
export {
  InsufficientAvailableBalanceError,
  VirtualWalletNotFoundError,
  WalletAlreadyExistsError,
} from './domain/errors';
export { JournalEntry, type NewJournalEntry } from './domain/journal-entry';
export {
  HIDDEN_MOVEMENT_TYPES,
  MOVEMENT_TYPES,
  type Direction,
  type HiddenMovementType,
  type Movement,
  type MovementTotals,
  type MovementType,
  type Reference,
} from './domain/movement';
export type { PlatformAccount } from './domain/platform-account';
export {
  hiddenMovement,
  movement,
  platformPosting,
  type PlatformPosting,
  type Posting,
  type WalletPosting,
} from './domain/posting';
export { MERCHANT_LANES, type Lane, type Wallet } from './domain/wallet';
export type { ProofLine, WalletProof } from './domain/wallet-totals';
export { LedgerModule } from './ledger.module';
