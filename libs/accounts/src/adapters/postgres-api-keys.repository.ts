import type { Tx } from '@app/kernel';
import { Database, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { ApiKeysRepository, type KeyLookup, type NewApiKey } from '../application/ports';
import type { KeyEnvironment } from '../domain/api-key';
import { ACCOUNT_COLUMNS, toAccount, type AccountRow } from './postgres-accounts.repository';

interface LookupRow extends AccountRow {
  key_id: string | null;
  user_id: string | null;
  user_exists: boolean;
  environment: KeyEnvironment;
  secret_hash: Buffer;
  permissions: string[];
  allowed_origins: string[];
  rate_limit: number;
  expires_at: Date | null;
}

const INSERT = statement(
  'api_keys.insert',
  `INSERT INTO api_keys (id, account_id, user_id, name, environment, secret_hash, permissions, allowed_origins,
     rate_limit, expires_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
);

const LOOK_UP = statement(
  'api_keys.look-up',
  `SELECT ${ACCOUNT_COLUMNS}, k.id AS key_id, k.user_id, (u.id IS NOT NULL) AS user_exists, k.environment, k.secret_hash,
          k.permissions, k.allowed_origins, k.rate_limit, k.expires_at
     FROM accounts a
     LEFT JOIN api_keys k ON k.account_id = a.id AND k.secret_hash = $2 AND k.is_active
     LEFT JOIN users u ON u.id = k.user_id AND u.deleted_at IS NULL
    WHERE a.slug = $1`,
);

const DEACTIVATE = statement(
  'api_keys.deactivate',
  `UPDATE api_keys SET is_active = false WHERE id = $1 AND is_active`,
);

const MARK_USED = statement(
  'api_keys.mark-used',
  `UPDATE api_keys k SET last_used_at = used.at
     FROM (SELECT * FROM unnest($1::uuid[], $2::timestamptz[]) AS used (id, at) ORDER BY id) used
    WHERE k.id = used.id AND (k.last_used_at IS NULL OR k.last_used_at < used.at)`,
);

@Injectable()
export class PostgresApiKeysRepository extends ApiKeysRepository {
  constructor(private readonly db: Database) {
    super();
  }

  async insert(tx: Tx, key: NewApiKey): Promise<void> {
    await this.db
      .in(tx)
      .execute(INSERT, [
        key.id,
        key.accountId,
        key.userId,
        key.name,
        key.environment,
        key.secretHash,
        key.permissions,
        key.allowedOrigins,
        key.rateLimit,
        key.expiresAt,
      ]);
  }

  async lookUp(slug: string, secretHash: Buffer): Promise<KeyLookup | undefined> {
    const [row] = await this.db.read<LookupRow>(LOOK_UP, [slug, secretHash]);
    return row && { account: toAccount(row), key: row.key_id === null ? null : toKey(row.key_id, row) };
  }

  async deactivate(tx: Tx, id: string): Promise<void> {
    await this.db.in(tx).execute(DEACTIVATE, [id]);
  }

  async markUsed(tx: Tx, uses: ReadonlyMap<string, Date>): Promise<void> {
    await this.db.in(tx).execute(MARK_USED, [[...uses.keys()], [...uses.values()]]);
  }
}

function toKey(id: string, row: LookupRow): NonNullable<KeyLookup['key']> {
  return {
    secretHash: row.secret_hash,
    record: {
      id,
      accountId: row.id,
      userId: row.user_id,
      userExists: row.user_exists,
      environment: row.environment,
      permissions: row.permissions,
      allowedOrigins: row.allowed_origins,
      rateLimit: row.rate_limit,
      expiresAt: row.expires_at,
    },
  };
}
