import { newId } from '@app/kernel';
import { NoUnitOfWork, StandingClock } from '@app/kernel/testing';
import { Metrics, SilentLog, type Config, type Log } from '@app/platform';
import { aConfig } from '@app/platform/testing';
import { Deliveries } from '../application/deliveries';
import { DeliveryAttempts } from '../application/delivery-attempts';
import { DeliveryMetrics } from '../application/delivery-metrics';
import { DeliveryOutcomes } from '../application/delivery-outcomes';
import { EventPublisher } from '../application/event-publisher';
import { DeliveryAnnouncer } from '../application/ports';
import { PlatformKeys } from '../application/platform-keys';
import { SecretCipher } from '../application/secret-cipher';
import { SigningSecrets } from '../application/signing-secrets';
import type { WebhookEndpoint } from '../domain/endpoint';
import { anEndpoint } from './factories';
import { InMemoryDeliveryQueue, type DeliveryEntry } from './in-memory-delivery.queue';
import { InMemoryEndpoints } from './in-memory-endpoints';
import { InMemoryEventStore } from './in-memory-event.store';
import { ScriptedSender } from './scripted-sender';

export class CountingAnnouncer extends DeliveryAnnouncer {
  announced = 0;

  announce(): void {
    this.announced += 1;
  }
}

/** The library's services on in-memory adapters, with a clock that the test moves. */
export class InMemoryWebhooks {
  readonly clock = new StandingClock();
  readonly config: Config;
  readonly sender = new ScriptedSender();
  readonly announcer = new CountingAnnouncer();
  readonly uow = new NoUnitOfWork();
  readonly metrics = new Metrics('test', false);
  readonly endpoints = new InMemoryEndpoints();
  readonly queue = new InMemoryDeliveryQueue(this.endpoints, this.clock);
  private readonly cipher: SecretCipher;
  readonly store: InMemoryEventStore;
  readonly publisher: EventPublisher;
  readonly deliveries: Deliveries;

  constructor(env: Readonly<Record<string, string>> = {}, log: Log = new SilentLog()) {
    const { endpoints, uow, clock, queue, sender } = this;
    this.config = aConfig(env);
    this.cipher = new SecretCipher(this.config);
    const platformKeys = new PlatformKeys(this.config);
    this.store = new InMemoryEventStore(queue, endpoints, platformKeys);
    this.publisher = new EventPublisher(this.store, this.announcer);
    const { config, metrics } = this;
    const secrets = new SigningSecrets(endpoints, this.cipher, platformKeys, log);
    const attempts = new DeliveryAttempts(sender, clock, config);
    const outcomes = new DeliveryOutcomes(queue, uow, log, metrics);
    this.deliveries = new Deliveries(queue, attempts, secrets, outcomes, uow, clock);
    new DeliveryMetrics(metrics, queue, this.deliveries);
  }

  /** An endpoint with a secret that nothing else has. */
  async register(accountId: string, url: string): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
    const endpoint = anEndpoint({ accountId, url });
    const secret = newId();
    await this.endpoints.add(endpoint, this.cipher.encrypt(secret, endpoint.id, 1));
    return { endpoint, secret };
  }

  /** Returns the new secret of the endpoint. */
  async rotateSecret(endpoint: WebhookEndpoint): Promise<string> {
    const secret = newId();
    await this.endpoints.rotate(endpoint, this.cipher.encrypt(secret, endpoint.id, 2));
    return secret;
  }

  /** Claims and sends what is due, once. Returns the number of attempts. */
  async deliverDue(): Promise<number> {
    const jobs = await this.deliveries.claim({ free: 100, running: [] });
    await Promise.all(jobs.map((job) => this.deliveries.deliver(job)));
    await this.deliveries.waitUntilRecorded();
    return jobs.length;
  }

  /** Lets any retry delay pass. */
  passDelay(): void {
    this.clock.advance(3 * 3_600_000);
  }

  get all(): DeliveryEntry[] {
    return [...this.queue.deliveries.values()];
  }
}
