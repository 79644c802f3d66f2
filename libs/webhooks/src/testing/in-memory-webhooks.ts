import { Clock } from '@app/kernel';
import { RecordedAnswers } from '@app/kernel/testing';
import { loadConfig, Metrics, SilentLog, type Config, type Log } from '@app/platform';
import { InMemoryDeliveryQueue, type DeliveryEntry } from '../adapters/in-memory-delivery.queue';
import { InMemoryEndpointRepository } from '../adapters/in-memory-endpoint.repository';
import { InMemoryEventStore } from '../adapters/in-memory-event.store';
import { Deliveries } from '../application/deliveries';
import { EventPublisher } from '../application/event-publisher';
import { DeliveryAnnouncer } from '../application/ports';
import { SecretCipher } from '../application/secret-cipher';
import { WebhookEndpoints } from '../application/webhook-endpoints';
import { inMemoryUnitOfWork } from './in-memory-queue.subject';
import { ScriptedSender } from './scripted-sender';

export class SettableClock extends Clock {
  constructor(private ms = Date.parse('2026-05-01T12:00:00.400Z')) {
    super();
  }

  now(): Date {
    return new Date(this.ms);
  }

  advance(ms: number): void {
    this.ms += ms;
  }
}

export class CountingAnnouncer extends DeliveryAnnouncer {
  announced = 0;

  announce(): void {
    this.announced += 1;
  }
}

export function aConfig(env: Readonly<Record<string, string>> = {}): Config {
  const key = Buffer.alloc(32, 7).toString('base64');
  return loadConfig(
    { SECRETS_KEY: key, API_KEY_PEPPER: key, PLATFORM_WEBHOOK_SECRET: 'the key of the platform, 32 or more', ...env },
    () => {
      throw new Error('all secrets are given');
    },
  );
}

/** All of the library's services, on memory, with a clock that the test moves. */
export class InMemoryWebhooks {
  readonly clock = new SettableClock();
  readonly config: Config;
  readonly sender = new ScriptedSender();
  readonly announcer = new CountingAnnouncer();
  readonly uow = inMemoryUnitOfWork;
  readonly answers = new RecordedAnswers();
  readonly repository = new InMemoryEndpointRepository();
  readonly queue = new InMemoryDeliveryQueue(this.repository, () => this.clock.now().getTime());
  readonly endpoints: WebhookEndpoints;
  readonly store = new InMemoryEventStore(this.queue, this.repository);
  readonly publisher = new EventPublisher(this.store, this.announcer);
  readonly deliveries: Deliveries;

  constructor(env: Readonly<Record<string, string>> = {}, log: Log = new SilentLog()) {
    const { repository, uow, clock, queue, sender } = this;
    this.config = aConfig(env);
    const cipher = new SecretCipher(this.config);
    this.endpoints = new WebhookEndpoints(repository, cipher, this.answers, uow, clock);
    const metrics = new Metrics('test', false);
    this.deliveries = new Deliveries(queue, sender, cipher, uow, clock, this.config, log, metrics);
  }

  /** Claims what is due and sees it through, once. Returns how many attempts were made. */
  async deliverDue(): Promise<number> {
    const jobs = await this.deliveries.claim({ free: 100, running: [] });
    await Promise.all(jobs.map((job) => this.deliveries.deliver(job)));
    await this.deliveries.recorded();
    return jobs.length;
  }

  /** Makes whatever waits for its next attempt due. */
  passDelay(): void {
    this.clock.advance(3 * 3_600_000);
  }

  get all(): DeliveryEntry[] {
    return [...this.queue.deliveries.values()];
  }
}
