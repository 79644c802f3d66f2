import { dayIn, type Tx } from '@app/kernel';
import {
  LedgerStore,
  type LockedBooks,
  type LockRequest,
  type NewWallet,
  type PostedEntry,
} from '../application/ports';

import type { JournalEntry } from '../domain/journal-entry';
import type { LedgerChanges } from '../domain/ledger-batch';
import { Balances } from '../domain/wallet';
import { addTotals } from '../domain/wallet-totals';
import { isDeepStrictEqual } from 'node:util';
import type { InMemoryBooks } from './in-memory-books';
import { openingsOf } from './wallet-openings';

/** Writes the in-memory books. Locks nothing, because `InMemoryUnitOfWork` runs one transaction after another. */
export class InMemoryLedgerStore extends LedgerStore {
  constructor(private readonly books: InMemoryBooks) {
    super();
  }

  async addWallet(_tx: Tx, wallet: NewWallet): Promise<boolean> {
    const taken = [...this.books.wallets.values()].some(
      ({ accountId, lane }) => accountId === wallet.accountId && lane === wallet.lane,
    );
    if (!taken) this.books.wallets.set(wallet.id, { ...wallet, balances: Balances.none(wallet.currency), version: 0 });
    return !taken;
  }

  async lock(_tx: Tx, request: LockRequest): Promise<LockedBooks> {
    const { walletIds = [], holdIds = [], holdReferences = [], idempotencyKeys = [] } = request;
    const ids = new Set([...walletIds, ...holdIds.map((id) => this.books.holds.get(id)?.walletId)]);
    const holds = [...this.books.holds.values()].filter(
      ({ id, reference }) =>
        holdIds.includes(id) || holdReferences.some((wanted) => isDeepStrictEqual(wanted, reference)),
    );
    return {
      wallets: [...this.books.wallets.values()].filter(({ id }) => ids.has(id)),
      entries: [...new Set(idempotencyKeys)].flatMap((key) => this.postedEntry(key)),
      holds: holds.map((hold) => ({ ...hold, status: this.books.resolutions.get(hold.id)?.outcome ?? 'open' })),
    };
  }

  async find(_tx: Tx, idempotencyKey: string): Promise<JournalEntry | undefined> {
    return this.books.entries.get(idempotencyKey)?.entry;
  }

  async write(_tx: Tx, { wallets, entries, postings, totals, holds, resolutions }: LedgerChanges): Promise<void> {
    const { books } = this;
    const createdAt = new Date();
    for (const walletId of new Set(totals.map((added) => added.walletId))) this.openDay(walletId, createdAt);
    for (const { id, balances, version } of wallets) {
      const wallet = books.wallets.get(id);
      if (wallet) books.wallets.set(id, { ...wallet, balances, version });
    }
    for (const entry of entries) books.entries.set(entry.entry.idempotencyKey, entry);
    for (const posting of postings) books.postings.push({ ...posting, id: books.postings.length + 1, createdAt });
    for (const added of totals) addTotals(books.totals, added);
    for (const hold of holds) books.holds.set(hold.id, hold);
    for (const resolution of resolutions) books.resolutions.set(resolution.holdId, resolution);
  }

  async setTimeZone(_tx: Tx, accountId: string, timeZone: string): Promise<void> {
    const { books } = this;
    for (const wallet of [...books.wallets.values()].filter((found) => found.accountId === accountId)) {
      const moved = { ...wallet, timeZone };
      books.wallets.set(wallet.id, moved);
      const days = openingsOf(moved, books.walletPostings(wallet.id));
      books.days = [...books.days.filter(({ walletId }) => walletId !== wallet.id), ...days];
    }
  }

  private openDay(walletId: string, moment: Date): void {
    const wallet = this.books.wallets.get(walletId);
    const day = wallet ? dayIn(wallet.timeZone, moment) : '';
    const isOpen = this.books.days.some((opening) => opening.walletId === walletId && opening.day >= day);
    if (wallet && !isOpen) this.books.days.push({ walletId, day, ...this.books.figuresOf(wallet) });
  }

  private postedEntry(idempotencyKey: string): PostedEntry[] {
    const posted = this.books.entries.get(idempotencyKey);
    if (!posted) return [];
    const { kind, reference } = posted.entry;
    return [{ id: posted.id, idempotencyKey, kind, reference }];
  }
}
