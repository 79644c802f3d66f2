import { newId, toCurrency, type Money, type Page, type Tx } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import {
  HoldNotFoundError,
  InvalidEntryError,
  LedgerKeyReusedError,
  VirtualWalletNotFoundError,
  WalletAlreadyExistsError,
} from '../domain/errors';
import type { Hold, RecordedHold } from '../domain/hold';
import { JournalEntry } from '../domain/journal-entry';
import { LedgerBatch } from '../domain/ledger-batch';
import type { Movement, MovementTotals, Reference } from '../domain/movement';
import { movement, platformPosting } from '../domain/posting';
import { Balances, isVisibleToMerchant, type Lane, type Wallet } from '../domain/wallet';
import { dailyTotalsOf, type DailyTotals } from '../domain/daily-totals';
import { movementTotalsOf, proofOf, type WalletProof, type WalletWithTotals } from '../domain/wallet-totals';
import {
  LedgerReader,
  LedgerStore,
  type MovementFilter,
  type MovementQuery,
  type PlatformBalance,
  type PostedEntry,
} from './ports';

/** The result of posting one entry. */
export interface PostResult {
  readonly entryId: string;
  /** The entry had been posted before; nothing was written for it. */
  readonly duplicate: boolean;
}

/** A wallet to create. */
export interface WalletRequest {
  /** A new one by default. */
  readonly id?: string;
  readonly accountId: string;
  readonly currency: string;
  readonly lane: Lane;
  /** The time zone of the account; UTC by default. */
  readonly timeZone?: string;
}

/** What to reserve, and the outflow that it is reserved for. */
export interface PlaceHoldRequest {
  /** The id of the hold; a new one by default. */
  readonly holdId?: string;
  readonly walletId: string;
  readonly amount: Money;
  readonly referenceType: string;
  readonly referenceId: string;
}

/** The outflow's hold. */
export interface PlaceHoldResult {
  readonly holdId: string;
  /** The outflow already had this hold, resolved since or not; nothing was written. */
  readonly duplicate: boolean;
}

/** Holds to resolve together, and entries to post with them. */
export interface HoldResolutions {
  readonly captures?: readonly { readonly holdId: string; readonly entry: JournalEntry }[];
  readonly releases?: readonly string[];
  readonly posts?: readonly JournalEntry[];
}

/** A correction of a wallet's balance by staff. */
export interface AdjustRequest {
  readonly walletId: string;
  /** Signed: a negative amount debits the wallet. */
  readonly amount: Money;
  readonly reason: string;
  readonly occurredAt: Date;
  /** Without a key, every call adjusts the balance. */
  readonly idempotencyKey?: string;
}

/**
 * The only way to change or read wallets. Every method that writes locks the wallets that it touches, in the order of
 * their ids, until the transaction ends. A `DomainError` means that nothing was written, so the transaction may
 * continue.
 */
@Injectable()
export class LedgerService {
  constructor(
    private readonly store: LedgerStore,
    private readonly reader: LedgerReader,
  ) {}

  /** Creates an empty wallet. Throws `WalletAlreadyExistsError` when the account already has one in that lane. */
  async createWallet(
    tx: Tx,
    { id = newId(), accountId, currency, lane, timeZone = 'UTC' }: WalletRequest,
  ): Promise<Wallet> {
    const wallet = { id, accountId, currency: toCurrency(currency), lane };
    if (!(await this.store.addWallet(tx, { ...wallet, timeZone }))) throw new WalletAlreadyExistsError(accountId, lane);
    return { ...wallet, balances: Balances.none(wallet.currency), version: 0 };
  }

  /**
   * Gives the account's wallets another IANA time zone: the totals of their days become those of the days there, past
   * ones included. The cost follows the number of postings; others wait only for the end of it. Lock the account first.
   */
  async setTimeZone(tx: Tx, accountId: string, timeZone: string): Promise<void> {
    await this.store.setTimeZone(tx, accountId, timeZone);
  }

  /** Locks the wallets until the transaction ends, in the order of their ids. Those that do not exist are left out. */
  async lockWallets(tx: Tx, walletIds: readonly string[]): Promise<readonly Wallet[]> {
    return walletIds.length > 0 ? (await this.store.lock(tx, { walletIds })).wallets : [];
  }

