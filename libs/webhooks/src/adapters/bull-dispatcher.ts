import type { Log } from '@app/platform';
import Bull, { type Queue } from 'bull';
import { Redis, type RedisOptions } from 'ioredis';
import { Dispatcher, type JobHandling } from '../application/ports';
import type { DeliveryJob } from '../domain/delivery';
import { InProcessDispatcher } from './in-process-dispatcher';

/** No call to Redis is waited for longer than this. */
const REDIS_ANSWER_MS = 1_000;

export interface BullDispatcherOptions {
  redisUrl: string;
  /** Jobs under way here at a time. */
  slots: number;
  log: Log;
  queueName?: string;
}

/**
 * Spreads jobs over all workers through Redis, which holds their ids and nothing else. While Redis is away this worker
 * does the jobs that it claims itself. A job that Redis loses, or that comes too late, is claimed again when its lease
 * has run out, so a job is tried once and never kept: Bull's own retries would send behind the back of the retry plan.
 */
export class BullDispatcher extends Dispatcher {
  private readonly local: InProcessDispatcher;
  private readonly clients: Redis[] = [];
  private readonly producer: Queue<DeliveryJob>;
  private readonly consumer: Queue<DeliveryJob>;
  private readonly producing: Redis;
  private stopped = false;
  private healthy = true;

  constructor(private readonly options: BullDispatcherOptions) {
    super();
    this.local = new InProcessDispatcher(options.slots, options.log);
    // Two connections with opposite manners: who adds must hear of a failure at once, who works may wait for ever.
    this.producing = this.connect({ enableOfflineQueue: false, maxRetriesPerRequest: 0, commandTimeout: REDIS_ANSWER_MS });
    this.producer = this.queue(() => this.producing);
    this.consumer = this.queue(() => this.connect({ maxRetriesPerRequest: null, enableReadyCheck: false }));
  }

  async start(handling: JobHandling): Promise<void> {
    await this.local.start(handling);
    this.producing.on('ready', () => void this.warnAboutEviction());
    if (this.producing.status === 'ready') void this.warnAboutEviction();
    // Settles when the queue is closed; faults on the way are `error` events.
    this.consumer.process(this.options.slots, ({ data }) => this.local.perform(data)).catch(() => undefined);
  }

  async capacity(): Promise<number> {
    if (this.stopped) return 0;
    if (!this.redisIsThere()) return this.local.capacity();
    return Math.max(0, this.options.slots - (await bounded(this.producer.getWaitingCount())));
  }

  async dispatch(jobs: readonly DeliveryJob[]): Promise<void> {
    if (!this.redisIsThere()) return this.local.dispatch(jobs);
    const opts = { attempts: 1, removeOnComplete: true, removeOnFail: true };
    try {
      await bounded(
        this.producer.addBulk(jobs.map(({ deliveryId, attempt }) => ({ data: { deliveryId, attempt }, opts }))),
      );
    } catch (error) {
      // They may have been added all the same: doing them here as well could send them twice.
      this.options.log.warn({ jobs: jobs.length, err: error }, 'Redis did not take the deliveries; left to their leases');
    }
  }

  async stop(deadlineMs: number): Promise<DeliveryJob[]> {
    this.stopped = true;
    await bounded(this.consumer.pause(true, true)).catch(() => undefined);
    const unfinished = await this.local.stop(deadlineMs);
    await Promise.all([this.producer, this.consumer].map((queue) => bounded(queue.close(true)).catch(() => undefined)));
    for (const client of this.clients) client.disconnect();
    return unfinished;
  }

  private redisIsThere(): boolean {
    return this.producing.status === 'ready';
  }

  private queue(createClient: () => Redis): Queue<DeliveryJob> {
    const queue: Queue<DeliveryJob> = new Bull(this.options.queueName ?? 'webhook-deliveries', {
      createClient,
      prefix: 'servicepay',
      // A job whose worker died is not run again by Bull.
      settings: { maxStalledCount: 0 },
    });
    queue.on('error', (error: Error) => this.complain(error));
    return queue;
  }

  private connect(options: RedisOptions): Redis {
    const client = new Redis(this.options.redisUrl, {
      ...options,
      connectTimeout: 2_000,
      retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
    });
    client.on('error', (error: Error) => this.complain(error));
    this.clients.push(client);
    return client;
  }

  private complain(error: Error): void {
    if (this.healthy && !this.stopped) {
      this.options.log.warn({ reason: error.message }, 'Redis failed; deliveries go on in this process');
    }
    this.healthy = false;
  }

  /** Redis with another policy throws queued jobs away when its memory is full. */
  private async warnAboutEviction(): Promise<void> {
    if (!this.healthy) this.options.log.info({}, 'Redis is back');
    this.healthy = true;
    const memory = await bounded(this.producing.info('memory')).catch(() => '');
    const policy = /^maxmemory_policy:(.+?)\r?$/m.exec(memory)?.[1];
    if (policy !== undefined && policy !== 'noeviction') {
      this.options.log.warn({ policy }, 'Redis should be set to maxmemory-policy noeviction: it may drop queued deliveries');
    }
  }
}

async function bounded<T>(call: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer from Redis in ${REDIS_ANSWER_MS} ms`)), REDIS_ANSWER_MS);
  });
  try {
    return await Promise.race([call, late]);
  } finally {
    clearTimeout(timer);
  }
}
