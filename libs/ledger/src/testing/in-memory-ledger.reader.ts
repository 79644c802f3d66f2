import type { Page } from '@app/kernel';
import { cursorAt, positionAt, type MovementPosition } from '../application/movement-cursor';
import { LedgerReader, type MovementFilter, type MovementQuery, type PlatformBalance } from '../application/ports';
import type { WalletDays } from '../domain/daily-totals';
import { toMovement, type Movement } from '../domain/movement';
import type { WalletPosting } from '../domain/posting';
import { LANES, type Wallet } from '../domain/wallet';
import type { WalletWithTotals } from '../domain/wallet-totals';
import type { InMemoryLedgerTables, PostingRecord } from './in-memory-ledger.tables';

type WalletRecordPosting = PostingRecord & {
  posting: WalletPosting;
  link: NonNullable<PostingRecord['link']>;
};

/** Reads the in-memory tables. */
export class InMemoryLedgerReader extends LedgerReader {
  constructor(private readonly tables: InMemoryLedgerTables) {
    super();
  }

  async walletsOf(accountId: string): Promise<Wallet[]> {
    return [...this.tables.wallets.values()]
      .filter((wallet) => wallet.accountId === accountId)
      .sort((a, b) => LANES.indexOf(a.lane) - LANES.indexOf(b.lane));
  }

  async findWallet(id: string): Promise<Wallet | undefined> {
    return this.tables.wallets.get(id);
  }

  async listMovements(walletId: string, { type, from, to, cursor, limit }: MovementQuery): Promise<Page<Movement>> {
    const position = cursor === undefined ? undefined : positionAt(cursor);
    const found = this.visible(walletId)
      .filter((row) => type === undefined || row.posting.movementType === type)
      .filter((row) => (!from || row.createdAt >= from) && (!to || row.createdAt < to))
      .filter((row) => !position || isOlder(positionOf(row), position))
      .reverse();
    const last = found.length > limit ? found[limit - 1] : undefined;
    return {
      items: found.slice(0, limit).map((row) => this.movementOf(row)),
      nextCursor: last ? cursorAt(positionOf(last)) : null,
    };
  }

  async *streamMovements(walletId: string, filter: MovementFilter): AsyncGenerator<Movement> {
    yield* (await this.listMovements(walletId, { ...filter, limit: Infinity })).items;
  }

  async totals(walletId: string): Promise<WalletWithTotals | undefined> {
    const wallet = this.tables.wallets.get(walletId);
    const totals = [...this.tables.totals.values()].filter((row) => row.walletId === walletId);
    return wallet && { wallet, totals };
  }

  async days(walletId: string, firstDay: string): Promise<WalletDays | undefined> {
    const wallet = this.tables.wallets.get(walletId);
    const openings = this.tables.days.filter((opening) => opening.walletId === walletId && opening.day >= firstDay);
    return wallet && { openings, present: this.tables.figuresOf(wallet) };
  }

  async platformBalances(): Promise<PlatformBalance[]> {
    const balances = new Map<string, PlatformBalance>();
    for (const { posting } of this.tables.postings) {
      if (posting.side !== 'platform') continue;
      const { account, amount } = posting;
      const key = `${account} ${amount.currency}`;
      balances.set(key, { account, balance: balances.get(key)?.balance.plus(amount) ?? amount });
    }
    return [...balances].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, balance]) => balance);
  }

  /** In posting order. */
  private visible(walletId: string): WalletRecordPosting[] {
    return this.tables.postings.filter(
      (row): row is WalletRecordPosting =>
        row.posting.side === 'wallet' && row.posting.walletId === walletId && row.posting.visible,
    );
  }

  private feeOf(entryId: string, walletId: string): Movement['fee'] {
    const hidden = this.tables.walletPostings(walletId).find((row) => row.entryId === entryId && !row.posting.visible);
    return hidden?.link ? { amount: hidden.posting.amount, balanceAfter: hidden.link.after } : null;
  }

  private movementOf({ id, entryId, posting, link, createdAt }: WalletRecordPosting): Movement {
    const found = [...this.tables.entries.values()].find((entry) => entry.id === entryId);
    return toMovement({
      id: String(id),
      walletId: posting.walletId,
      type: posting.movementType,
      change: posting.amount,
      balanceAfter: link.after,
      fee: this.feeOf(entryId, posting.walletId),
      reference: found?.entry.reference ?? null,
      createdAt,
    });
  }
}

function positionOf({ createdAt, link }: WalletRecordPosting): MovementPosition {
  return { createdAt, version: link.version };
}

function isOlder(a: MovementPosition, b: MovementPosition): boolean {
  return a.createdAt < b.createdAt || (a.createdAt.getTime() === b.createdAt.getTime() && a.version < b.version);
}