  /**
   * Posts the entries in order, all or none, in two statements for any number of entries. An entry whose idempotency
   * key was posted before is not posted again; its result has `duplicate: true`. Throws
   * `InsufficientAvailableBalanceError` when an entry takes more than a wallet has available (a returned payment may),
   * `VirtualWalletNotFoundError`, `InvalidEntryError` (wrong currency for the wallet), `LedgerKeyReusedError` (same
   * key, another kind or reference).
   */
  async post(tx: Tx, entries: readonly JournalEntry[]): Promise<PostResult[]> {
    if (entries.length === 0) return [];
    const locked = await this.store.lock(tx, {
      walletIds: entries.flatMap((entry) => entry.walletIds),
      idempotencyKeys: entries.map((entry) => entry.idempotencyKey),
    });
    const batch = new LedgerBatch(locked.wallets);
    const postedByKey = new Map(locked.entries.map((posted) => [posted.idempotencyKey, posted]));
    const results = entries.map((entry) => {
      const posted = postedByKey.get(entry.idempotencyKey);
      if (posted) return duplicateOf(posted, entry);
      const { kind, reference, idempotencyKey } = entry;
      const id = newId();
      batch.post(id, entry);
      postedByKey.set(idempotencyKey, { id, kind, reference, idempotencyKey });
      return { entryId: id, duplicate: false };
    });
    if (results.some(({ duplicate }) => !duplicate)) await this.store.write(tx, batch.changes);
    return results;
  }

  /** The entry that was posted under that key, with its postings; undefined when there is none. */
  findEntry(tx: Tx, idempotencyKey: string): Promise<JournalEntry | undefined> {
    return this.store.find(tx, idempotencyKey);
  }

  /**
   * Reserves money for an outflow: available decreases, balance stays, no movement is written. Repeating the request
   * changes nothing. Throws `InsufficientAvailableBalanceError`, `VirtualWalletNotFoundError`, `InvalidEntryError`
   * (amount of zero or less), `LedgerKeyReusedError` (the reference has a hold on another wallet or of another amount).
   */
  async placeHold(tx: Tx, request: PlaceHoldRequest): Promise<PlaceHoldResult> {
    const [result] = await this.placeHolds(tx, [request]);
    return result as PlaceHoldResult;
  }

  /** Places many holds in order, all or none, in two statements. Throws what `placeHold` throws. */
  async placeHolds(tx: Tx, requests: readonly PlaceHoldRequest[]): Promise<PlaceHoldResult[]> {
    if (requests.length === 0) return [];
    const locked = await this.store.lock(tx, {
      walletIds: requests.map(({ walletId }) => walletId),
      holdReferences: requests.map(referenceOf),
    });
    const batch = new LedgerBatch(locked.wallets);
    const placed = new Map<string, Hold>(locked.holds.map((hold) => [referenceText(hold.reference), hold]));
    const results = requests.map((request) => {
      const { holdId = newId(), walletId, amount } = request;
      const reference = referenceOf(request);
      const known = placed.get(referenceText(reference));
      if (known) return sameHold(known, request);
      const hold = { id: holdId, walletId, amount, reference };
      batch.hold(hold);
      placed.set(referenceText(reference), hold);
      return { holdId, duplicate: false };
    });
    if (results.some(({ duplicate }) => !duplicate)) await this.store.write(tx, batch.changes);
    return results;
  }

  /**
   * The outflow happened: posts the entry, which must take exactly the held amount from the hold's wallet, and
   * decreases reserved by it in the same update; available does not change. Throws `HoldAlreadyResolvedError`,
   * `HoldNotFoundError`, `InvalidEntryError`, `LedgerKeyReusedError` (the hold is open, but the entry was posted
   * before).
   */
  async captureHold(tx: Tx, holdId: string, entry: JournalEntry): Promise<PostResult> {
    const { captured } = await this.resolveHolds(tx, { captures: [{ holdId, entry }] });
    return captured[0] as PostResult;
  }

  /** The outflow failed: the money is available again. Throws `HoldAlreadyResolvedError`, `HoldNotFoundError`. */
  async releaseHold(tx: Tx, holdId: string): Promise<void> {
    await this.resolveHolds(tx, { releases: [holdId] });
  }

  /**
   * Captures and releases many holds, and posts further entries, all or none, in two statements. `posts` must not have
   * been posted before. Throws what `captureHold` and `releaseHold` throw, and what `post` throws.
   */
  async resolveHolds(
    tx: Tx,
    { captures = [], releases = [], posts = [] }: HoldResolutions,
  ): Promise<{ captured: PostResult[] }> {
    if (captures.length + releases.length + posts.length === 0) return { captured: [] };
    const entries = [...captures.map(({ entry }) => entry), ...posts];
    const locked = await this.store.lock(tx, {
      walletIds: entries.flatMap(({ walletIds }) => walletIds),
      holdIds: [...captures.map(({ holdId }) => holdId), ...releases],
      idempotencyKeys: entries.map(({ idempotencyKey }) => idempotencyKey),
    });
    const batch = new LedgerBatch(locked.wallets);
    const captured = captures.map(({ holdId, entry }) => {
      const entryId = newId();
      batch.capture(existing(locked.holds, holdId), entryId, entry);
      return { entryId, duplicate: false };
    });
    for (const holdId of releases) batch.release(existing(locked.holds, holdId));
    for (const entry of posts) batch.post(newId(), entry);
    const [repeated] = locked.entries;
    if (repeated) throw new LedgerKeyReusedError(repeated.idempotencyKey);
    await this.store.write(tx, batch.changes);
    return { captured };
  }

