import { Tx, UnitOfWork } from '@app/kernel';
import type { NewWallet } from '../application/ports';
import type { Hold, HoldResolution } from '../domain/hold';
import type { IdentifiedEntry, RecordedPosting, WalletChange } from '../domain/ledger-batch';
import type { TypeTotals } from '../domain/wallet-totals';

export type WalletRecord = NewWallet & Omit<WalletChange, 'cause'>;

export type PostingRecord = RecordedPosting & {
  readonly id: number;
  readonly createdAt: Date;
};

/** The ledger's tables in memory. Rows are immutable; a change replaces the row. */
export class InMemoryBooks {
  wallets = new Map<string, WalletRecord>();
  /** By idempotency key. */
  entries = new Map<string, IdentifiedEntry>();
  postings: PostingRecord[] = [];
  /** Keyed by `addTotals`. */
  totals = new Map<string, TypeTotals>();
  holds = new Map<string, Hold>();
  resolutions = new Map<string, HoldResolution>();

  /** Saves the tables; calling the result restores them. */
  savepoint(): () => void {
    const { wallets, entries, postings, totals, holds, resolutions } = this;
    this.wallets = new Map(wallets);
    this.entries = new Map(entries);
    this.postings = [...postings];
    this.totals = new Map(totals);
    this.holds = new Map(holds);
    this.resolutions = new Map(resolutions);
    return () => Object.assign(this, { wallets, entries, postings, totals, holds, resolutions });
  }
}

class InMemoryTx extends Tx {
  protected readonly kind = 'transaction';
}

/** Runs transactions one after another and undoes each that throws, as if every row were locked from the start. */
export class InMemoryUnitOfWork extends UnitOfWork {
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly books: InMemoryBooks) {
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
    const undo = this.books.savepoint();
    try {
      return await work(new InMemoryTx());
    } catch (error) {
      undo();
      throw error;
    }
  }
}
