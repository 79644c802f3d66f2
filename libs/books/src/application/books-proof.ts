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

/** Proves that the books are right from one snapshot of the tables, or names the rows that violate a rule. */
@Injectable()
export class BooksProof {
  constructor(
    private readonly auditor: BooksAuditor,
    private readonly digests: WalletDigests,
  ) {}

  /**
   * Takes some seconds for a million postings; blocks no other work. With a seal, also names the wallets that differ.
   */
  async verify(seal?: Seal): Promise<BooksReport> {
    const { checked, violations } = await this.auditor.audit(VIOLATIONS_PER_RULE);
    const all = [...violations, ...(seal ? await this.breaches(seal) : [])];
    return { balanced: all.length === 0, checked, violations: all };
  }

  /** Digests of all wallets as they are now. Takes some seconds for a million postings; blocks no other work. */
  async seal(now: Date): Promise<Seal> {
    return { sealedAt: now.toISOString(), wallets: await this.digests.computeAll() };
  }

  private async breaches(seal: Seal): Promise<Violation[]> {
    return breachesOf(seal, await this.digests.computeUpTo(seal.wallets))
      .slice(0, VIOLATIONS_PER_RULE)
      .map(({ walletId, detail }) => ({ rule: 'wallet_matches_its_seal', table: 'wallets', id: walletId, detail }));
  }
}
