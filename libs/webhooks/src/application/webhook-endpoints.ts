import { AuditLog, type Actor, type AuditEntry } from '@app/accounts';
import { Clock, IdempotentResponses, newId, UnitOfWork, type IdempotentResponse } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import {
  auditedSettings,
  endpointDifferences,
  type EndpointChanges,
  type NewEndpoint,
  type WebhookEndpoint,
} from '../domain/endpoint';
import { EVENT_NAMES } from '../domain/event-names';
import { WebhookNotFoundError } from '../domain/errors';
import { EndpointRepository } from './ports';
import { SecretCipher } from './secret-cipher';

/** The account that registers an endpoint, and the key that it used; no key in the panel. */
export interface EndpointOwner {
  accountId: string;
  apiKeyId: string | null;
}

/** A new endpoint with its secret, which is returned only here. */
export interface RegisteredEndpoint {
  endpoint: WebhookEndpoint;
  secret: string;
}

/**
 * The endpoints of an account. Any key of the account may use them, whichever registered them, and so may the users of
 * the panel. Every change has its audit entry, which never holds a secret.
 */
@Injectable()
export class WebhookEndpoints {
  constructor(
    private readonly endpoints: EndpointRepository,
    private readonly cipher: SecretCipher,
    private readonly audit: AuditLog,
    private readonly responses: IdempotentResponses,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Registers an endpoint, active at once. Its secret, 64 lower-case hexadecimal characters, is returned here and never
   * again. Throws `WebhookAlreadyExistsError` and `TooManyWebhooksError`.
   */
  async create(
    owner: EndpointOwner,
    by: Actor,
    { url, description = null, events = [...EVENT_NAMES] }: NewEndpoint,
    response?: IdempotentResponse<RegisteredEndpoint>,
  ): Promise<RegisteredEndpoint> {
    const now = this.clock.now();
    const endpoint: WebhookEndpoint = {
      id: newId(),
      ...owner,
      url,
      description,
      events,
      isActive: true,
      secretVersion: 1,
      lastTriggeredAt: null,
      createdAt: now,
      updatedAt: now,
    };
    const secret = newSecret();
    const encrypted = this.cipher.encrypt(secret, endpoint.id, endpoint.secretVersion);
    const registered = { endpoint, secret };
    await this.uow.run(async (tx) => {
      await this.endpoints.insert(tx, endpoint, encrypted);
      await this.audit.record(tx, entry('created', by, endpoint, auditedSettings(endpoint)));
      await this.responses.keep(tx, response, registered);
    });
    return registered;
  }

  list(accountId: string): Promise<WebhookEndpoint[]> {
    return this.endpoints.list(accountId);
  }

  /** Throws `WebhookNotFoundError`. */
  async read(accountId: string, id: string): Promise<WebhookEndpoint> {
    return found(await this.endpoints.find(accountId, id));
  }

  /**
   * Changes the given fields. Queued deliveries keep their URL, and are sent even when the endpoint becomes inactive.
   * Throws `WebhookNotFoundError` and `WebhookAlreadyExistsError`.
   */
  async update(accountId: string, by: Actor, id: string, changes: EndpointChanges): Promise<WebhookEndpoint> {
    return this.uow.run(async (tx) => {
      const before = found(await this.endpoints.lock(tx, accountId, id));
      const after = found(await this.endpoints.update(tx, accountId, id, changes));
      const changed = endpointDifferences(before, after);
      if (Object.keys(changed).length > 0) await this.audit.record(tx, entry('updated', by, after, changed));
      return after;
    });
  }

  /** Deletes the endpoint and its secrets. Throws `WebhookNotFoundError`. */
  async remove(accountId: string, by: Actor, id: string): Promise<void> {
    await this.uow.run(async (tx) => {
      const endpoint = found(await this.endpoints.lock(tx, accountId, id));
      await this.endpoints.remove(tx, accountId, id);
      const { url, description } = auditedSettings(endpoint);
      await this.audit.record(tx, entry('deleted', by, endpoint, { url, description }));
    });
  }

  /** Replaces the secret. The new one is returned here and never again. Throws `WebhookNotFoundError`. */
  async rotateSecret(accountId: string, by: Actor, id: string): Promise<{ id: string; secret: string }> {
    const secret = newSecret();
    await this.uow.run(async (tx) => {
      const endpoint = found(await this.endpoints.lock(tx, accountId, id));
      const [from, to] = [endpoint.secretVersion, endpoint.secretVersion + 1];
      const rotated = await this.endpoints.rotate(tx, accountId, id, this.cipher.encrypt(secret, id, to));
      if (!rotated) throw new WebhookNotFoundError();
      const details = { secret_version: { from, to } };
      await this.audit.record(tx, entry('secret_rotated', by, endpoint, details));
    });
    return { id, secret };
  }
}

function entry(
  done: string,
  by: Actor,
  { id, accountId }: WebhookEndpoint,
  details: Readonly<Record<string, unknown>>,
): AuditEntry {
  const object = { type: 'webhook_endpoint', id };
  return { actor: by, action: `webhook_endpoint.${done}`, object, accountId, details };
}

function newSecret(): string {
  return randomBytes(32).toString('hex');
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new WebhookNotFoundError();
  return value;
}
