import type { Tx } from '@app/kernel';
import { AccountsRepository } from '../accounts/application/ports';
import type { Account, AccountChanges, AccountStatus } from '../accounts/domain/account';
import { SlugTakenError } from '../accounts/domain/errors';

const SOME_ZONES = ['America/Bogota', 'America/Santiago', 'America/Argentina/Buenos_Aires', 'UTC', 'Factory'];

/** Keeps accounts in a map; a rolled-back transaction is not undone. */
export class InMemoryAccountsRepository extends AccountsRepository {
  readonly accounts = new Map<string, Account>();

  async insert(_tx: Tx, account: Account): Promise<void> {
    if (await this.findBySlug(account.slug)) throw new SlugTakenError(account.slug);
    this.accounts.set(account.id, account);
  }

  async update(_tx: Tx, id: string, changes: AccountChanges): Promise<Account> {
    const account = this.accounts.get(id);
    if (!account) throw new Error(`there is no account ${id}`);
    const given = Object.entries<unknown>(changes).filter(([, value]) => value !== undefined);
    const changed = { ...account, ...(Object.fromEntries(given) as AccountChanges) };
    this.accounts.set(id, changed);
    return changed;
  }

  async findTimeZone(name: string): Promise<string | undefined> {
    return SOME_ZONES.find((zone) => zone.toLowerCase() === name.toLowerCase());
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
