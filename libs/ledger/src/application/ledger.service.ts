import { newId, toCurrency, type Money, type Page, type Tx } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import {
  HoldNotFoundError,
  InvalidEntryError,
  LedgerKeyReusedError,
  VirtualWalletNotFoundError,
  WalletAlreadyExistsError,
} from '../domain/errors';
import type { RecordedHold } from '../domain/hold';
import { JournalEntry } from '../domain/journal-entry';
import { LedgerBatch } from '../domain/ledger-batch';
import type { Movement, MovementTotals, Reference } from '../domain/movement';
import { movement, platformPosting } from '../domain/posting';
import { Balances, isVisibleToMerchant, type Lane, type Wallet } from '../domain/wallet';
import { movementTotalsOf, proofOf, type WalletProof, type WalletWithTotals } from '../domain/wallet-totals';
import { LedgerReader, LedgerStore, type MovementQuery, type PlatformBalance, type PostedEntry } from './ports';

export interface PostResult {
  readonly entryId: string;
  /** The books had this entry already; nothing was written for it. */
  readonly duplicate: boolean;
}

export interface PlaceHoldRequest {
  readonly walletId: string;
  readonly amount: Money;
  readonly referenceType: string;
  readonly referenceId: string;
}

export interface PlaceHoldResult {
  readonly holdId: string;
  /** This outflow had its hold already, whatever has become of it since; nothing was written. */
  readonly duplicate: boolean;
}

export interface AdjustRequest {
  readonly walletId: string;
  /** Signed: a negative amount takes from the wallet. */
  readonly amount: Money;
  readonly reason: string;
  readonly occurredAt: Date;
  /** Without one, every call adjusts. */
  readonly idempotencyKey?: string;
}

/**
 * The only way to change or read wallets. Every writing method locks the wallets that it touches, in the order of their
 * ids, until the transaction ends. A refusal is a `DomainError` and has written nothing, so the transaction may go on.
 */
@Injectable()
export class LedgerService {
  constructor(
    private readonly store: LedgerStore,
    private readonly reader: LedgerReader,
  ) {}

  /** An empty wallet. Throws `WalletAlreadyExistsError` when the account has one in that lane. */
  async createWallet(
    tx: Tx,
    { id = newId(), accountId, currency, lane }: { id?: string; accountId: string; currency: string; lane: Lane },
  ): Promise<Wallet> {
    const wallet = { id, accountId, currency: toCurrency(currency), lane };
    if (!(await this.store.addWallet(tx, wallet))) throw new WalletAlreadyExistsError(accountId, lane);
    return { ...wallet, balances: Balances.none(wallet.currency), version: 0 };
  }

  /**
   * Posts entries in their order, all or none: two statements however many they are. An entry whose key the books
   * know is not posted again and its result says so. Throws `InsufficientAvailableBalanceError` when an entry other
   * than a returned payment asks more of a wallet than it has available, `VirtualWalletNotFoundError`,
   * `InvalidEntryError` (currency of the wallet), `LedgerKeyReusedError` (key of an entry about something else).
   */
  async post(tx: Tx, entries: readonly JournalEntry[]): Promise<PostResult[]> {
    if (entries.length === 0) return [];
    const locked = await this.store.lock(tx, {
      walletIds: entries.flatMap((entry) => entry.walletIds),
      idempotencyKeys: entries.map((entry) => entry.idempotencyKey),
    });
    const batch = new LedgerBatch(locked.wallets);
    const known = byKey(locked.entries);
    const results = entries.map((entry) => {
      const posted = known.get(entry.idempotencyKey);
      if (posted) return repeated(posted, entry);
      const { kind, reference, idempotencyKey } = entry;
      const id = newId();
      batch.post(id, entry);
      known.set(idempotencyKey, { id, kind, reference, idempotencyKey });
      return { entryId: id, duplicate: false };
    });
    if (results.some(({ duplicate }) => !duplicate)) await this.store.write(tx, batch.changes);
    return results;
  }

