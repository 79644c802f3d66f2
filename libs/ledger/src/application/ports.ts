import type { Currency, Money, Page, Tx } from '@app/kernel';
import type { RecordedHold } from '../domain/hold';
import type { LedgerChanges } from '../domain/ledger-batch';
import type { Movement, MovementTotals, MovementType, Reference } from '../domain/movement';
import type { PlatformAccount } from '../domain/platform-account';
import type { Lane, Wallet } from '../domain/wallet';

export interface NewWallet {
  readonly id: string;
  readonly accountId: string;
  readonly currency: Currency;
  readonly lane: Lane;
}

/** Which wallets to lock: by their own id, or as those of holds. */
export interface LockRequest {
  readonly walletIds: readonly string[];
  readonly holdIds: readonly string[];
}

/** What to look up once the locks are held. */
export interface RecallRequest {
  readonly idempotencyKeys: readonly string[];
  readonly holdIds: readonly string[];
  readonly holdReferences: readonly Reference[];
}

export interface PostedEntry {
  readonly id: string;
  readonly idempotencyKey: string;
  readonly kind: string;
  readonly reference: Reference | null;
}

export interface Recollection {
  readonly entries: readonly PostedEntry[];
  readonly holds: readonly RecordedHold[];
}

/** The writing side of the books. */
export abstract class LedgerStore {
  /** False when the account has a wallet in that lane already. */
  abstract addWallet(tx: Tx, wallet: NewWallet): Promise<boolean>;

  /** Locks wallets until the transaction ends, in the order of their ids; those that do not exist are left out. */
  abstract lock(tx: Tx, request: LockRequest): Promise<Wallet[]>;

  /** Which entries and holds the books already have. Sees everything committed before the last lock was granted. */
  abstract recall(tx: Tx, request: RecallRequest): Promise<Recollection>;

  /**
   * Writes a batch in one statement. Two entries with one key, posted at the same moment on different wallets, meet
   * here: the later one fails as a serialization failure, which makes its unit of work run again.
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
  /** Undefined when there is no such wallet. */
  abstract totals(walletId: string): Promise<MovementTotals | undefined>;
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
