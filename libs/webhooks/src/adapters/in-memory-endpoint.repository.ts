import type { Tx } from '@app/kernel';
import { EndpointRepository, type SealedSecret } from '../application/ports';
import { MAX_ENDPOINTS, type EndpointChanges, type WebhookEndpoint } from '../domain/endpoint';
import { TooManyWebhooksError, WebhookAlreadyExistsError } from '../domain/errors';

export interface EndpointEntry {
  endpoint: WebhookEndpoint;
  deleted: boolean;
  secrets: SealedSecret[];
}

/** Keeps endpoints in a map; a rolled-back transaction is not undone. */
export class InMemoryEndpointRepository extends EndpointRepository {
  /** For the in-memory queue, which looks up destinations and secrets here. */
  readonly entries = new Map<string, EndpointEntry>();

  async insert(_tx: Tx, endpoint: WebhookEndpoint, secret: SealedSecret): Promise<void> {
    this.refuseTakenUrl(endpoint.accountId, endpoint.url);
    if (this.of(endpoint.accountId).length >= MAX_ENDPOINTS) throw new TooManyWebhooksError();
    this.entries.set(endpoint.id, { endpoint: structuredClone(endpoint), deleted: false, secrets: [secret] });
  }

  async list(accountId: string): Promise<WebhookEndpoint[]> {
    return this.of(accountId)
      .map(({ endpoint }) => structuredClone(endpoint))
      .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1));
  }

  async find(accountId: string, id: string): Promise<WebhookEndpoint | undefined> {
    return structuredClone(this.entry(accountId, id)?.endpoint);
  }

  async update(_tx: Tx, accountId: string, id: string, changes: EndpointChanges): Promise<WebhookEndpoint | undefined> {
    const entry = this.entry(accountId, id);
    if (!entry) return undefined;
    if (changes.url !== undefined) this.refuseTakenUrl(accountId, changes.url, id);
    Object.assign(entry.endpoint, structuredClone(changes), { updatedAt: new Date() });
    return structuredClone(entry.endpoint);
  }

  async remove(_tx: Tx, accountId: string, id: string): Promise<boolean> {
    const entry = this.entry(accountId, id);
    if (!entry) return false;
    entry.deleted = true;
    entry.endpoint.isActive = false;
    entry.secrets = [];
    return true;
  }

  async nextSecretVersion(_tx: Tx, accountId: string, id: string): Promise<number | undefined> {
    const entry = this.entry(accountId, id);
    if (!entry) return undefined;
    entry.endpoint.secretVersion += 1;
    return entry.endpoint.secretVersion;
  }

  async addSecret(_tx: Tx, id: string, secret: SealedSecret): Promise<void> {
    this.entries.get(id)?.secrets.push(secret);
  }

  private of(accountId: string): EndpointEntry[] {
    return [...this.entries.values()].filter(({ endpoint, deleted }) => endpoint.accountId === accountId && !deleted);
  }

  private entry(accountId: string, id: string): EndpointEntry | undefined {
    return this.of(accountId).find(({ endpoint }) => endpoint.id === id);
  }

  private refuseTakenUrl(accountId: string, url: string, except?: string): void {
    const taken = this.of(accountId).some(({ endpoint }) => endpoint.url === url && endpoint.id !== except);
    if (taken) throw new WebhookAlreadyExistsError();
  }
}
