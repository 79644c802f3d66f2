import { StoredSecrets, type EncryptedSecret, type SecretName } from '../application/ports';
import type { EndpointChanges, WebhookEndpoint } from '../domain/endpoint';
import type { EndpointsOfTest } from './delivery-queue.contract';

export interface EndpointEntry {
  endpoint: WebhookEndpoint;
  deleted: boolean;
  secrets: EncryptedSecret[];
}

/** The endpoints that the in-memory queue delivers to. */
export class InMemoryEndpoints extends StoredSecrets implements EndpointsOfTest {
  readonly entries = new Map<string, EndpointEntry>();

  async add(endpoint: WebhookEndpoint, secret: EncryptedSecret): Promise<void> {
    this.entries.set(endpoint.id, { endpoint: { ...endpoint }, deleted: false, secrets: [secret] });
  }

  async change({ id }: WebhookEndpoint, changes: EndpointChanges): Promise<void> {
    Object.assign(this.entry(id).endpoint, changes);
  }

  async rotate({ id }: WebhookEndpoint, secret: EncryptedSecret): Promise<void> {
    const { endpoint, secrets } = this.entry(id);
    endpoint.secretVersion = secret.version;
    secrets.push(secret);
  }

  async remove({ id }: WebhookEndpoint): Promise<void> {
    Object.assign(this.entry(id), { deleted: true, secrets: [] });
  }

  async triggeredAt({ id }: WebhookEndpoint): Promise<Date | null> {
    return this.entry(id).endpoint.lastTriggeredAt;
  }

  async secrets(names: readonly SecretName[]): Promise<(EncryptedSecret | 'endpoint deleted' | undefined)[]> {
    return names.map(({ endpointId, version }) => {
      const entry = this.entries.get(endpointId);
      if (!entry || entry.deleted) return 'endpoint deleted';
      return entry.secrets.find((secret) => secret.version === version);
    });
  }

  private entry(id: string): EndpointEntry {
    const entry = this.entries.get(id);
    if (!entry) throw new Error(`there is no endpoint ${id}`);
    return entry;
  }
}