  /**
   * Reserves money for an outflow; available falls, balance stays, no movement is written. Repeated for the same
   * reference it changes nothing. Throws `InsufficientAvailableBalanceError`, `VirtualWalletNotFoundError`,
   * `InvalidEntryError` (an amount of zero or less), `LedgerKeyReusedError` (reference of another wallet or amount).
   */
  async placeHold(tx: Tx, { walletId, amount, ...of }: PlaceHoldRequest): Promise<PlaceHoldResult> {
    const reference: Reference = { type: of.referenceType, id: of.referenceId };
    const { wallets, holds } = await this.store.lock(tx, { walletIds: [walletId], holdReferences: [reference] });
    const [placed] = holds;
    if (placed) {
      const same = placed.walletId === walletId && placed.amount.equals(amount);
      if (!same) throw new LedgerKeyReusedError(`${reference.type} ${reference.id}`);
      return { holdId: placed.id, duplicate: true };
    }
    const hold = { id: newId(), walletId, amount, reference };
    const batch = new LedgerBatch(wallets);
    batch.hold(hold);
    await this.store.write(tx, batch.changes);
    return { holdId: hold.id, duplicate: false };
  }

  /**
   * The outflow happened: posts the entry, which must take exactly the held amount from the hold's wallet, and lowers
   * reserved by it in the same update; available stays as it is. Throws `HoldAlreadyResolvedError`, `HoldNotFoundError`,
   * `InvalidEntryError`, `LedgerKeyReusedError` (the entry's key was posted before, the hold being open).
   */
  async captureHold(tx: Tx, holdId: string, entry: JournalEntry): Promise<PostResult> {
    const { walletIds, idempotencyKey } = entry;
    const locked = await this.store.lock(tx, { walletIds, holdIds: [holdId], idempotencyKeys: [idempotencyKey] });
    const entryId = newId();
    const batch = new LedgerBatch(locked.wallets);
    batch.capture(existing(locked.holds, holdId), entryId, entry);
    if (locked.entries.length > 0) throw new LedgerKeyReusedError(idempotencyKey);
    await this.store.write(tx, batch.changes);
    return { entryId, duplicate: false };
  }

  /** The outflow failed: its money is available again. Throws `HoldAlreadyResolvedError`, `HoldNotFoundError`. */
  async releaseHold(tx: Tx, holdId: string): Promise<void> {
    const { wallets, holds } = await this.store.lock(tx, { holdIds: [holdId] });
    const batch = new LedgerBatch(wallets);
    batch.release(existing(holds, holdId));
    await this.store.write(tx, batch.changes);
  }

  /**
   * A correction by the staff, visible to the merchant, against the platform's adjustments. Like any other debit it
   * cannot take more than what is available. Throws what `post` throws.
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

  /** In the order of lanes: local, usd, internal. */
  walletsOf(accountId: string): Promise<Wallet[]> {
    return this.reader.walletsOf(accountId);
  }

  /** The account's wallets that its merchant sees, in the order of lanes: local, usd. */
  async merchantWallets(accountId: string): Promise<Wallet[]> {
    return (await this.walletsOf(accountId)).filter(isVisibleToMerchant);
  }

  findWallet(id: string): Promise<Wallet | undefined> {
    return this.reader.findWallet(id);
  }

  /** Visible movements, newest first. Throws `ValidationError` naming `cursor` for one that no page gave out. */
  movements(walletId: string, query: MovementQuery): Promise<Page<Movement>> {
    return this.reader.movements(walletId, query);
  }

  /** Over the wallet's whole life. Throws `VirtualWalletNotFoundError`. */
  async movementTotals(walletId: string): Promise<MovementTotals> {
    return movementTotalsOf(await this.totals(walletId));
  }

  /**
   * Explains the balance to the merchant: what each type of movement has changed it by, hidden ones too, adds up to it.
   * Throws `VirtualWalletNotFoundError`.
   */
  async walletProof(walletId: string): Promise<WalletProof> {
    return proofOf(await this.totals(walletId));
  }

  /** What stands on each of the platform's own accounts, summed over all of its postings. */
  platformBalances(): Promise<PlatformBalance[]> {
    return this.reader.platformBalances();
  }

  private async totals(walletId: string): Promise<WalletWithTotals> {
    const found = await this.reader.totals(walletId);
    if (!found) throw new VirtualWalletNotFoundError(walletId);
    return found;
  }
}

function byKey(entries: readonly PostedEntry[]): Map<string, PostedEntry> {
  return new Map(entries.map((entry) => [entry.idempotencyKey, entry]));
}

function repeated(posted: PostedEntry, entry: JournalEntry): PostResult {
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
