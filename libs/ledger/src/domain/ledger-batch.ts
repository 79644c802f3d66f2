import type { Money } from '@app/kernel';
import { InsufficientAvailableBalanceError, InvalidEntryError, VirtualWalletNotFoundError } from './errors';
import { resolveHold, type Hold, type HoldResolution, type RecordedHold } from './hold';
import type { JournalEntry } from './journal-entry';
import type { Posting, WalletPosting } from './posting';
import type { Balances, Wallet } from './wallet';
import { totalsOf, type TypeTotals } from './wallet-totals';

/** An entry with the id under which it is posted. */
export interface IdentifiedEntry {
  readonly id: string;
  readonly entry: JournalEntry;
}

/** The wallet's balance before and after a posting, and the posting's position in the wallet, counted from 1. */
export interface ChainLink {
  readonly before: Money;
  readonly after: Money;
  readonly version: number;
}

/** A posting as it is written. */
export interface RecordedPosting {
  readonly entryId: string;
  readonly posting: Posting;
  /** Null on a platform account. */
  readonly link: ChainLink | null;
}

/** A wallet's figures after the batch. */
export interface WalletChange {
  readonly id: string;
  readonly balances: Balances;
  readonly version: number;
  /**
   * Why the figures changed: the movement type of the last posting, `hold` or `release`. It is `return`, which alone may make
   * available negative, if any entry of the batch may overdraw the wallet.
   */
  readonly cause: string;
}

/** Everything that a batch writes, all or nothing. */
export interface LedgerChanges {
  readonly wallets: readonly WalletChange[];
  readonly entries: readonly IdentifiedEntry[];
  readonly postings: readonly RecordedPosting[];
  /** Increments of the stored totals, one for each wallet, type and visibility. */
  readonly totals: readonly TypeTotals[];
  readonly holds: readonly Hold[];
  readonly resolutions: readonly HoldResolution[];
}

type WalletState = Pick<Wallet, 'currency' | 'balances' | 'version'> & {
  readonly cause: string | null;
};

/**
 * Applies a series of entries and holds to locked wallets, one after the other, and throws when the available balance
 * does not cover one. After an error, the batch must not be written.
 */
export class LedgerBatch {
  private readonly states = new Map<string, WalletState>();
  private readonly entries: IdentifiedEntry[] = [];
  private readonly postings: RecordedPosting[] = [];
  private readonly holds: Hold[] = [];
  private readonly resolutions: HoldResolution[] = [];

  /** `wallets` are the current ones, locked until the changes are written. */
  constructor(wallets: readonly Wallet[]) {
    for (const { id, currency, balances, version } of wallets) {
      this.states.set(id, { currency, balances, version, cause: null });
    }
  }

  /** Posts an entry. Throws `InsufficientAvailableBalanceError`, `VirtualWalletNotFoundError`, `InvalidEntryError`. */
  post(id: string, entry: JournalEntry): void {
    this.apply(id, entry, null);
  }

  /** Reserves money. Throws `InsufficientAvailableBalanceError`, `VirtualWalletNotFoundError`, `InvalidEntryError`. */
  hold(hold: Hold): void {
    if (!hold.amount.isPositive()) throw new InvalidEntryError(`a hold of ${hold.amount.toString()} reserves nothing`);
    const state = this.stateOf(hold.walletId, hold.amount);
    const { available } = state.balances;
    if (hold.amount.isGreaterThan(available)) {
      throw new InsufficientAvailableBalanceError(hold.walletId, available, hold.amount);
    }
    this.change(hold.walletId, { ...state, balances: state.balances.withHold(hold.amount) }, 'hold');
    this.holds.push(hold);
  }

  /**
   * The outflow happened: the entry takes exactly the held amount, so the available balance does not change. That also
   * works for a wallet in debt, whose outflow was covered when it was ordered. Throws `HoldAlreadyResolvedError`, and
   * `InvalidEntryError` for another amount.
   */
  capture(hold: RecordedHold, id: string, entry: JournalEntry): void {
    const resolution = resolveHold(hold, 'capture', id);
    const taken = entry.walletPostings(hold.walletId).reduce((sum, { amount }) => sum.minus(amount), zeroOf(hold));
    if (!taken.equals(hold.amount)) {
      throw new InvalidEntryError(`it takes ${taken.toString()} for a hold of ${hold.amount.toString()}`);
    }
    this.apply(id, entry, hold);
    this.resolutions.push(resolution);
  }

  /** The money becomes available again. Throws `HoldAlreadyResolvedError`. */
  release(hold: RecordedHold): void {
    const resolution = resolveHold(hold, 'release', null);
    const state = this.stateOf(hold.walletId, hold.amount);
    this.change(hold.walletId, { ...state, balances: state.balances.withoutHold(hold.amount) }, 'release');
    this.resolutions.push(resolution);
  }

  /** What to write. */
  get changes(): LedgerChanges {
    const wallets = [...this.states].flatMap(([id, { balances, version, cause }]) =>
      cause === null ? [] : [{ id, balances, version, cause }],
    );
    const { entries, postings, holds, resolutions } = this;
    const totals = totalsOf(postings.flatMap(({ posting }) => (posting.side === 'wallet' ? posting : [])));
    return { wallets, entries, postings, totals, holds, resolutions };
  }

  private apply(id: string, entry: JournalEntry, captured: Hold | null): void {
    const before = new Map(entry.walletIds.map((walletId) => [walletId, this.states.get(walletId)]));
    for (const posting of entry.postings) {
      const link = posting.side === 'wallet' ? this.append(posting, entry) : null;
      this.postings.push({ entryId: id, posting, link });
    }
    if (captured) {
      const state = this.stateOf(captured.walletId, captured.amount);
      this.states.set(captured.walletId, { ...state, balances: state.balances.withoutHold(captured.amount) });
    }
    for (const [walletId, state] of before) {
      if (state) this.requireCover(walletId, state, entry);
    }
    this.entries.push({ id, entry });
  }

  private append({ walletId, amount, movementType }: WalletPosting, { mayOverdraw }: JournalEntry): ChainLink {
    const state = this.stateOf(walletId, amount);
    const version = state.version + 1;
    const balances = state.balances.withPosting(amount);
    this.change(walletId, { ...state, balances, version }, mayOverdraw ? 'return' : movementType);
    return { before: state.balances.balance, after: balances.balance, version };
  }

  /**
   * Judges the entry as a whole: a payment and its fee are accepted on a wallet in debt when together they increase the
   * available balance.
   */
  private requireCover(walletId: string, { balances }: WalletState, entry: JournalEntry): void {
    const before = balances.available;
    const after = this.stateOf(walletId, before).balances.available;
    if (!after.isNegative() || !after.isLessThan(before)) return;
    if (entry.mayOverdraw) return;
    throw new InsufficientAvailableBalanceError(walletId, before, before.minus(after));
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
