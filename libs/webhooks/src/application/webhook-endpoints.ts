import { Clock, IdempotentAnswers, newId, UnitOfWork, type IdempotentAnswer } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import type { EndpointChanges, NewEndpoint, WebhookEndpoint } from '../domain/endpoint';
import { EVENT_NAMES } from '../domain/event-names';
import { WebhookNotFoundError } from '../domain/errors';
import { EndpointRepository } from './ports';
import { SecretCipher } from './secret-cipher';

/** Who registers an endpoint. */
export interface EndpointOwner {
  accountId: string;
  apiKeyId: string | null;
}

/** A new endpoint with its secret, which is given this once. */
export interface RegisteredEndpoint {
  endpoint: WebhookEndpoint;
  secret: string;
}

/** The endpoints of an account. They belong to the account; the key that registered one is only remembered. */
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
   * Registers an endpoint, active at once. Its secret, 64 lower-case hexadecimal characters, is given here and never
   * again. Throws `WebhookAlreadyExistsError`, and `ValidationError` for one endpoint too many.
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
   * Changes the given fields. Deliveries already queued keep their URL, and an endpoint made inactive still gets them.
   * Throws `WebhookNotFoundError` and `WebhookAlreadyExistsError`.
   */
  async update(accountId: string, id: string, changes: EndpointChanges): Promise<WebhookEndpoint> {
    return found(await this.uow.run((tx) => this.endpoints.update(tx, accountId, id, changes)));
  }

  /** Throws `WebhookNotFoundError`. */
  async remove(accountId: string, id: string): Promise<void> {
    if (!(await this.uow.once((tx) => this.endpoints.remove(tx, accountId, id)))) throw new WebhookNotFoundError();
  }

  /** A new secret, given here and never again. Throws `WebhookNotFoundError`. */
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
