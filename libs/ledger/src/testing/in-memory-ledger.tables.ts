import { dayOf, Tx, UnitOfWork } from '@app/kernel';
import type { NewWallet } from '../application/ports';
import type { DayOpening, WalletFigures } from '../domain/daily-totals';
import type { Hold, HoldResolution } from '../domain/hold';
import type { IdentifiedEntry, RecordedPosting, WalletChange } from '../domain/ledger-batch';
import type { WalletPosting } from '../domain/posting';
import { movementTotalsOf, type TypeTotals } from '../domain/wallet-totals';

const DAY_MS = 86_400_000;

export type WalletRecord = NewWallet & Omit<WalletChange, 'cause'>;

export type PostingRecord = RecordedPosting & {
  readonly id: number;
  readonly createdAt: Date;
};

export type WalletPostingRecord = PostingRecord & { posting: WalletPosting };

/** The ledger's tables in memory. Rows are immutable; a change replaces the row. */
export class InMemoryLedgerTables {
  wallets = new Map<string, WalletRecord>();
  /** By idempotency key. */
  entries = new Map<string, IdentifiedEntry>();
  postings: PostingRecord[] = [];
  /** Keyed by `addTotals`. */
  totals = new Map<string, TypeTotals>();
  /** Those of one wallet are in the order of days. */
  days: DayOpening[] = [];
  holds = new Map<string, Hold>();
  resolutions = new Map<string, HoldResolution>();

  /** Saves the tables; calling the result restores them. */
  savepoint(): () => void {
    const { wallets, entries, postings, totals, days, holds, resolutions } = this;
    this.wallets = new Map(wallets);
    this.entries = new Map(entries);
    this.postings = [...postings];
    this.totals = new Map(totals);
    this.days = [...days];
    this.holds = new Map(holds);
    this.resolutions = new Map(resolutions);
    return () => Object.assign(this, { wallets, entries, postings, totals, days, holds, resolutions });
  }

  /** What visible movements have added up to, and the balance. */
  figuresOf(wallet: WalletRecord): WalletFigures {
    const totals = [...this.totals.values()].filter(({ walletId }) => walletId === wallet.id);
    const { totalIn, totalOut } = movementTotalsOf({ wallet, totals });
    return { totalIn, totalOut, balance: wallet.balances.balance };
  }

  /** In posting order. */
  walletPostings(walletId: string): WalletPostingRecord[] {
    return this.postings.filter(
      (row): row is WalletPostingRecord => row.posting.side === 'wallet' && row.posting.walletId === walletId,
    );
  }

  letDaysPass(walletId: string, days: number): void {
    const earlier = (moment: Date) => new Date(moment.getTime() - days * DAY_MS);
    this.postings = this.postings.map((row) =>
      row.posting.side === 'wallet' && row.posting.walletId === walletId
        ? { ...row, createdAt: earlier(row.createdAt) }
        : row,
    );
    this.days = this.days.map((opening) =>
      opening.walletId === walletId ? { ...opening, day: dayOf(earlier(new Date(opening.day))) } : opening,
    );
  }
}

class InMemoryTx extends Tx {
  protected readonly kind = 'transaction';
}

/** Runs transactions one after another and undoes each that throws, as if every row were locked from the start. */
export class InMemoryUnitOfWork extends UnitOfWork {
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly tables: InMemoryLedgerTables) {
    super();
  }

  run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const result = this.last.then(() => this.attempt(work));
    this.last = result.catch(() => undefined);
    return result;
  }

  once<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.run(work);
  }

  private async attempt<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const undo = this.tables.savepoint();
    try {
      return await work(new InMemoryTx());
    } catch (error) {
      undo();
      throw error;
    }
  }
}
