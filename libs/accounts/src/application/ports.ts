import type { Tx } from '@app/kernel';
import type { Account } from '../domain/account';
import type { ApiKey, KeyEnvironment } from '../domain/api-key';

/** An account as it is first written. */
export interface NewUser {
  id: string;
  accountId: string;
  email: string;
  passwordHash: string;
  permissions: readonly string[];
}

export interface NewApiKey {
  id: string;
  accountId: string;
  userId: string;
  name: string;
  environment: KeyEnvironment;
  secretHash: Buffer;
  permissions: readonly string[];
  allowedOrigins: readonly string[];
  rateLimit: number;
  expiresAt: Date | null;
}

export type AccountChanges = Partial<Omit<Account, 'id' | 'slug' | 'name' | 'email' | 'country'>>;

/** What a slug and a key's hash lead to: the account, and the active key with that hash if it is one of the account's. */
export interface KeyLookup {
  account: Account;
  key: { record: ApiKey; secretHash: Buffer } | null;
}

export abstract class AccountsRepository {
  /** Throws `SlugTakenError`. */
  abstract insertAccount(tx: Tx, account: Account): Promise<void>;
  abstract updateAccount(tx: Tx, id: string, changes: AccountChanges): Promise<void>;
  abstract findBySlug(slug: string): Promise<Account | undefined>;
  abstract findById(id: string): Promise<Account | undefined>;
}

export abstract class UsersRepository {
  /** Throws `UserEmailTakenError`. */
  abstract insert(tx: Tx, user: NewUser): Promise<void>;
  /** Marks the user deleted; false when the account has no such user. */
  abstract remove(tx: Tx, accountId: string, email: string): Promise<boolean>;
}

export abstract class ApiKeysRepository {
  abstract insert(tx: Tx, key: NewApiKey): Promise<void>;
  /** One round trip for account and key. Undefined when no account has the slug. */
  abstract lookUp(slug: string, secretHash: Buffer): Promise<KeyLookup | undefined>;
  abstract deactivate(tx: Tx, id: string): Promise<void>;
  /** Moves `last_used_at` forward for many keys at once. */
  abstract markUsed(tx: Tx, uses: ReadonlyMap<string, Date>): Promise<void>;
}

export abstract class PasswordHasher {
  abstract hash(password: string): Promise<string>;
  abstract verify(hash: string, password: string): Promise<boolean>;
}

/** Turns a key into what is stored of it. */
export abstract class KeyHasher {
  abstract hash(key: string): Buffer;
}
