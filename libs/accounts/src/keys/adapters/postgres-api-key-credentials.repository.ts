import type { Tx } from '@app/kernel';
import { Database, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { ApiKeyCredentialsRepository, type FoundCredential } from '../application/ports';
import type { KeyEnvironment } from '../domain/api-key';
import { ACCOUNT_COLUMNS, toAccount, type AccountRow } from '../../accounts/adapters/account-row';

interface CredentialRow extends AccountRow {
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

// Every request to the external API whose key is not cached runs it.
const FIND = statement(
  'credentials.find',
  `SELECT ${ACCOUNT_COLUMNS}, k.id AS key_id, k.user_id, (u.id IS NOT NULL) AS user_exists, k.environment, k.secret_hash,
          k.permissions, k.allowed_origins, k.rate_limit, k.expires_at
     FROM accounts a
     LEFT JOIN api_keys k ON k.account_id = a.id AND k.secret_hash = $2 AND k.is_active
     LEFT JOIN users u ON u.id = k.user_id AND u.deleted_at IS NULL
    WHERE a.slug = $1`,
);

const DEACTIVATE = statement(
  'credentials.deactivate',
  `UPDATE api_keys SET is_active = false WHERE id = $1 AND is_active`,
);

const MARK_USED = statement(
  'credentials.mark-used',
  `UPDATE api_keys k SET last_used_at = used.at
     FROM (SELECT * FROM unnest($1::uuid[], $2::timestamptz[]) AS used (id, at) ORDER BY id) used
    WHERE k.id = used.id AND (k.last_used_at IS NULL OR k.last_used_at < used.at)`,
);

@Injectable()
export class PostgresApiKeyCredentialsRepository extends ApiKeyCredentialsRepository {
  constructor(private readonly db: Database) {
    super();
  }

  async find(slug: string, secretHash: Buffer): Promise<FoundCredential | undefined> {
    const [row] = await this.db.read<CredentialRow>(FIND, [slug, secretHash]);
    return row && { account: toAccount(row), key: row.key_id === null ? null : toKey(row.key_id, row) };
  }

  async deactivate(tx: Tx, id: string): Promise<boolean> {
    return (await this.db.in(tx).execute(DEACTIVATE, [id])) === 1;
  }

  async markUsed(tx: Tx, uses: ReadonlyMap<string, Date>): Promise<void> {
    await this.db.in(tx).execute(MARK_USED, [[...uses.keys()], [...uses.values()]]);
  }
}

function toKey(id: string, row: CredentialRow): NonNullable<FoundCredential['key']> {
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
