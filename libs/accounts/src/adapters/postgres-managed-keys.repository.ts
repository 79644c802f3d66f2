import type { Tx } from '@app/kernel';
import { Database, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { ManagedKeysRepository } from '../application/ports';
import type { KeyEnvironment } from '../domain/api-key';
import type { ManagedKey } from '../domain/key-settings';

interface ManagedKeyRow {
  id: string;
  account_id: string;
  name: string;
  environment: KeyEnvironment;
  permissions: string[];
  allowed_origins: string[];
  rate_limit: number;
  expires_at: Date | null;
  is_active: boolean;
  created_at: Date;
  last_used_at: Date | null;
}

const COLUMNS =
  'id, account_id, name, environment, permissions, allowed_origins, rate_limit, expires_at, is_active, created_at, last_used_at';

// Ids begin with the time they were made at, so their order is that of creation.
const LIST = statement(
  'managed_keys.list',
  `SELECT ${COLUMNS} FROM api_keys
    WHERE account_id = $1 AND ($3::uuid IS NULL OR id < $3) ORDER BY id DESC LIMIT $2`,
);

const LOCK = statement(
  'managed_keys.lock',
  `SELECT ${COLUMNS} FROM api_keys WHERE account_id = $1 AND id = $2 FOR UPDATE`,
);

const UPDATE = statement(
  'managed_keys.update',
  `UPDATE api_keys SET name = $3, permissions = $4, allowed_origins = $5, rate_limit = $6, expires_at = $7, is_active = $8
    WHERE account_id = $1 AND id = $2`,
);

const REMOVE = statement('managed_keys.remove', `DELETE FROM api_keys WHERE account_id = $1 AND id = $2`);

@Injectable()
export class PostgresManagedKeysRepository extends ManagedKeysRepository {
  constructor(private readonly db: Database) {
    super();
  }

  async list(accountId: string, limit: number, olderThan?: string): Promise<ManagedKey[]> {
    return (await this.db.read<ManagedKeyRow>(LIST, [accountId, limit, olderThan])).map(toKey);
  }

  async lock(tx: Tx, accountId: string, id: string): Promise<ManagedKey | undefined> {
    const [row] = await this.db.in(tx).query<ManagedKeyRow>(LOCK, [accountId, id]);
    return row && toKey(row);
  }

  async update(tx: Tx, key: ManagedKey): Promise<void> {
    await this.db
      .in(tx)
      .execute(UPDATE, [
        key.accountId,
        key.id,
        key.name,
        key.permissions,
        key.allowedOrigins,
        key.rateLimit,
        key.expiresAt,
        key.isActive,
      ]);
  }

  async remove(tx: Tx, accountId: string, id: string): Promise<void> {
    await this.db.in(tx).execute(REMOVE, [accountId, id]);
  }
}

function toKey(row: ManagedKeyRow): ManagedKey {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    environment: row.environment,
    permissions: row.permissions,
    allowedOrigins: row.allowed_origins,
    rateLimit: row.rate_limit,
    expiresAt: row.expires_at,
    isActive: row.is_active,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  };
}
