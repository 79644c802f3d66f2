import { RecordedAuditLog } from '@app/accounts/testing';
import { NoUnitOfWork, RecordedAnswers, StandingClock } from '@app/kernel/testing';
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
import { WebhookEndpoints } from '../application/webhook-endpoints';
import { InMemoryDeliveryQueue, type DeliveryEntry } from './in-memory-delivery.queue';
import { InMemoryEndpointRepository } from './in-memory-endpoint.repository';
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
  readonly audit = new RecordedAuditLog();
  readonly answers = new RecordedAnswers();
  readonly metrics = new Metrics('test', false);
  readonly repository = new InMemoryEndpointRepository(this.clock);
  readonly queue = new InMemoryDeliveryQueue(this.repository, this.clock);
  readonly endpoints: WebhookEndpoints;
  readonly store: InMemoryEventStore;
  readonly publisher: EventPublisher;
  readonly deliveries: Deliveries;

  constructor(env: Readonly<Record<string, string>> = {}, log: Log = new SilentLog()) {
    const { repository, uow, clock, queue, sender } = this;
    this.config = aConfig(env);
    const cipher = new SecretCipher(this.config);
    const platformKeys = new PlatformKeys(this.config);
    this.store = new InMemoryEventStore(queue, repository, platformKeys);
    this.publisher = new EventPublisher(this.store, this.announcer);
    this.endpoints = new WebhookEndpoints(repository, cipher, this.audit, this.answers, uow, clock);
    const { config, metrics } = this;
    const secrets = new SigningSecrets(repository, cipher, platformKeys, log);
    const attempts = new DeliveryAttempts(sender, clock, config);
    const outcomes = new DeliveryOutcomes(queue, uow, log, metrics);
    this.deliveries = new Deliveries(queue, attempts, secrets, outcomes, uow, clock);
    new DeliveryMetrics(metrics, queue, this.deliveries);
  }

  /** Claims and sends what is due, once. Returns the number of attempts. */
  async deliverDue(): Promise<number> {
    const jobs = await this.deliveries.claim({ free: 100, running: [] });
    await Promise.all(jobs.map((job) => this.deliveries.deliver(job)));
    await this.deliveries.recorded();
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
