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

/** Checks the rules of the books against one snapshot of the tables. */
export abstract class BooksAuditor {
  /** At most `limit` violations per rule, grouped by rule. */
  abstract audit(limit: number): Promise<{ checked: BooksCount; violations: Violation[] }>;
}

/** Digests of the histories of wallets. */
export abstract class WalletDigests {
  /** Of every wallet up to its present version, in one snapshot, by id. */
  abstract ofAll(): Promise<WalletDigest[]>;
  /**
   * Of these wallets, each up to that version, in one snapshot; those that do not exist are left out. The `version` of a
   * result is the present one, which may be lower or higher.
   */
  abstract upTo(versions: readonly Pick<WalletDigest, 'walletId' | 'version'>[]): Promise<WalletDigest[]>;
}
