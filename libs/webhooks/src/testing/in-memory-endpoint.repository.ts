import type { Clock, Tx } from '@app/kernel';
import { EndpointRepository, type StoredSecrets, type EncryptedSecret, type SecretName } from '../application/ports';
import { MAX_ENDPOINTS, normalAddress, type EndpointChanges, type WebhookEndpoint } from '../domain/endpoint';
import { TooManyWebhooksError, WebhookAlreadyExistsError } from '../domain/errors';

export interface EndpointEntry {
  endpoint: WebhookEndpoint;
  deleted: boolean;
  secrets: EncryptedSecret[];
}

/** Keeps endpoints in a map. Rolling back a transaction undoes nothing. */
export class InMemoryEndpointRepository extends EndpointRepository implements StoredSecrets {
  /** The in-memory queue looks up endpoints here. */
  readonly entries = new Map<string, EndpointEntry>();

  constructor(private readonly clock: Clock) {
    super();
  }

  async insert(_tx: Tx, endpoint: WebhookEndpoint, secret: EncryptedSecret): Promise<void> {
    this.refuseTakenUrl(endpoint.accountId, endpoint.url);
    if (this.of(endpoint.accountId).length >= MAX_ENDPOINTS) throw new TooManyWebhooksError();
    this.entries.set(endpoint.id, { endpoint: copyOf(endpoint), deleted: false, secrets: [secret] });
  }

  async list(accountId: string): Promise<WebhookEndpoint[]> {
    return this.of(accountId)
      .map(({ endpoint }) => copyOf(endpoint))
      .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1));
  }

  async find(accountId: string, id: string): Promise<WebhookEndpoint | undefined> {
    const entry = this.entry(accountId, id);
    return entry && copyOf(entry.endpoint);
  }

  lock(_tx: Tx, accountId: string, id: string): Promise<WebhookEndpoint | undefined> {
    return this.find(accountId, id);
  }

  async update(_tx: Tx, accountId: string, id: string, changes: EndpointChanges): Promise<WebhookEndpoint | undefined> {
    const entry = this.entry(accountId, id);
    if (!entry) return undefined;
    if (changes.url !== undefined) this.refuseTakenUrl(accountId, changes.url, id);
    Object.assign(entry.endpoint, changes, { updatedAt: this.clock.now() });
    return copyOf(entry.endpoint);
  }

  async remove(_tx: Tx, accountId: string, id: string): Promise<boolean> {
    const entry = this.entry(accountId, id);
    if (!entry) return false;
    entry.deleted = true;
    entry.secrets = [];
    return true;
  }

  async rotate(_tx: Tx, accountId: string, id: string, secret: EncryptedSecret): Promise<boolean> {
    const entry = this.entry(accountId, id);
    if (entry?.endpoint.secretVersion !== secret.version - 1) return false;
    entry.endpoint.secretVersion = secret.version;
    entry.secrets.push(secret);
    return true;
  }

  async secrets(names: readonly SecretName[]): Promise<(EncryptedSecret | 'endpoint deleted' | undefined)[]> {
    return names.map(({ endpointId, version }) => {
      const entry = this.entries.get(endpointId);
      if (!entry || entry.deleted) return 'endpoint deleted';
      return entry.secrets.find((secret) => secret.version === version);
    });
  }

  private of(accountId: string): EndpointEntry[] {
    return [...this.entries.values()].filter(({ endpoint, deleted }) => endpoint.accountId === accountId && !deleted);
  }

  private entry(accountId: string, id: string): EndpointEntry | undefined {
    return this.of(accountId).find(({ endpoint }) => endpoint.id === id);
  }

  private refuseTakenUrl(accountId: string, url: string, except?: string): void {
    const address = normalAddress(url);
    const taken = this.of(accountId).some(
      ({ endpoint }) => normalAddress(endpoint.url) === address && endpoint.id !== except,
    );
    if (taken) throw new WebhookAlreadyExistsError();
  }
}

function copyOf(endpoint: WebhookEndpoint): WebhookEndpoint {
  return { ...endpoint, events: [...endpoint.events] };
}