  /**
   * Corrects a balance, visibly to the merchant, against the platform's `adjustments` account. Like any debit it cannot
   * take more than is available. Throws what `post` throws, and `InvalidEntryError` without a reason.
   */
  async adjust(tx: Tx, { walletId, amount, reason, occurredAt, idempotencyKey }: AdjustRequest): Promise<PostResult> {
    if (!reason.trim()) throw new InvalidEntryError('an adjustment needs a reason');
    const entry = JournalEntry.create({
      kind: 'adjustment',
      reference: { type: 'wallet', id: walletId },
      idempotencyKey: idempotencyKey ?? `adjustment:${newId()}`,
      occurredAt,
      memo: reason,
      postings: [movement(walletId, 'adjustment', amount), platformPosting('adjustments', amount.negated())],
    });
    const [result] = await this.post(tx, [entry]);
    return result as PostResult;
  }

  /** All wallets of the account, in the order of lanes: local, usd, internal. */
  walletsOf(accountId: string): Promise<Wallet[]> {
    return this.reader.walletsOf(accountId);
  }

  /** The account's wallets that its merchant sees, in the order of lanes: local, usd. */
  async listMerchantWallets(accountId: string): Promise<Wallet[]> {
    return (await this.walletsOf(accountId)).filter(isVisibleToMerchant);
  }

  /**
   * One of the account's wallets that its merchant sees; without an id, the first one. Throws
   * `VirtualWalletNotFoundError`, also for a wallet of another account.
   */
  async findMerchantWallet(accountId: string, id?: string): Promise<Wallet> {
    const wallets = await this.listMerchantWallets(accountId);
    const wallet = id === undefined ? wallets[0] : wallets.find((candidate) => candidate.id === id);
    if (!wallet) throw new VirtualWalletNotFoundError(id ?? '');
    return wallet;
  }

  findWallet(id: string): Promise<Wallet | undefined> {
    return this.reader.findWallet(id);
  }

  /**
   * Visible movements, newest first. Throws a `ValidationError` that names `cursor` when no page returned the cursor.
   */
  listMovements(walletId: string, query: MovementQuery): Promise<Page<Movement>> {
    return this.reader.listMovements(walletId, query);
  }

  /** Streams every item of `listMovements`; holds only a few in memory. */
  streamMovements(walletId: string, filter: MovementFilter): AsyncIterable<Movement> {
    return this.reader.streamMovements(walletId, filter);
  }

  /** Totals over all visible movements of the wallet. Throws `VirtualWalletNotFoundError`. */
  async movementTotals(walletId: string): Promise<MovementTotals> {
    return movementTotalsOf(await this.totals(walletId));
  }

  /**
   * Totals over the visible movements of each of these consecutive days of its zone (`2030-01-31`), in order, at a cost
   * that depends on the days and not on the movements. Throws `VirtualWalletNotFoundError`.
   */
  async dailyTotals(walletId: string, days: readonly [string, ...string[]]): Promise<DailyTotals[]> {
    const found = await this.reader.days(walletId, days[0], days.length);
    if (!found) throw new VirtualWalletNotFoundError(walletId);
    return dailyTotalsOf(days, found);
  }

  /**
   * Explains the balance to the merchant: the total of each type of movement, hidden ones included, which add up to the
   * balance. Throws `VirtualWalletNotFoundError`.
   */
  async walletProof(walletId: string): Promise<WalletProof> {
    return proofOf(await this.totals(walletId));
  }

  /** The balance of each of the platform's own accounts, summed over all of its postings. */
  platformBalances(): Promise<PlatformBalance[]> {
    return this.reader.platformBalances();
  }

  private async totals(walletId: string): Promise<WalletWithTotals> {
    const found = await this.reader.totals(walletId);
    if (!found) throw new VirtualWalletNotFoundError(walletId);
    return found;
  }
}

function referenceOf({ referenceType, referenceId }: PlaceHoldRequest): Reference {
  return { type: referenceType, id: referenceId };
}

function referenceText({ type, id }: Reference): string {
  return `${type} ${id}`;
}

/** The result for a reference that has a hold. Throws `LedgerKeyReusedError` for a hold of another wallet or amount. */
function sameHold(placed: Hold, { walletId, amount }: PlaceHoldRequest): PlaceHoldResult {
  const same = placed.walletId === walletId && placed.amount.equals(amount);
  if (!same) throw new LedgerKeyReusedError(referenceText(placed.reference));
  return { holdId: placed.id, duplicate: true };
}

function duplicateOf(posted: PostedEntry, entry: JournalEntry): PostResult {
  const same =
    posted.kind === entry.kind &&
    posted.reference?.type === entry.reference?.type &&
    posted.reference?.id === entry.reference?.id;
  if (!same) throw new LedgerKeyReusedError(entry.idempotencyKey);
  return { entryId: posted.id, duplicate: true };
}

function existing(holds: readonly RecordedHold[], holdId: string): RecordedHold {
  const hold = holds.find(({ id }) => id === holdId);
  if (!hold) throw new HoldNotFoundError(holdId);
  return hold;
}
