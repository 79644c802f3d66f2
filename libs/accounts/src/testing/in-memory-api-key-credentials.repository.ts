import type { Tx } from '@app/kernel';
import { ApiKeyCredentialsRepository, type FoundCredential } from '../keys/application/ports';
import type { InMemoryAccountsRepository } from './in-memory-accounts.repository';
import type { InMemoryApiKeysRepository, StoredKey } from './in-memory-api-keys.repository';
import type { InMemoryUsersRepository } from './in-memory-users.repository';

/** Finds the keys that the other repositories keep. */
export class InMemoryApiKeyCredentialsRepository extends ApiKeyCredentialsRepository {
  constructor(
    private readonly accounts: InMemoryAccountsRepository,
    private readonly users: InMemoryUsersRepository,
    private readonly keys: InMemoryApiKeysRepository,
  ) {
    super();
  }

  async find(slug: string, secretHash: Buffer): Promise<FoundCredential | undefined> {
    const account = await this.accounts.findBySlug(slug);
    if (!account) return undefined;
    const key = [...this.keys.keys.values()].find(
      (entry) => entry.accountId === account.id && entry.isActive && entry.secretHash.equals(secretHash),
    );
    return { account, key: key ? this.found(key) : null };
  }

  async deactivate(_tx: Tx, keyId: string): Promise<boolean> {
    const key = this.keys.keys.get(keyId);
    const wasActive = key?.isActive === true;
    if (key) key.isActive = false;
    return wasActive;
  }

  async markUsed(_tx: Tx, uses: ReadonlyMap<string, Date>): Promise<void> {
    for (const [id, at] of uses) {
      const key = this.keys.keys.get(id);
      if (key && (key.lastUsedAt === null || key.lastUsedAt < at)) key.lastUsedAt = at;
    }
  }

  private found(key: StoredKey): NonNullable<FoundCredential['key']> {
    const { id, accountId, userId, environment, permissions, allowedOrigins, rateLimit, expiresAt, secretHash } = key;
    const userExists = this.users.users.get(userId)?.deleted === false;
    const judgedBy = { environment, permissions, allowedOrigins, rateLimit, expiresAt };
    return { secretHash, record: { id, accountId, userId, userExists, ...judgedBy } };
  }
}
