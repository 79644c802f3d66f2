import type { Tx } from '@app/kernel';
import { Database, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, LessThan, Repository, type FindOptionsWhere } from 'typeorm';
import { ApiKeysRepository, type NewApiKey } from '../application/ports';
import { TooManyApiKeysError } from '../domain/errors';
import type { ManagedKey } from '../domain/key-settings';
import { ApiKeyEntity } from './api-key.entity';

/** Creations of one account are serialised by a lock: otherwise two of them could both be its last allowed key. */
const TAKE_TURN = statement(
  'api-keys.take-turn',
  `SELECT pg_advisory_xact_lock(hashtextextended('api keys of ' || $1::text, 0))`,
);

/** A deleted user is still the owner. */
const WITH_OWNER = { relations: { user: true }, withDeleted: true } as const;

@Injectable()
export class PostgresApiKeysRepository extends ApiKeysRepository {
  constructor(
    @InjectRepository(ApiKeyEntity) private readonly keys: Repository<ApiKeyEntity>,
    private readonly db: Database,
  ) {
    super();
  }

  async insert(tx: Tx, key: NewApiKey, most?: number): Promise<void> {
    if (most !== undefined) await this.assertRoom(tx, key.accountId, most);
    await this.db.manager(tx).insert(ApiKeyEntity, { ...key, ...lists(key) });
  }

  // Ids start with the time of creation, so they sort by it.
  async list(accountId: string, limit: number, olderThan?: string): Promise<ManagedKey[]> {
    const page = olderThan === undefined ? {} : { id: LessThan(olderThan) };
    const found = await this.keys.find({
      where: { accountId, ...page },
      order: { id: 'DESC' },
      take: limit,
      ...WITH_OWNER,
    });
    return found.map(toManagedKey);
  }

  async lock(tx: Tx, accountId: string, id: string): Promise<ManagedKey | undefined> {
    return (await this.locked(tx, { accountId, id }))[0];
  }

  lockOf(tx: Tx, accountId: string, userId: string): Promise<ManagedKey[]> {
    return this.locked(tx, { accountId, userId, isActive: true });
  }

  /** Two statements: PostgreSQL does not lock rows of an outer join. */
  private async locked(tx: Tx, where: FindOptionsWhere<ApiKeyEntity>): Promise<ManagedKey[]> {
    const [manager, order] = [this.db.manager(tx), { id: 'ASC' } as const];
    const lock = { mode: 'pessimistic_write' } as const;
    const keys = await manager.find(ApiKeyEntity, { where, order, lock, select: { id: true } });
    const ids = In(keys.map(({ id }) => id));
    return (await manager.find(ApiKeyEntity, { where: { id: ids }, order, ...WITH_OWNER })).map(toManagedKey);
  }

  async update(tx: Tx, key: ManagedKey): Promise<void> {
    const { id, accountId, name, rateLimit, expiresAt, isActive } = key;
    await this.db
      .manager(tx)
      .update(ApiKeyEntity, { id, accountId }, { name, rateLimit, expiresAt, isActive, ...lists(key) });
  }

  async remove(tx: Tx, accountId: string, id: string): Promise<void> {
    await this.db.manager(tx).delete(ApiKeyEntity, { accountId, id });
  }

  private async assertRoom(tx: Tx, accountId: string, most: number): Promise<void> {
    await this.db.in(tx).query(TAKE_TURN, [accountId]);
    if ((await this.db.manager(tx).countBy(ApiKeyEntity, { accountId })) >= most) throw new TooManyApiKeysError(most);
  }
}

function toManagedKey({ user, ...key }: ApiKeyEntity): ManagedKey {
  return {
    id: key.id,
    accountId: key.accountId,
    name: key.name,
    environment: key.environment,
    lastFour: key.lastFour,
    owner: user && { id: user.id, email: user.email, isActive: user.isActive && user.deletedAt === null },
    permissions: key.permissions,
    allowedOrigins: key.allowedOrigins,
    rateLimit: key.rateLimit,
    expiresAt: key.expiresAt,
    isActive: key.isActive,
    createdAt: key.createdAt,
    lastUsedAt: key.lastUsedAt,
  };
}

function lists({ permissions, allowedOrigins }: Pick<ManagedKey, 'permissions' | 'allowedOrigins'>) {
  return { permissions: [...permissions], allowedOrigins: [...allowedOrigins] };
}
