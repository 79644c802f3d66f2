import type { Currency, ListPart, ListPeriod, Money, Page, Tx } from '@app/kernel';
import type { RecordedHold } from '../domain/hold';
import type { WalletDays } from '../domain/daily-totals';
import type { JournalEntry } from '../domain/journal-entry';
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
  /** The IANA zone whose days are those of the wallet. */
  readonly timeZone: string;
}

/** Which wallets to lock, and what to look up under the locks. */
export interface LockRequest {
  readonly walletIds?: readonly string[];
  /** Holds to look up; their wallets are locked too. */
  readonly holdIds?: readonly string[];
  /** Outflows whose holds to look up. */
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

/** The locked wallets, and those of the requested entries and holds that exist. */
export interface LockedRows {
  readonly wallets: readonly Wallet[];
  readonly entries: readonly PostedEntry[];
  readonly holds: readonly RecordedHold[];
}

/** The writing side of the books. */
export abstract class LedgerStore {
  /** Returns false when the account already has a wallet in that lane. */
  abstract addWallet(tx: Tx, wallet: NewWallet): Promise<boolean>;

  /**
   * Gives all wallets of the account that zone, and derives their days from the postings again. Locks the wallets until
   * the transaction ends.
   */
  abstract setTimeZone(tx: Tx, accountId: string, timeZone: string): Promise<void>;

  /**
   * Locks wallets until the transaction ends, in the order of their ids; wallets that do not exist are left out. The
   * lookups see everything that was committed before the last lock was granted.
   */
  abstract lock(tx: Tx, request: LockRequest): Promise<LockedRows>;

  /** The entry that was posted under that key, with its postings. */
  abstract find(tx: Tx, idempotencyKey: string): Promise<JournalEntry | undefined>;

  /**
   * Writes a batch in one statement. When two transactions post entries with the same key on different wallets, the
   * later one throws `RetryTransactionError` here.
   */
  abstract write(tx: Tx, changes: LedgerChanges): Promise<void>;
}

export interface MovementFilter extends ListPeriod {
  readonly type?: MovementType | undefined;
}

export type MovementQuery = MovementFilter & ListPart;

export interface PlatformBalance {
  readonly account: PlatformAccount;
  readonly balance: Money;
}

/** The reading side of the books. */
export abstract class LedgerReader {
  /** In the order of lanes: local, usd, internal. */
  abstract walletsOf(accountId: string): Promise<Wallet[]>;
  abstract findWallet(id: string): Promise<Wallet | undefined>;
  /**
   * Visible movements, newest first. Throws a `ValidationError` that names `cursor` when it did not issue the cursor.
   */
  abstract listMovements(walletId: string, query: MovementQuery): Promise<Page<Movement>>;
  /** Streams every item of `listMovements`; holds only a few in memory. */
  abstract streamMovements(walletId: string, filter: MovementFilter): AsyncIterable<Movement>;
  /** One consistent read, at the same cost for any number of movements. Undefined when there is no such wallet. */
  abstract totals(walletId: string): Promise<WalletWithTotals | undefined>;
  /**
   * The openings of `firstDay` and later days, at least those of the first `count` days and the one that follows, and
   * the present figures. Undefined when there is no such wallet.
   */
  abstract days(walletId: string, firstDay: string, count: number): Promise<WalletDays | undefined>;
  abstract platformBalances(): Promise<PlatformBalance[]>;
}
