import type { Tx } from '@app/kernel';
import { Database, insertUnlessTaken, SQLSTATE, sqlStateOf, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { IsNull, Repository, type FindOptionsWhere, type QueryDeepPartialEntity } from 'typeorm';
import { EndpointRepository, type StoredSecrets, type EncryptedSecret, type SecretName } from '../application/ports';
import { MAX_ENDPOINTS, normalAddress, type EndpointChanges, type WebhookEndpoint } from '../domain/endpoint';
import { TooManyWebhooksError, WebhookAlreadyExistsError } from '../domain/errors';
import { WebhookEndpointEntity } from './webhook-endpoint.entity';
import { WebhookSecretEntity } from './webhook-secret.entity';

/** Registrations of one account are serialised by a lock: otherwise two of them could both be the fiftieth. */
const TAKE_TURN = statement(
  'webhook-endpoints.take-turn',
  `SELECT pg_advisory_xact_lock(hashtextextended('webhook endpoints of ' || $1::text, 0))`,
);

const SECRETS = statement(
  'webhook-endpoints.secrets',
  `SELECT wanted.version, endpoint.deleted, secret.key_id, secret.ciphertext
   FROM unnest($1::uuid[], $2::int[]) WITH ORDINALITY AS wanted (endpoint_id, version, position)
   LEFT JOIN LATERAL (
     SELECT deleted_at IS NOT NULL AS deleted FROM webhook_endpoints WHERE id = wanted.endpoint_id LIMIT 1
   ) endpoint ON true
   LEFT JOIN LATERAL (
     SELECT key_id, ciphertext FROM webhook_secrets
     WHERE endpoint_id = wanted.endpoint_id AND version = wanted.version LIMIT 1
   ) secret ON true
   ORDER BY wanted.position`,
);

interface SecretRow {
  version: number;
  deleted: boolean | null;
  key_id: string | null;
  ciphertext: Buffer | null;
}

@Injectable()
export class PostgresEndpointRepository extends EndpointRepository implements StoredSecrets {
  constructor(
    @InjectRepository(WebhookEndpointEntity) private readonly endpoints: Repository<WebhookEndpointEntity>,
    private readonly db: Database,
  ) {
    super();
  }

  async insert(tx: Tx, endpoint: WebhookEndpoint, secret: EncryptedSecret): Promise<void> {
    const { accountId } = endpoint;
    const manager = this.db.manager(tx);
    await this.db.in(tx).query(TAKE_TURN, [accountId]);
    const row = { ...endpoint, address: normalAddress(endpoint.url) };
    if (!(await insertUnlessTaken(manager, WebhookEndpointEntity, row))) throw new WebhookAlreadyExistsError();
    if ((await manager.countBy(WebhookEndpointEntity, { accountId })) > MAX_ENDPOINTS) throw new TooManyWebhooksError();
    await this.addSecret(tx, endpoint.id, secret);
  }

  async list(accountId: string): Promise<WebhookEndpoint[]> {
    const found = await this.endpoints.find({ where: { accountId }, order: { createdAt: 'ASC', id: 'ASC' } });
    return found.map(toDomain);
  }

  async find(accountId: string, id: string): Promise<WebhookEndpoint | undefined> {
    const found = await this.endpoints.findOneBy({ accountId, id });
    return found ? toDomain(found) : undefined;
  }

  async lock(tx: Tx, accountId: string, id: string): Promise<WebhookEndpoint | undefined> {
    const found = await this.db
      .manager(tx)
      .findOne(WebhookEndpointEntity, { where: { accountId, id }, lock: { mode: 'pessimistic_write' } });
    return found ? toDomain(found) : undefined;
  }

  async update(tx: Tx, accountId: string, id: string, changes: EndpointChanges): Promise<WebhookEndpoint | undefined> {
    try {
      const row = changes.url === undefined ? changes : { ...changes, address: normalAddress(changes.url) };
      if (!(await this.change(tx, { accountId, id }, row))) return undefined;
    } catch (error) {
      if (sqlStateOf(error) === SQLSTATE.uniqueViolation) throw new WebhookAlreadyExistsError();
      throw error;
    }
    return toDomain(await this.db.manager(tx).findOneByOrFail(WebhookEndpointEntity, { accountId, id }));
  }

  async remove(tx: Tx, accountId: string, id: string): Promise<boolean> {
    const manager = this.db.manager(tx);
    const { affected } = await manager.softDelete(WebhookEndpointEntity, { accountId, id });
    if (affected === 1) await manager.delete(WebhookSecretEntity, { endpointId: id });
    return affected === 1;
  }

  async rotate(tx: Tx, accountId: string, id: string, secret: EncryptedSecret): Promise<boolean> {
    const { version: secretVersion } = secret;
    const before = { accountId, id, secretVersion: secretVersion - 1 };
    if (!(await this.change(tx, before, { secretVersion }))) return false;
    await this.addSecret(tx, id, secret);
    return true;
  }

  async secrets(names: readonly SecretName[]): Promise<(EncryptedSecret | 'endpoint deleted' | undefined)[]> {
    const rows = await this.db.read<SecretRow>(SECRETS, [
      names.map(({ endpointId }) => endpointId),
      names.map(({ version }) => version),
    ]);
    return rows.map(({ version, deleted, key_id: keyId, ciphertext }) => {
      if (deleted !== false) return 'endpoint deleted';
      return keyId === null || ciphertext === null ? undefined : { version, keyId, ciphertext };
    });
  }

  /** Also sets `updatedAt`. False when there is no such endpoint. */
  private async change(
    tx: Tx,
    which: FindOptionsWhere<WebhookEndpointEntity>,
    changes: QueryDeepPartialEntity<WebhookEndpointEntity>,
  ): Promise<boolean> {
    const endpoint = { ...which, deletedAt: IsNull() };
    const { affected } = await this.db.manager(tx).update(WebhookEndpointEntity, endpoint, changes);
    return affected === 1;
  }

  private async addSecret(tx: Tx, endpointId: string, secret: EncryptedSecret): Promise<void> {
    await this.db.manager(tx).insert(WebhookSecretEntity, { endpointId, ...secret });
  }
}

function toDomain({ deletedAt: _, address: __, ...endpoint }: WebhookEndpointEntity): WebhookEndpoint {
  return endpoint;
}
