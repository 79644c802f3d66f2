import type { Tx } from '@app/kernel';
import type { Account } from '../../accounts/domain/account';
import type { ApiKey, KeyEnvironment } from '../domain/api-key';
import type { ManagedKey } from '../domain/key-settings';

export interface NewApiKey {
  id: string;
  accountId: string;
  userId: string;
  name: string;
  environment: KeyEnvironment;
  secretHash: Buffer;
  lastFour: string | null;
  permissions: readonly string[];
  allowedOrigins: readonly string[];
  rateLimit: number;
  expiresAt: Date | null;
}

/** The account that a slug names, and its active key with a given hash; null when it has none. */
export interface FoundCredential {
  account: Account;
  key: { record: ApiKey; secretHash: Buffer } | null;
}

/** API keys as the API verifies them, on every request. */
export abstract class ApiKeyCredentialsRepository {
  /** Reads account and key in one round trip. Undefined when no account has the slug. */
  abstract find(slug: string, secretHash: Buffer): Promise<FoundCredential | undefined>;
  abstract deactivate(tx: Tx, keyId: string): Promise<boolean>;
  /** Moves `last_used_at` of many keys forward; an older date changes nothing. */
  abstract markUsed(tx: Tx, uses: ReadonlyMap<string, Date>): Promise<void>;
}

/** API keys as their account manages them. */
export abstract class ApiKeysRepository {
  /** With `most`, throws `TooManyApiKeysError` when the account has that many keys already. */
  abstract insert(tx: Tx, key: NewApiKey, most?: number): Promise<void>;
  /** The newest `limit` keys; of those older than the key `olderThan`, which may be deleted by now. */
  abstract list(accountId: string, limit: number, olderThan?: string): Promise<ManagedKey[]>;
  /** The key, locked against other changes until the transaction ends. */
  abstract lock(tx: Tx, accountId: string, id: string): Promise<ManagedKey | undefined>;
  /** The active keys of a user, locked against other changes until the transaction ends. */
  abstract lockOf(tx: Tx, accountId: string, userId: string): Promise<ManagedKey[]>;
  /** Writes all settings; environment, owner and last characters never change. */
  abstract update(tx: Tx, key: ManagedKey): Promise<void>;
  abstract remove(tx: Tx, accountId: string, id: string): Promise<void>;
}

/** The keyed hash under which a key or session token is stored. */
export abstract class TokenHasher {
  abstract hash(key: string): Buffer;
}
