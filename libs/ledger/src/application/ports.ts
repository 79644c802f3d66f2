import type { Currency, Money, Page, Tx } from '@app/kernel';
import type { RecordedHold } from '../domain/hold';
import type { LedgerChanges } from '../domain/ledger-batch';
import type { Movement, MovementType, Reference } from '../domain/movement';
import type { PlatformAccount } from '../domain/platform-account';
import type { Lane, Wallet } from '../domain/wallet';
import type { WalletWithTotals } from '../domain/wallet-totals';

export interface NewWallet {
  readonly id: string;
  readonly accountId: string;
  readonly currency: Currency;
  readonly lane: Lane;
}

/** Which wallets to lock, and what to look up under the locks. */
export interface LockRequest {
  readonly walletIds?: readonly string[];
  /** Holds to look up, whose wallets are locked. */
  readonly holdIds?: readonly string[];
  /** Outflows whose holds are looked up. */
  readonly holdReferences?: readonly Reference[];
  /** Keys of entries to look up. */
  readonly idempotencyKeys?: readonly string[];
}

export interface PostedEntry {
  readonly id: string;
  readonly idempotencyKey: string;
  readonly kind: string;
  readonly reference: Reference | null;
}

/** Locked wallets, and which of the entries and holds in question the books already have. */
export interface LockedBooks {
  readonly wallets: readonly Wallet[];
  readonly entries: readonly PostedEntry[];
  readonly holds: readonly RecordedHold[];
}

/** The writing side of the books. */
export abstract class LedgerStore {
  /** False when the account has a wallet in that lane already. */
  abstract addWallet(tx: Tx, wallet: NewWallet): Promise<boolean>;

  /**
   * Locks wallets until the transaction ends, in the order of their ids; those that do not exist are left out. What it
   * looks up includes everything that was committed before the last lock was granted.
   */
  abstract lock(tx: Tx, request: LockRequest): Promise<LockedBooks>;

  /**
   * Writes a batch in one statement. Two entries with one key, posted at the same moment on different wallets, meet
   * here: the later one throws `RetryTransactionError`.
   */
  abstract write(tx: Tx, changes: LedgerChanges): Promise<void>;
}

export interface MovementQuery {
  readonly type?: MovementType;
  /** Not earlier than this. */
  readonly from?: Date;
  /** Earlier than this. */
  readonly to?: Date;
  /** `nextCursor` of the page before. */
  readonly cursor?: string;
  readonly limit: number;
}

export interface PlatformBalance {
  readonly account: PlatformAccount;
  readonly balance: Money;
}

/** The reading side of the books. */
export abstract class LedgerReader {
  /** In the order of lanes: local, usd, internal. */
  abstract walletsOf(accountId: string): Promise<Wallet[]>;
  abstract findWallet(id: string): Promise<Wallet | undefined>;
  /** Visible movements, newest first. Throws `ValidationError` naming `cursor` for one that it did not give out. */
  abstract movements(walletId: string, query: MovementQuery): Promise<Page<Movement>>;
  /** At one moment, and at the same cost however long the wallet has lived. Undefined when there is no such wallet. */
  abstract totals(walletId: string): Promise<WalletWithTotals | undefined>;
  abstract platformBalances(): Promise<PlatformBalance[]>;
}

/** A row that contradicts a rule of the books. */
export interface Violation {
  readonly rule: string;
  readonly table: string;
  readonly id: string;
  readonly detail: string;
}

export interface BooksCount {
  readonly wallets: number;
  readonly entries: number;
  readonly postings: number;
  readonly holds: number;
}

/** Reads all tables of the ledger as they were at one moment. */
export abstract class BooksAuditor {
  /** At most `limit` violations of each rule, grouped by rule. */
  abstract audit(limit: number): Promise<{ checked: BooksCount; violations: Violation[] }>;
}
