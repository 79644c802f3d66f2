import { Clock, type Tx } from '@app/kernel';
import { ExpiringCache } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { Account } from '../domain/account';
import { AccountsRepository } from './ports';

/** How long a process can show an outdated account when the notification of the change was lost. */
const MAX_AGE_MS = 4_000;
const MAX_ENTRIES = 10_000;

/**
 * Accounts by their ids, as payers see them. Cached for a few seconds, so that a checkout page costs no query for it.
 */
@Injectable()
export class Merchants {
  private readonly known: ExpiringCache<{ account: Account | undefined }>;

  constructor(
    private readonly accounts: AccountsRepository,
    clock: Clock,
  ) {
    this.known = new ExpiringCache(clock, { maxAgeMs: MAX_AGE_MS, maxEntries: MAX_ENTRIES });
  }

  /** Undefined when there is no such account. */
  async find(id: string): Promise<Account | undefined> {
    const load = async () => ({ account: await this.accounts.findById(id) });
    return (this.known.get(id) ?? (await this.known.load(id, load, ({ account }) => account !== undefined))).account;
  }

  /** The accounts by their ids, read in the transaction: for mail that it queues. */
  async findInTransaction(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Account>> {
    const found = ids.length === 0 ? [] : await this.accounts.findAll(tx, [...new Set(ids)]);
    return new Map(found.map((account) => [account.id, account]));
  }

  /** Drops one cached account, or all. */
  forget(id?: string): void {
    if (id === undefined) this.known.clear();
    else this.known.delete(id);
  }
}
