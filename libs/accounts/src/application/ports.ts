import type { Tx } from '@app/kernel';
import type { Account } from '../domain/account';
import type { ApiKey, KeyEnvironment } from '../domain/api-key';
import type { AuditEntry } from '../domain/audit';
import type { ManagedKey } from '../domain/key-settings';
import type { PanelUser } from '../domain/panel-user';

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

/** Keys as the panel manages them, each within its account. */
export abstract class ManagedKeysRepository {
  /** The newest `limit` keys, of those older than the key with the id `olderThan`; no such key need exist any more. */
  abstract list(accountId: string, limit: number, olderThan?: string): Promise<ManagedKey[]>;
  /** The key, which nobody else changes until the transaction ends. */
  abstract lock(tx: Tx, accountId: string, id: string): Promise<ManagedKey | undefined>;
  /** Writes what can change. */
  abstract update(tx: Tx, key: ManagedKey): Promise<void>;
  abstract remove(tx: Tx, accountId: string, id: string): Promise<void>;
}

export abstract class PanelSessionsRepository {
  /** The user with that address, however it is written. Deleted ones are not found. */
  abstract findUser(email: string): Promise<{ user: PanelUser; passwordHash: string } | undefined>;
  /** Begins a session that lasts `SESSION_SECONDS`; answers when it ends. */
  abstract insert(tx: Tx, session: { tokenHash: Buffer; userId: string }): Promise<Date>;
  /** Whose session it is; undefined once it has ended or its user is deleted. */
  abstract find(tokenHash: Buffer): Promise<PanelUser | undefined>;
  abstract remove(tx: Tx, tokenHash: Buffer): Promise<void>;
  /** Deletes sessions that have ended, at most `limit`; returns how many. */
  abstract forgetEnded(tx: Tx, limit: number): Promise<number>;
}

/** How a try was counted: it may go on, it may and is the last one before the lock, or the address is locked. */
export type SignInTry =
  { outcome: 'granted' | 'last'; addressHash: Buffer } | { outcome: 'locked'; retryAfterSeconds: number };

/**
 * Tries to sign in, by address. A try counts as a failure from the moment that it is taken, so that no number of tries
 * at once gets past the limit.
 */
export abstract class SignInAttempts {
  abstract take(tx: Tx, email: string): Promise<SignInTry>;
  /** Forgets the failures: somebody signed in. */
  abstract clear(tx: Tx, email: string): Promise<void>;
  /** Deletes what has no meaning any more, at most `limit`; returns how many. */
  abstract forgetEnded(tx: Tx, limit: number): Promise<number>;
}

/** Who changed what. What is written there stays: entries are only ever added. */
export abstract class AuditLog {
  /** Writes the entry in the transaction of the change, so that neither is there without the other. */
  abstract record(tx: Tx, entry: AuditEntry): Promise<void>;
}
