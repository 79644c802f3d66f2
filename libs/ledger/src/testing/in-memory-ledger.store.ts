import { dayIn, type Tx } from '@app/kernel';
import { LedgerStore, type LockedRows, type LockRequest, type NewWallet, type PostedEntry } from '../application/ports';

import type { JournalEntry } from '../domain/journal-entry';
import type { LedgerChanges } from '../domain/ledger-batch';
import { Balances } from '../domain/wallet';
import { addTotals } from '../domain/wallet-totals';
import { isDeepStrictEqual } from 'node:util';
import type { InMemoryLedgerTables } from './in-memory-ledger.tables';
import { openingsOf } from './wallet-openings';

/** Writes the in-memory tables. Locks nothing, because `InMemoryUnitOfWork` runs one transaction after another. */
export class InMemoryLedgerStore extends LedgerStore {
  constructor(private readonly tables: InMemoryLedgerTables) {
    super();
  }

  async addWallet(_tx: Tx, wallet: NewWallet): Promise<boolean> {
    const taken = [...this.tables.wallets.values()].some(
      ({ accountId, lane }) => accountId === wallet.accountId && lane === wallet.lane,
    );
    if (!taken) this.tables.wallets.set(wallet.id, { ...wallet, balances: Balances.none(wallet.currency), version: 0 });
    return !taken;
  }

  async lock(_tx: Tx, request: LockRequest): Promise<LockedRows> {
    const { walletIds = [], holdIds = [], holdReferences = [], idempotencyKeys = [] } = request;
    const ids = new Set([...walletIds, ...holdIds.map((id) => this.tables.holds.get(id)?.walletId)]);
    const holds = [...this.tables.holds.values()].filter(
      ({ id, reference }) =>
        holdIds.includes(id) || holdReferences.some((wanted) => isDeepStrictEqual(wanted, reference)),
    );
    return {
      wallets: [...this.tables.wallets.values()].filter(({ id }) => ids.has(id)),
      entries: [...new Set(idempotencyKeys)].flatMap((key) => this.postedEntry(key)),
      holds: holds.map((hold) => ({ ...hold, status: this.tables.resolutions.get(hold.id)?.outcome ?? 'open' })),
    };
  }

  async find(_tx: Tx, idempotencyKey: string): Promise<JournalEntry | undefined> {
    return this.tables.entries.get(idempotencyKey)?.entry;
  }

  async write(_tx: Tx, { wallets, entries, postings, totals, holds, resolutions }: LedgerChanges): Promise<void> {
    const { tables } = this;
    const createdAt = new Date();
    for (const walletId of new Set(totals.map((added) => added.walletId))) this.openDay(walletId, createdAt);
    for (const { id, balances, version } of wallets) {
      const wallet = tables.wallets.get(id);
      if (wallet) tables.wallets.set(id, { ...wallet, balances, version });
    }
    for (const entry of entries) tables.entries.set(entry.entry.idempotencyKey, entry);
    for (const posting of postings) tables.postings.push({ ...posting, id: tables.postings.length + 1, createdAt });
    for (const added of totals) addTotals(tables.totals, added);
    for (const hold of holds) tables.holds.set(hold.id, hold);
    for (const resolution of resolutions) tables.resolutions.set(resolution.holdId, resolution);
  }

  async setTimeZone(_tx: Tx, accountId: string, timeZone: string): Promise<void> {
    const { tables } = this;
    for (const wallet of [...tables.wallets.values()].filter((found) => found.accountId === accountId)) {
      const moved = { ...wallet, timeZone };
      tables.wallets.set(wallet.id, moved);
      const days = openingsOf(moved, tables.walletPostings(wallet.id));
      tables.days = [...tables.days.filter(({ walletId }) => walletId !== wallet.id), ...days];
    }
  }

  private openDay(walletId: string, moment: Date): void {
    const wallet = this.tables.wallets.get(walletId);
    const day = wallet ? dayIn(wallet.timeZone, moment) : '';
    const isOpen = this.tables.days.some((opening) => opening.walletId === walletId && opening.day >= day);
    if (wallet && !isOpen) this.tables.days.push({ walletId, day, ...this.tables.figuresOf(wallet) });
  }

  private postedEntry(idempotencyKey: string): PostedEntry[] {
    const posted = this.tables.entries.get(idempotencyKey);
    if (!posted) return [];
    const { kind, reference } = posted.entry;
    return [{ id: posted.id, idempotencyKey, kind, reference }];
  }
}
