import type { Money } from '@app/kernel';
import { InsufficientAvailableBalanceError, InvalidEntryError, VirtualWalletNotFoundError } from './errors';
import { move, type Hold, type HoldResolution, type RecordedHold } from './hold';
import type { JournalEntry } from './journal-entry';
import type { Posting, WalletPosting } from './posting';
import type { Balances, Wallet } from './wallet';
import { totalsOf, type TypeTotals } from './wallet-totals';

export interface IdentifiedEntry {
  readonly id: string;
  readonly entry: JournalEntry;
}

/** What a wallet's balance was before and after a posting, and the how manieth posting of the wallet it is. */
export interface ChainLink {
  readonly before: Money;
  readonly after: Money;
  readonly version: number;
}

export interface RecordedPosting {
  readonly entryId: string;
  readonly posting: Posting;
  /** Null on a platform account. */
  readonly link: ChainLink | null;
}

export interface WalletChange {
  readonly id: string;
  readonly balances: Balances;
  readonly version: number;
  /**
   * What answers for the new figures: the movement type of the last posting, `hold` or `release`; `return` as soon as a
   * returned payment took part, because only that may leave less than nothing available.
   */
  readonly cause: string;
}

/** Everything that a batch writes, to be written together or not at all. */
export interface LedgerChanges {
  readonly wallets: readonly WalletChange[];
  readonly entries: readonly IdentifiedEntry[];
  readonly postings: readonly RecordedPosting[];
  /** To be added to what the books have, one for each wallet, type and visibility. */
  readonly totals: readonly TypeTotals[];
  readonly holds: readonly Hold[];
  readonly resolutions: readonly HoldResolution[];
}

type WalletState = Pick<Wallet, 'currency' | 'balances' | 'version'> & {
  readonly cause: string | null;
};

/**
 * Computes what a series of entries and holds does to locked wallets, one after the other, and refuses what their
 * available balance does not cover. After a refusal the batch is spent: nothing of it may be written.
 */
export class LedgerBatch {
  private readonly states = new Map<string, WalletState>();
  private readonly entries: IdentifiedEntry[] = [];
  private readonly postings: RecordedPosting[] = [];
  private readonly holds: Hold[] = [];
  private readonly resolutions: HoldResolution[] = [];

  /** The wallets as they are now, under a lock that lasts until the changes are written. */
  constructor(wallets: readonly Wallet[]) {
    for (const { id, currency, balances, version } of wallets) {
      this.states.set(id, { currency, balances, version, cause: null });
    }
  }

  /** Throws `InsufficientAvailableBalanceError`, `VirtualWalletNotFoundError`, `InvalidEntryError`. */
  post(id: string, entry: JournalEntry): void {
    this.enter(id, entry, null);
  }

  /** Throws `InsufficientAvailableBalanceError`, `VirtualWalletNotFoundError`, `InvalidEntryError`. */
  hold(hold: Hold): void {
    if (!hold.amount.isPositive()) throw new InvalidEntryError(`a hold of ${hold.amount.toString()} reserves nothing`);
    const state = this.stateOf(hold.walletId, hold.amount);
    const { available } = state.balances;
    if (hold.amount.isGreaterThan(available)) {
      throw new InsufficientAvailableBalanceError(hold.walletId, available, hold.amount);
    }
    this.change(hold.walletId, { ...state, balances: state.balances.held(hold.amount) }, 'hold');
    this.holds.push(hold);
  }

  /**
   * The outflow happened: the entry takes exactly the held amount, so the available balance does not change. That also
   * works for a wallet in debt, whose outflow was covered when it was ordered. Throws `HoldAlreadyResolvedError`, and
   * `InvalidEntryError` for another amount.
   */
  capture(hold: RecordedHold, id: string, entry: JournalEntry): void {
    const outcome = move(hold, 'capture');
    const taken = entry.walletPostings(hold.walletId).reduce((sum, { amount }) => sum.minus(amount), zeroOf(hold));
    if (!taken.equals(hold.amount)) {
      throw new InvalidEntryError(`it takes ${taken.toString()} for a hold of ${hold.amount.toString()}`);
    }
    this.enter(id, entry, hold);
    this.resolutions.push({ holdId: hold.id, outcome, entryId: id });
  }

  /** The money becomes available again. Throws `HoldAlreadyResolvedError`. */
  release(hold: RecordedHold): void {
    const outcome = move(hold, 'release');
    const state = this.stateOf(hold.walletId, hold.amount);
    this.change(hold.walletId, { ...state, balances: state.balances.unheld(hold.amount) }, 'release');
    this.resolutions.push({ holdId: hold.id, outcome, entryId: null });
  }

  get changes(): LedgerChanges {
    const wallets = [...this.states].flatMap(([id, { balances, version, cause }]) =>
      cause === null ? [] : [{ id, balances, version, cause }],
    );
    const { entries, postings, holds, resolutions } = this;
    const totals = totalsOf(postings.flatMap(({ posting }) => (posting.side === 'wallet' ? posting : [])));
    return { wallets, entries, postings, totals, holds, resolutions };
  }

  private enter(id: string, entry: JournalEntry, captured: Hold | null): void {
    const before = new Map(entry.walletIds.map((walletId) => [walletId, this.states.get(walletId)]));
    for (const posting of entry.postings) {
      const link = posting.side === 'wallet' ? this.append(posting) : null;
      this.postings.push({ entryId: id, posting, link });
    }
    if (captured) {
      const state = this.stateOf(captured.walletId, captured.amount);
      this.states.set(captured.walletId, { ...state, balances: state.balances.unheld(captured.amount) });
    }
    for (const [walletId, state] of before) {
      if (state) this.demandCover(walletId, state, entry);
    }
    this.entries.push({ id, entry });
  }

  private append({ walletId, amount, movementType }: WalletPosting): ChainLink {
    const state = this.stateOf(walletId, amount);
    const version = state.version + 1;
    const balances = state.balances.posted(amount);
    this.change(walletId, { ...state, balances, version }, movementType);
    return { before: state.balances.balance, after: balances.balance, version };
  }

  /**
   * Judges the entry as a whole: a payment and its fee on a wallet in debt are fine when together they leave more than
   * there was.
   */
  private demandCover(walletId: string, before: WalletState, entry: JournalEntry): void {
    const then = before.balances.available;
    const now = this.stateOf(walletId, then).balances.available;
    if (!now.isNegative() || !now.isLessThan(then)) return;
    if (entry.walletPostings(walletId).some(({ movementType }) => movementType === 'return')) return;
    throw new InsufficientAvailableBalanceError(walletId, then, then.minus(now));
  }

  private change(walletId: string, state: WalletState, cause: string): void {
    this.states.set(walletId, { ...state, cause: state.cause === 'return' ? 'return' : cause });
  }

  private stateOf(walletId: string, amount: Money): WalletState {
    const state = this.states.get(walletId);
    if (!state) throw new VirtualWalletNotFoundError(walletId);
    if (state.currency !== amount.currency) {
      throw new InvalidEntryError(`${amount.toString()} on a wallet in ${state.currency}`);
    }
    return state;
  }
}

function zeroOf({ amount }: Hold): Money {
  return amount.minus(amount);
}
