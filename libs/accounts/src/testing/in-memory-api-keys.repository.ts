import type { Tx } from '@app/kernel';
import type { InMemoryUsersRepository } from './in-memory-users.repository';
import { ApiKeysRepository, type NewApiKey } from '../keys/application/ports';
import { TooManyApiKeysError } from '../keys/domain/errors';
import type { ManagedKey } from '../keys/domain/key-settings';

export interface StoredKey extends NewApiKey {
  isActive: boolean;
  lastUsedAt: Date | null;
}

/** Keeps keys in a map; a rolled-back transaction is not undone. */
export class InMemoryApiKeysRepository extends ApiKeysRepository {
  readonly keys = new Map<string, StoredKey>();

  constructor(private readonly users: InMemoryUsersRepository) {
    super();
  }

  async insert(_tx: Tx, key: NewApiKey, most = Infinity): Promise<void> {
    const ofAccount = [...this.keys.values()].filter(({ accountId }) => accountId === key.accountId);
    if (ofAccount.length >= most) throw new TooManyApiKeysError(most);
    this.keys.set(key.id, { ...key, isActive: true, lastUsedAt: null });
  }

  async list(accountId: string, limit: number, olderThan?: string): Promise<ManagedKey[]> {
    return [...this.keys.values()]
      .filter((key) => key.accountId === accountId && (olderThan === undefined || key.id < olderThan))
      .sort((one, other) => (one.id < other.id ? 1 : -1))
      .slice(0, limit)
      .map((key) => this.toKey(key));
  }

  async lock(_tx: Tx, accountId: string, id: string): Promise<ManagedKey | undefined> {
    const key = this.keys.get(id);
    return key?.accountId === accountId ? this.toKey(key) : undefined;
  }

  async lockOf(_tx: Tx, accountId: string, userId: string): Promise<ManagedKey[]> {
    return [...this.keys.values()]
      .filter((key) => key.accountId === accountId && key.userId === userId && key.isActive)
      .sort((one, other) => (one.id < other.id ? -1 : 1))
      .map((key) => this.toKey(key));
  }

  async update(_tx: Tx, { id, accountId, ...rest }: ManagedKey): Promise<void> {
    const key = this.keys.get(id);
    if (key?.accountId !== accountId) return;
    const { name, permissions, allowedOrigins, rateLimit, expiresAt, isActive } = rest;
    Object.assign(key, { name, permissions, allowedOrigins, rateLimit, expiresAt, isActive });
  }

  async remove(_tx: Tx, accountId: string, id: string): Promise<void> {
    if (this.keys.get(id)?.accountId === accountId) this.keys.delete(id);
  }

  private toKey({ secretHash: _secretHash, userId, ...key }: StoredKey): ManagedKey {
    const user = this.users.users.get(userId);
    const owner = user ? { id: user.id, email: user.email, isActive: user.isActive && !user.deleted } : null;
    // An id starts with the milliseconds of its creation.
    return { ...key, owner, createdAt: new Date(parseInt(key.id.replace('-', '').slice(0, 12), 16)) };
  }
}
