import type { Tx } from '@app/kernel';
import { Database, SQLSTATE, sqlStateOf, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { EndpointRepository, type SealedSecret } from '../application/ports';
import { MAX_ENDPOINTS, type EndpointChanges, type WebhookEndpoint } from '../domain/endpoint';
import { TooManyWebhooksError, WebhookAlreadyExistsError } from '../domain/errors';
import type { EventName } from '../domain/event-names';

interface EndpointRow {
  id: string;
  account_id: string;
  api_key_id: string | null;
  url: string;
  description: string | null;
  events: EventName[];
  is_active: boolean;
  secret_version: number;
  last_triggered_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

const COLUMNS =
  'id, account_id, api_key_id, url, description, events, is_active, secret_version, last_triggered_at, created_at, updated_at';

/** Registrations of one account take turns, or two of them could both be the fiftieth. */
const TAKE_TURN = statement(
  'webhook-endpoints.take-turn',
  `SELECT pg_advisory_xact_lock(hashtextextended('webhook endpoints of ' || $1::text, 0))`,
);

const COUNT = statement(
  'webhook-endpoints.count',
  `SELECT count(*)::int AS registered, coalesce(bool_or(url = $2), false) AS taken
   FROM webhook_endpoints WHERE account_id = $1 AND deleted_at IS NULL`,
);

const INSERT = statement(
  'webhook-endpoints.insert',
  `INSERT INTO webhook_endpoints (id, account_id, api_key_id, url, description, events, secret_version, created_at, updated_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
);

const ADD_SECRET = statement(
  'webhook-endpoints.add-secret',
  'INSERT INTO webhook_secrets (endpoint_id, version, key_id, ciphertext) VALUES ($1, $2, $3, $4)',
);

const LIST = statement(
  'webhook-endpoints.list',
  `SELECT ${COLUMNS} FROM webhook_endpoints WHERE account_id = $1 AND deleted_at IS NULL ORDER BY created_at, id`,
);

const FIND = statement(
  'webhook-endpoints.find',
  `SELECT ${COLUMNS} FROM webhook_endpoints WHERE account_id = $1 AND id = $2 AND deleted_at IS NULL`,
);

const UPDATE = statement(
  'webhook-endpoints.update',
  `UPDATE webhook_endpoints
   SET url = coalesce($3, url),
       description = CASE WHEN $4 THEN $5 ELSE description END,
       events = coalesce($6, events),
       is_active = coalesce($7, is_active),
       updated_at = now()
   WHERE account_id = $1 AND id = $2 AND deleted_at IS NULL
   RETURNING ${COLUMNS}`,
);

const REMOVE = statement(
  'webhook-endpoints.remove',
  `WITH removed AS (
     UPDATE webhook_endpoints SET deleted_at = now(), is_active = false, updated_at = now()
     WHERE account_id = $1 AND id = $2 AND deleted_at IS NULL RETURNING id
   ), destroyed AS (
     DELETE FROM webhook_secrets WHERE endpoint_id IN (SELECT id FROM removed)
   )
   SELECT id FROM removed`,
);

const NEXT_SECRET_VERSION = statement(
  'webhook-endpoints.next-secret-version',
  `UPDATE webhook_endpoints SET secret_version = secret_version + 1, updated_at = now()
   WHERE account_id = $1 AND id = $2 AND deleted_at IS NULL RETURNING secret_version`,
);

@Injectable()
export class PostgresEndpointRepository extends EndpointRepository {
  constructor(private readonly db: Database) {
    super();
  }

  async insert(tx: Tx, endpoint: WebhookEndpoint, secret: SealedSecret): Promise<void> {
    const { id, accountId, apiKeyId, url, description, events, secretVersion, createdAt } = endpoint;
    const sql = this.db.in(tx);
    await sql.query(TAKE_TURN, [accountId]);
    const [counted] = await sql.query<{ registered: number; taken: boolean }>(COUNT, [accountId, url]);
    if (counted?.taken) throw new WebhookAlreadyExistsError();
    if (counted && counted.registered >= MAX_ENDPOINTS) throw new TooManyWebhooksError();
    await sql.execute(INSERT, [id, accountId, apiKeyId, url, description, events, secretVersion, createdAt]);
    await this.addSecret(tx, id, secret);
  }

  async list(accountId: string): Promise<WebhookEndpoint[]> {
    return (await this.db.read<EndpointRow>(LIST, [accountId])).map(toDomain);
  }

  async find(accountId: string, id: string): Promise<WebhookEndpoint | undefined> {
    const [row] = await this.db.read<EndpointRow>(FIND, [accountId, id]);
    return row && toDomain(row);
  }

  async update(tx: Tx, accountId: string, id: string, changes: EndpointChanges): Promise<WebhookEndpoint | undefined> {
    const { url, description, events, isActive } = changes;
    try {
      const [row] = await this.db
        .in(tx)
        .query<EndpointRow>(UPDATE, [accountId, id, url, description !== undefined, description, events, isActive]);
      return row && toDomain(row);
    } catch (error) {
      if (sqlStateOf(error) === SQLSTATE.uniqueViolation) throw new WebhookAlreadyExistsError();
      throw error;
    }
  }

  async remove(tx: Tx, accountId: string, id: string): Promise<boolean> {
    return (await this.db.in(tx).query(REMOVE, [accountId, id])).length > 0;
  }

  async rotate(tx: Tx, accountId: string, id: string, seal: (version: number) => SealedSecret): Promise<boolean> {
    const [row] = await this.db.in(tx).query<{ secret_version: number }>(NEXT_SECRET_VERSION, [accountId, id]);
    if (row) await this.addSecret(tx, id, seal(row.secret_version));
    return row !== undefined;
  }

  private async addSecret(tx: Tx, id: string, { version, keyId, ciphertext }: SealedSecret): Promise<void> {
    await this.db.in(tx).execute(ADD_SECRET, [id, version, keyId, ciphertext]);
  }
}

function toDomain(row: EndpointRow): WebhookEndpoint {
  return {
    id: row.id,
    accountId: row.account_id,
    apiKeyId: row.api_key_id,
    url: row.url,
    description: row.description,
    events: row.events,
    isActive: row.is_active,
    secretVersion: row.secret_version,
    lastTriggeredAt: row.last_triggered_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
