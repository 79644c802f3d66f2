import type { Tx } from '@app/kernel';
import {
  LedgerStore,
  type LockRequest,
  type NewWallet,
  type PostedEntry,
  type RecallRequest,
  type Recollection,
} from '../application/ports';
import type { RecordedHold } from '../domain/hold';
import type { LedgerChanges } from '../domain/ledger-batch';
import { Balances, type Wallet } from '../domain/wallet';
import type { InMemoryBooks } from './in-memory-books';

/** For tests. Needs `InMemoryUnitOfWork`, whose transactions run one after another: locking is nothing to do. */
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

  async lock(_tx: Tx, { walletIds, holdIds }: LockRequest): Promise<Wallet[]> {
    const ids = new Set([...walletIds, ...holdIds.map((id) => this.books.holds.get(id)?.walletId)]);
    return [...this.books.wallets.values()].filter(({ id }) => ids.has(id));
  }

  async recall(_tx: Tx, request: RecallRequest): Promise<Recollection> {
    const entries = [...new Set(request.idempotencyKeys)].flatMap((key) => this.postedEntry(key));
    const holds = [...this.books.holds.values()].filter(
      ({ id, reference }) =>
        request.holdIds.includes(id) ||
        request.holdReferences.some((of) => of.type === reference.type && of.id === reference.id),
    );
    return { entries, holds: holds.map((hold) => this.recorded(hold.id, hold)) };
  }

  async write(_tx: Tx, { wallets, entries, postings, holds, resolutions }: LedgerChanges): Promise<void> {
    const { books } = this;
    for (const { id, balances, version } of wallets) {
      const wallet = books.wallets.get(id);
      if (wallet) books.wallets.set(id, { ...wallet, balances, version });
    }
    for (const entry of entries) books.entries.set(entry.entry.idempotencyKey, entry);
    const createdAt = new Date();
    for (const posting of postings) books.postings.push({ ...posting, id: books.postings.length + 1, createdAt });
    for (const hold of holds) books.holds.set(hold.id, hold);
    for (const resolution of resolutions) books.resolutions.set(resolution.holdId, resolution);
  }

  private postedEntry(idempotencyKey: string): PostedEntry[] {
    const known = this.books.entries.get(idempotencyKey);
    return known
      ? [
          {
            id: known.id,
            idempotencyKey,
            kind: known.entry.kind,
            reference: known.entry.reference,
          },
        ]
      : [];
  }

  private recorded(id: string, hold: Omit<RecordedHold, 'resolution'>): RecordedHold {
    return { ...hold, resolution: this.books.resolutions.get(id) ?? null };
  }
}
