import { Money } from '@app/kernel';
import { BooksAuditor, type BooksCount, type Violation } from '../application/ports';
import type { WalletPosting } from '../domain/posting';
import type { InMemoryBooks, PostingRecord, WalletRecord } from './in-memory-books';

/**
 * For tests. Proves what can go wrong without tables: maps keyed by id and postings that come only from valid entries
 * leave no room for orphans or for an entry that does not sum to zero.
 */
export class InMemoryBooksAuditor extends BooksAuditor {
  constructor(private readonly books: InMemoryBooks) {
    super();
  }

  async audit(limit: number): Promise<{ checked: BooksCount; violations: Violation[] }> {
    const { wallets, entries, postings, holds } = this.books;
    const found = [...wallets.values()].flatMap((wallet) => [...this.chainBreaks(wallet), ...this.lies(wallet)]);
    return {
      checked: { wallets: wallets.size, entries: entries.size, postings: postings.length, holds: holds.size },
      violations: [...found, ...this.remainders()].slice(0, limit),
    };
  }

  private chainBreaks(wallet: WalletRecord): Violation[] {
    let [version, balance] = [0, Money.zero(wallet.currency)];
    return this.postingsOf(wallet.id).flatMap(({ id, posting, link }) => {
      const sound =
        link?.version === version + 1 && link.before.equals(balance) && link.after.equals(balance.plus(posting.amount));
      version += 1;
      balance = balance.plus(posting.amount);
      const detail = `does not continue wallet ${wallet.id}`;
      return sound
        ? []
        : [
            {
              rule: 'balances_are_chained',
              table: 'postings',
              id: String(id),
              detail,
            },
          ];
    });
  }

  private lies({ id, currency, balances, version }: WalletRecord): Violation[] {
    const postings = this.postingsOf(id);
    const total = Money.sum(
      postings.map(({ posting }) => posting.amount),
      currency,
    );
    const open = [...this.books.holds.values()].filter(
      (hold) => hold.walletId === id && !this.books.resolutions.has(hold.id),
    );
    const held = Money.sum(
      open.map(({ amount }) => amount),
      currency,
    );
    const complaint = (rule: string, sound: boolean, detail: string): Violation[] =>
      sound ? [] : [{ rule, table: 'wallets', id, detail }];
    return [
      ...complaint('wallet_counts_its_postings', version === postings.length, `version ${version}`),
      ...complaint('wallet_balance_is_sum', balances.balance.equals(total), `balance ${balances.balance.toFixed()}`),
      ...complaint('reserved_is_open_holds', balances.reserved.equals(held), `reserved ${balances.reserved.toFixed()}`),
    ];
  }

  private remainders(): Violation[] {
    const sums = new Map<string, Money>();
    const add = (amount: Money) => sums.set(amount.currency, sums.get(amount.currency)?.plus(amount) ?? amount);
    for (const { balances } of this.books.wallets.values()) add(balances.balance);
    for (const { posting } of this.books.postings) if (posting.side === 'platform') add(posting.amount);
    return [...sums.values()]
      .filter((sum) => !sum.isZero())
      .map((sum) => ({
        rule: 'currency_sums_to_zero',
        table: 'wallets',
        id: sum.currency,
        detail: `${sum.toFixed()} left over`,
      }));
  }

  private postingsOf(walletId: string): (PostingRecord & { posting: WalletPosting })[] {
    return this.books.postings.filter(
      (row): row is PostingRecord & { posting: WalletPosting } =>
        row.posting.side === 'wallet' && row.posting.walletId === walletId,
    );
  }
}
