import { Money } from '@app/kernel';
import { InvalidEntryError, UnbalancedEntryError } from './errors';
import type { Reference } from './movement';
import type { Posting, WalletPosting } from './posting';

export interface NewJournalEntry {
  /** What happened, in the caller's words: `collection`, `payout`, `debit_return`. */
  readonly kind: string;
  /** The row of the caller that this entry is about. */
  readonly reference?: Reference | null;
  /** Decides whether the entry has been posted before; unique over the whole ledger, so prefix it with the kind. */
  readonly idempotencyKey: string;
  /** When it happened outside, which may be earlier than when it is posted. */
  readonly occurredAt: Date;
  readonly memo?: string | null;
  readonly postings: readonly Posting[];
}

/**
 * One business fact as postings that sum to zero in each currency. Immutable and always valid: the factory is the only
 * way to have one.
 */
export class JournalEntry {
  readonly kind: string;
  readonly reference: Reference | null;
  readonly idempotencyKey: string;
  readonly occurredAt: Date;
  readonly memo: string | null;
  readonly postings: readonly Posting[];

  private constructor(entry: NewJournalEntry, postings: readonly Posting[]) {
    this.kind = entry.kind;
    this.reference = entry.reference ?? null;
    this.idempotencyKey = entry.idempotencyKey;
    this.occurredAt = entry.occurredAt;
    this.memo = entry.memo ?? null;
    this.postings = postings;
  }

  /**
   * Postings of zero are left out, so that a caller may list a fee that happens to be nothing. Throws
   * `UnbalancedEntryError` when a currency does not sum to zero, `InvalidEntryError` when fewer than two postings are
   * left or the entry has no kind or no key.
   */
  static create(entry: NewJournalEntry): JournalEntry {
    if (!entry.kind.trim()) throw new InvalidEntryError('it has no kind');
    if (!entry.idempotencyKey.trim()) throw new InvalidEntryError('it has no idempotency key');
    const postings = entry.postings.filter(({ amount }) => !amount.isZero());
    const remainders = sumByCurrency(postings).filter((sum) => !sum.isZero());
    if (remainders.length > 0) {
      throw new UnbalancedEntryError(Object.fromEntries(remainders.map((sum) => [sum.currency, sum.toFixed()])));
    }
    if (postings.length < 2) throw new InvalidEntryError('it moves nothing');
    return new JournalEntry(entry, postings);
  }

  /** The wallets that it changes, each once, in the order of the postings. */
  get walletIds(): string[] {
    return [...new Set(this.walletPostings().map(({ walletId }) => walletId))];
  }

  /** Its postings on wallets, or on one of them. */
  walletPostings(walletId?: string): WalletPosting[] {
    return this.postings.filter(
      (posting): posting is WalletPosting =>
        posting.side === 'wallet' && (walletId === undefined || posting.walletId === walletId),
    );
  }
}

function sumByCurrency(postings: readonly Posting[]): Money[] {
  const sums = new Map<string, Money>();
  for (const { amount } of postings) {
    sums.set(amount.currency, (sums.get(amount.currency) ?? Money.zero(amount.currency)).plus(amount));
  }
  return [...sums.values()];
}
