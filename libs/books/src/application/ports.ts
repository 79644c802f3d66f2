import type { Money, Tx } from '@app/kernel';
import type { ProvenPosition, ProvenWallet } from '../domain/position';
import type { WalletDigest } from '../domain/seal';

/** A row that violates a rule of the books. */
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

/** The result of a proof. */
export interface Audit {
  /** What was read; some rows may count twice. */
  readonly checked: BooksCount;
  readonly violations: readonly Violation[];
  /** Where the proof ended. It means nothing if there are violations. */
  readonly position: ProvenPosition;
}

/** Checks the rules of the books, in many short transactions. Each violation was seen by one of them. */
export abstract class BooksAuditor {
  /**
   * At most `limit` violations per rule, grouped by rule. With a position, of what was written since, at the cost of
   * that and of the number of wallets. Calls `beforeEach` before each transaction, and ends with what that throws.
   */
  abstract audit(limit: number, since?: ProvenPosition, beforeEach?: () => Promise<void>): Promise<Audit>;
}

/** What is known of the worker's proofs. */
export interface ProofStatus {
  /** Until when the books were proven without a violation; null if they never were. */
  readonly provenAt: Date | null;
  /** Of the last proof; null before the first. */
  readonly violations: number | null;
}

/** The worker's own proofs, of which each goes on where the last one without violations ended. */
export abstract class ProofRecords {
  /** Takes the next proof if it is due and no other process has it. The lease ends by itself after five minutes. */
  abstract take(tx: Tx): Promise<ProofLease | undefined>;
  /** Five more minutes; undefined if another process has taken the proof since. */
  abstract extend(tx: Tx, lease: ProofLease): Promise<ProofLease | undefined>;
  /** Where the last proof without violations ended; undefined before the first. */
  abstract position(): Promise<ProvenPosition | undefined>;
  /** Nothing is written if another process has taken the proof. `position` is given if there are no violations. */
  abstract end(tx: Tx, lease: ProofLease, result: ProofResult): Promise<void>;
  abstract status(): Promise<ProofStatus>;
}

/** The right to prove, until the time that the database calls `until`. */
export interface ProofLease {
  readonly until: string;
}

export interface ProofResult {
  readonly violations: number;
  readonly nextInMs: number;
  readonly position?: Omit<ProvenPosition, 'wallets'>;
  /** Those that stand elsewhere than at the last position. */
  readonly wallets: readonly ProvenWallet[];
}

/** Digests of the histories of wallets. */
export abstract class WalletDigests {
  /** Of every wallet up to its present version, by id. */
  abstract computeAll(): Promise<WalletDigest[]>;
  /**
   * Of these wallets, each up to that version; those that do not exist are left out. The `version` of
   * a result is the present one, which may be lower or higher.
   */
  abstract computeUpTo(versions: readonly Pick<WalletDigest, 'walletId' | 'version'>[]): Promise<WalletDigest[]>;
}

/** A name under which records store a provider, and the name under which its settlement lines are recorded. */
export interface StoredName {
  readonly stored: string;
  readonly name: string;
}

/** What a reconciliation compares. */
export interface ReconciliationScope {
  readonly names: readonly StoredName[];
  /** Providers whose records need lines even while they have none. */
  readonly covered: readonly string[];
  /** Records of ours need no line before they are that many days old. */
  readonly days: number;
}

/** A payment, payout, refund or dispute of ours that is older than the days of the scope and has no line. */
export interface MissingLine {
  readonly provider: string;
  readonly type: string;
  /**
   * Of the payout, or of the refund that was requested here; otherwise of the order, or of the payment exception when its
   * order is unknown.
   */
  readonly id: string;
  readonly amount: Money;
  readonly at: Date;
}

/** A line about a payment, payout, refund or dispute that has no record here. */
export interface UnknownLine {
  readonly provider: string;
  readonly type: string;
  /** Of the line. */
  readonly id: string;
  readonly reference: string | null;
  readonly amount: Money;
  readonly at: Date;
}

/** A record of ours whose lines have another amount in that currency; null where one of both has none. */
export interface DifferingAmount {
  readonly provider: string;
  readonly type: string;
  readonly id: string;
  readonly currency: string;
  readonly ours: Money | null;
  readonly lines: Money | null;
}

/** How many of each are open, and the fees of all lines. */
export interface ReconciliationTotal {
  readonly provider: string;
  readonly currency: string;
  readonly missing: number;
  readonly unknown: number;
  readonly differing: number;
  readonly fees: Money;
}

/** What one snapshot of the tables shows. The lists are ordered by provider and currency. */
export interface ReconciliationFindings {
  readonly totals: readonly ReconciliationTotal[];
  readonly missing: readonly MissingLine[];
  readonly unknown: readonly UnknownLine[];
  readonly differing: readonly DifferingAmount[];
}

/** Compares our records with the settlement lines of providers. */
export abstract class ReconciliationReader {
  /** All findings, at most `limit` of each list. */
  abstract read(scope: ReconciliationScope, limit: number): Promise<ReconciliationFindings>;
  /** The totals only. */
  abstract readTotals(scope: ReconciliationScope): Promise<ReconciliationTotal[]>;
}
