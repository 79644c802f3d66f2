import { ValidationError } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { breachesOf, type Seal } from '../domain/seal';
import { BooksAuditor, WalletDigests, type BooksCount, type Violation } from './ports';

const VIOLATIONS_PER_RULE = 100;

/** The result of a verification. */
export interface BooksReport {
  readonly balanced: boolean;
  readonly checked: BooksCount;
  /** At most 100 per rule. */
  readonly violations: readonly Violation[];
}

/**
 * Proves that the books are right, or names the rows that violate a rule. It reads the tables in many short
 * transactions, while others post.
 */
@Injectable()
export class BooksProof {
  constructor(
    private readonly auditor: BooksAuditor,
    private readonly digests: WalletDigests,
  ) {}

  /** Takes about a minute and a half for a million entries. With a seal, also names the wallets that differ. */
  async verify(seal?: Seal): Promise<BooksReport> {
    const { checked, violations } = await this.auditor.audit(VIOLATIONS_PER_RULE);
    const all = [...violations, ...(seal ? await this.breaches(seal) : [])];
    return { balanced: all.length === 0, checked, violations: all };
  }

  /**
   * Proves what was written since the seal, whose history it trusts; costs what is new, and a little for each wallet.
   * Throws `ValidationError` for `since` if the seal has no position.
   */
  async verifySince({ position }: Seal): Promise<BooksReport> {
    if (!position) {
      throw ValidationError.of(
        'since',
        'is a seal of an earlier version, which has no position; seal again, or use --seal',
      );
    }
    const { checked, violations } = await this.auditor.audit(VIOLATIONS_PER_RULE, position);
    return { balanced: violations.length === 0, checked, violations };
  }

  /**
   * Digests of all wallets as they are now, and from where `verifySince` goes on: the latter only of books that are right,
   * which is proven first.
   */
  async seal(now: Date): Promise<Seal> {
    const sealedAt = now.toISOString();
    const { position, violations } = await this.auditor.audit(VIOLATIONS_PER_RULE);
    if (violations.length > 0) return { sealedAt, wallets: await this.digests.computeAll() };
    const versions = new Map(position.wallets.map(({ walletId, version }) => [walletId, version]));
    const digests = await this.digests.computeUpTo(position.wallets);
    // Postings may have been added to the wallets that were proven.
    const wallets = digests.map((digest) => ({ ...digest, version: versions.get(digest.walletId) ?? digest.version }));
    return { sealedAt, wallets, position };
  }

  private async breaches(seal: Seal): Promise<Violation[]> {
    return breachesOf(seal, await this.digests.computeUpTo(seal.wallets))
      .slice(0, VIOLATIONS_PER_RULE)
      .map(({ walletId, detail }) => ({ rule: 'wallet_matches_its_seal', table: 'wallets', id: walletId, detail }));
  }
}
