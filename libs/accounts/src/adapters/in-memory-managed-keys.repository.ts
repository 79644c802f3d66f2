import type { Tx } from '@app/kernel';
import { ManagedKeysRepository } from '../application/ports';
import type { ManagedKey } from '../domain/key-settings';
import type { InMemoryApiKeysRepository } from './in-memory-api-keys.repository';

type Entry = InMemoryApiKeysRepository['keys'] extends Map<string, infer E> ? E : never;

/** Manages the keys that the other repository keeps. */
export class InMemoryManagedKeysRepository extends ManagedKeysRepository {
  constructor(private readonly store: InMemoryApiKeysRepository) {
    super();
  }

  async list(accountId: string, limit: number, olderThan?: string): Promise<ManagedKey[]> {
    return [...this.store.keys.values()]
      .filter((key) => key.accountId === accountId && (olderThan === undefined || key.id < olderThan))
      .sort((one, other) => (one.id < other.id ? 1 : -1))
      .slice(0, limit)
      .map(toKey);
  }

  async lock(_tx: Tx, accountId: string, id: string): Promise<ManagedKey | undefined> {
    const key = this.store.keys.get(id);
    return key?.accountId === accountId ? toKey(key) : undefined;
  }

  async update(_tx: Tx, { id, accountId, ...rest }: ManagedKey): Promise<void> {
    const key = this.store.keys.get(id);
    if (key?.accountId !== accountId) return;
    const { name, permissions, allowedOrigins, rateLimit, expiresAt, isActive } = rest;
    Object.assign(key, { name, permissions, allowedOrigins, rateLimit, expiresAt, isActive });
  }

  async remove(_tx: Tx, accountId: string, id: string): Promise<void> {
    if (this.store.keys.get(id)?.accountId === accountId) this.store.keys.delete(id);
  }
}

function toKey({ secretHash: _secretHash, userId: _userId, ...key }: Entry): ManagedKey {
  // The id begins with the milliseconds at which it was made.
  return { ...key, createdAt: new Date(parseInt(key.id.replace('-', '').slice(0, 12), 16)) };
}
