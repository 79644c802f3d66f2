import type { Tx } from '@app/kernel';
import type { Account, AccountChanges, AccountStatus } from '../domain/account';

/** Accounts, found by their slug. */
export abstract class AccountsRepository {
  /** Throws `SlugTakenError`; the transaction can continue. */
  abstract insert(tx: Tx, account: Account): Promise<void>;
  /** Changes the settings that are defined, and returns the account as it is now; it stays locked. */
  abstract update(tx: Tx, id: string, changes: AccountChanges): Promise<Account>;
  /** The time zone of that name as the database spells it, whatever the case of its letters; undefined if it has none. */
  abstract findTimeZone(name: string): Promise<string | undefined>;
  abstract findBySlug(slug: string): Promise<Account | undefined>;
  abstract findById(id: string): Promise<Account | undefined>;
  /** Those of the accounts that exist, read in the transaction. */
  abstract findAll(tx: Tx, ids: readonly string[]): Promise<Account[]>;
  /** The newest `limit` accounts, in that status if one is given; of those older than the account `olderThan`. */
  abstract list(status: AccountStatus | undefined, limit: number, olderThan?: string): Promise<Account[]>;
}
