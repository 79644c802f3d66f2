import type { Tx } from '@app/kernel';
import { ApiKeysRepository, type KeyLookup, type NewApiKey } from '../application/ports';
import type { InMemoryAccountsRepository } from './in-memory-accounts.repository';
import type { InMemoryUsersRepository } from './in-memory-users.repository';

interface KeyEntry extends NewApiKey {
  isActive: boolean;
  lastUsedAt: Date | null;
}

/** Keeps keys in a map, beside the accounts and users that they belong to; a rolled-back transaction is not undone. */
export class InMemoryApiKeysRepository extends ApiKeysRepository {
  readonly keys = new Map<string, KeyEntry>();

  constructor(
    private readonly accounts: InMemoryAccountsRepository,
    private readonly users: InMemoryUsersRepository,
  ) {
    super();
  }

  async insert(_tx: Tx, key: NewApiKey): Promise<void> {
    this.keys.set(key.id, { ...key, isActive: true, lastUsedAt: null });
  }

  async lookUp(slug: string, secretHash: Buffer): Promise<KeyLookup | undefined> {
    const account = await this.accounts.findBySlug(slug);
    if (!account) return undefined;
    const key = [...this.keys.values()].find(
      (entry) => entry.accountId === account.id && entry.isActive && entry.secretHash.equals(secretHash),
    );
    return { account, key: key ? this.found(key) : null };
  }

  async deactivate(_tx: Tx, id: string): Promise<void> {
    const key = this.keys.get(id);
    if (key) key.isActive = false;
  }

  async markUsed(_tx: Tx, uses: ReadonlyMap<string, Date>): Promise<void> {
    for (const [id, at] of uses) {
      const key = this.keys.get(id);
      if (key && (key.lastUsedAt === null || key.lastUsedAt < at)) key.lastUsedAt = at;
    }
  }

  private found(key: KeyEntry): NonNullable<KeyLookup['key']> {
    const { id, accountId, userId, environment, permissions, allowedOrigins, rateLimit, expiresAt, secretHash } = key;
    const userExists = this.users.users.get(userId)?.deleted === false;
    const judgedBy = { environment, permissions, allowedOrigins, rateLimit, expiresAt };
    return { secretHash, record: { id, accountId, userId, userExists, ...judgedBy } };
  }
}
