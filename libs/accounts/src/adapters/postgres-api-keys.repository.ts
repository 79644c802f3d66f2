import type { Tx } from '@app/kernel';
import { Database, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThan, Repository } from 'typeorm';
import { ApiKeysRepository, type NewApiKey } from '../application/ports';
import { TooManyApiKeysError } from '../domain/errors';
import type { ManagedKey } from '../domain/key-settings';
import { ApiKeyEntity } from './api-key.entity';

/** Creations of one account are serialised by a lock: otherwise two of them could both be its last allowed key. */
const TAKE_TURN = statement(
  'api-keys.take-turn',
  `SELECT pg_advisory_xact_lock(hashtextextended('api keys of ' || $1::text, 0))`,
);

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
  list(accountId: string, limit: number, olderThan?: string): Promise<ManagedKey[]> {
    const page = olderThan === undefined ? {} : { id: LessThan(olderThan) };
    return this.keys.find({ where: { accountId, ...page }, order: { id: 'DESC' }, take: limit });
  }

  async lock(tx: Tx, accountId: string, id: string): Promise<ManagedKey | undefined> {
    const lock = { mode: 'pessimistic_write' } as const;
    return (await this.db.manager(tx).findOne(ApiKeyEntity, { where: { accountId, id }, lock })) ?? undefined;
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

function lists({ permissions, allowedOrigins }: Pick<ManagedKey, 'permissions' | 'allowedOrigins'>) {
  return { permissions: [...permissions], allowedOrigins: [...allowedOrigins] };
}
