import type { Tx } from '@app/kernel';
import { AccountsRepository } from '../application/ports';
import type { Account, AccountChanges, AccountStatus } from '../domain/account';
import { SlugTakenError } from '../domain/errors';

/** Keeps accounts in a map; a rolled-back transaction is not undone. */
export class InMemoryAccountsRepository extends AccountsRepository {
  readonly accounts = new Map<string, Account>();

  async insert(_tx: Tx, account: Account): Promise<void> {
    if (await this.findBySlug(account.slug)) throw new SlugTakenError(account.slug);
    this.accounts.set(account.id, account);
  }

  async update(_tx: Tx, id: string, changes: AccountChanges): Promise<void> {
    const account = this.accounts.get(id);
    if (!account) return;
    const given = Object.entries<unknown>(changes).filter(([, value]) => value !== undefined);
    this.accounts.set(id, { ...account, ...(Object.fromEntries(given) as AccountChanges) });
  }

  async findBySlug(slug: string): Promise<Account | undefined> {
    return [...this.accounts.values()].find((account) => account.slug === slug);
  }

  async findById(id: string): Promise<Account | undefined> {
    return this.accounts.get(id);
  }

  async findAll(_tx: Tx, ids: readonly string[]): Promise<Account[]> {
    return [...this.accounts.values()].filter(({ id }) => ids.includes(id));
  }

  async list(status: AccountStatus | undefined, limit: number, olderThan?: string): Promise<Account[]> {
    return [...this.accounts.values()]
      .filter((account) => status === undefined || account.status === status)
      .filter(({ id }) => olderThan === undefined || id < olderThan)
      .sort((one, other) => (one.id < other.id ? 1 : -1))
      .slice(0, limit);
  }
}
