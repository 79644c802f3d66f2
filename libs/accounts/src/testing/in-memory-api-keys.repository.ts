import type { Tx } from '@app/kernel';
import { ApiKeysRepository, type NewApiKey } from '../application/ports';
import { TooManyApiKeysError } from '../domain/errors';
import type { ManagedKey } from '../domain/key-settings';

export interface StoredKey extends NewApiKey {
  isActive: boolean;
  lastUsedAt: Date | null;
}

/** Keeps keys in a map; a rolled-back transaction is not undone. */
export class InMemoryApiKeysRepository extends ApiKeysRepository {
  readonly keys = new Map<string, StoredKey>();

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
      .map(toKey);
  }

  async lock(_tx: Tx, accountId: string, id: string): Promise<ManagedKey | undefined> {
    const key = this.keys.get(id);
    return key?.accountId === accountId ? toKey(key) : undefined;
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
}

function toKey({ secretHash: _secretHash, userId: _userId, ...key }: StoredKey): ManagedKey {
  // An id starts with the milliseconds of its creation.
  return { ...key, createdAt: new Date(parseInt(key.id.replace('-', '').slice(0, 12), 16)) };
}
