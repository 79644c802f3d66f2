import { Clock, IdempotentAnswers, newId, UnitOfWork, type IdempotentAnswer } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import type { EndpointChanges, NewEndpoint, WebhookEndpoint } from '../domain/endpoint';
import { EVENT_NAMES } from '../domain/event-names';
import { WebhookNotFoundError } from '../domain/errors';
import { EndpointRepository } from './ports';
import { SecretCipher } from './secret-cipher';

/** The account that registers an endpoint, and the key that it used. */
export interface EndpointOwner {
  accountId: string;
  apiKeyId: string | null;
}

/** A new endpoint with its secret, which is returned only here. */
export interface RegisteredEndpoint {
  endpoint: WebhookEndpoint;
  secret: string;
}

/** The endpoints of an account. Any key of the account may use them, not only the key that registered them. */
@Injectable()
export class WebhookEndpoints {
  constructor(
    private readonly endpoints: EndpointRepository,
    private readonly cipher: SecretCipher,
    private readonly answers: IdempotentAnswers,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Registers an endpoint, active at once. Its secret, 64 lower-case hexadecimal characters, is returned here and never
   * again. Throws `WebhookAlreadyExistsError` and `TooManyWebhooksError`.
   */
  async create(
    owner: EndpointOwner,
    { url, description = null, events = [...EVENT_NAMES] }: NewEndpoint,
    answer?: IdempotentAnswer<RegisteredEndpoint>,
  ): Promise<RegisteredEndpoint> {
    const now = this.clock.now();
    const endpoint: WebhookEndpoint = {
      id: newId(),
      ...owner,
      ...{ url, description, events },
      isActive: true,
      secretVersion: 1,
      lastTriggeredAt: null,
      createdAt: now,
      updatedAt: now,
    };
    const secret = newSecret();
    const sealed = this.cipher.seal(secret, endpoint.id, endpoint.secretVersion);
    const registered = { endpoint, secret };
    await this.uow.run(async (tx) => {
      await this.endpoints.insert(tx, endpoint, sealed);
      await this.answers.keep(tx, answer, registered);
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
  async update(accountId: string, id: string, changes: EndpointChanges): Promise<WebhookEndpoint> {
    return found(await this.uow.run((tx) => this.endpoints.update(tx, accountId, id, changes)));
  }

  /** Deletes the endpoint and its secrets. Throws `WebhookNotFoundError`. */
  async remove(accountId: string, id: string): Promise<void> {
    if (!(await this.uow.run((tx) => this.endpoints.remove(tx, accountId, id)))) throw new WebhookNotFoundError();
  }

  /** Replaces the secret. The new one is returned here and never again. Throws `WebhookNotFoundError`. */
  async rotateSecret(accountId: string, id: string): Promise<{ id: string; secret: string }> {
    const secret = newSecret();
    const seal = (version: number) => this.cipher.seal(secret, id, version);
    if (!(await this.uow.run((tx) => this.endpoints.rotate(tx, accountId, id, seal)))) throw new WebhookNotFoundError();
    return { id, secret };
  }
}

function newSecret(): string {
  return randomBytes(32).toString('hex');
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new WebhookNotFoundError();
  return value;
}
