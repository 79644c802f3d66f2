import { Money } from '@app/kernel';
import { InvalidEntryError, UnbalancedEntryError } from './errors';
import type { Reference } from './movement';
import type { Posting, WalletPosting } from './posting';

export interface NewJournalEntry {
  /** What happened, named by the caller: `collection`, `payout`, `debit_return`. */
  readonly kind: string;
  /** The caller's row that this entry is about. */
  readonly reference?: Reference | null;
  /** Identifies the entry when it is posted again. Unique in the whole ledger, so prefix it with the kind. */
  readonly idempotencyKey: string;
  /** When the fact happened, which may be before it is posted. */
  readonly occurredAt: Date;
  readonly memo?: string | null;
  /**
   * Whether it is posted even if a wallet has not enough available, because the money is gone already: a refund that was
   * made at the provider. By default only an entry that returns a payment.
   */
  readonly mayOverdraw?: boolean;
  readonly postings: readonly Posting[];
}

/**
 * One business fact, as postings that sum to zero in each currency. Immutable and always valid: `create` is the only
 * way to get one.
 */
export class JournalEntry {
  readonly kind: string;
  readonly reference: Reference | null;
  readonly idempotencyKey: string;
  readonly occurredAt: Date;
  readonly memo: string | null;
  readonly mayOverdraw: boolean;
  readonly postings: readonly Posting[];

  private constructor(entry: NewJournalEntry, postings: readonly Posting[]) {
    this.kind = entry.kind;
    this.reference = entry.reference ?? null;
    this.idempotencyKey = entry.idempotencyKey;
    this.occurredAt = entry.occurredAt;
    this.memo = entry.memo ?? null;
    this.postings = postings;
    this.mayOverdraw = entry.mayOverdraw ?? this.walletPostings().some(({ movementType }) => movementType === 'return');
  }

  /**
   * Leaves out postings of zero, so that a caller may list a fee that happens to be zero. Throws `UnbalancedEntryError`
   * when a currency does not sum to zero, `InvalidEntryError` when fewer than two postings remain or the entry has no
   * kind or no key.
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

  /** The ids of the wallets that it changes, without duplicates, in the order of the postings. */
  get walletIds(): string[] {
    return [...new Set(this.walletPostings().map(({ walletId }) => walletId))];
  }

  /** Its postings on all wallets, or on one. */
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
