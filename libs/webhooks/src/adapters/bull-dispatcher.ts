import { within } from '@app/kernel';
import type { Log } from '@app/platform';
import Bull, { type Queue } from 'bull';
import { Redis, type RedisOptions } from 'ioredis';
import { Dispatcher, type JobHandling, type Occupancy } from '../application/ports';
import type { ClaimedJob, DeliveryJob } from '../domain/delivery';
import { InProcessDispatcher } from './in-process-dispatcher';

/** No call to Redis is waited for longer than this. */
const REDIS_ANSWER_MS = 1_000;
/** So long a Redis that hangs, is full or takes no writes is left alone. */
const REDIS_PAUSE_MS = 5_000;

export interface BullDispatcherOptions {
  redisUrl: string;
  /** Jobs under way here at a time. */
  slots: number;
  log: Log;
  queueName?: string;
}

/**
 * Spreads jobs over all workers through Redis, which holds their ids and nothing else. While Redis is away or ill this
 * worker does the jobs that it claims itself. A job that Redis loses, or that comes too late, is claimed again when its
 * lease has run out, so a job is tried once and never kept: Bull's own retries would send behind the back of the retry
 * plan.
 */
export class BullDispatcher extends Dispatcher {
  private readonly local: InProcessDispatcher;
  private readonly clients: Redis[] = [];
  private readonly producer: Queue<DeliveryJob>;
  private readonly producing: Redis;
  private consumer: Promise<Queue<DeliveryJob> | undefined> | undefined;
  /** Jobs added from here that Redis still had when last asked, by their Redis key. */
  private readonly added = new Map<string, ClaimedJob>();
  private stopped = false;
  private healthy = true;
  private pausedUntil = -Infinity;

  constructor(private readonly options: BullDispatcherOptions) {
    super();
    this.local = new InProcessDispatcher(options.slots, options.log);
    // Two connections with opposite manners: who adds must hear of a failure at once, who works may wait for ever.
    this.producing = this.connect({
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: REDIS_ANSWER_MS,
    });
    this.producer = this.queue(() => this.producing);
  }

  async start(handling: JobHandling): Promise<void> {
    await this.local.start(handling);
    const begin = () => {
      void this.greet();
      this.consumer ??= this.consume();
    };
    this.producing.on('ready', begin);
    if (this.redisIsThere()) begin();
  }

  async occupancy(): Promise<Occupancy> {
    const here = await this.local.occupancy();
    if (this.stopped) return { free: 0, running: here.running };
    if (!this.redisIsThere()) return here;
    try {
      const [waiting] = await Promise.all([bounded(this.producer.getWaitingCount()), this.forgetEnded()]);
      return { free: Math.max(0, this.options.slots - waiting), running: [...this.added.values(), ...here.running] };
    } catch (error) {
      this.leaveAlone(error as Error);
      return here;
    }
  }

  async dispatch(jobs: readonly ClaimedJob[]): Promise<void> {
    if (!this.redisIsThere()) return this.local.dispatch(jobs);
    try {
      const refused = await this.add(jobs);
      if (refused.length === 0) return this.isWell();
      this.leaveAlone(new Error('jobs were refused'));
      await this.local.dispatch(refused);
    } catch (error) {
      this.leaveAlone(error as Error);
      // What Redis answers with an error it has not done.
      if ((error as Error).name === 'ReplyError') return this.local.dispatch(jobs);
      // They may have been added all the same: doing them here as well could send them twice.
      this.options.log.warn(
        { jobs: jobs.length, err: error },
        'Redis did not take the deliveries; left to their leases',
      );
    }
  }

  async stop(deadlineMs: number): Promise<DeliveryJob[]> {
    this.stopped = true;
    const consumer = await bounded(Promise.resolve(this.consumer)).catch(() => undefined);
    await bounded(Promise.resolve(consumer?.pause(true, true))).catch(() => undefined);
    const unfinished = await this.local.stop(deadlineMs);
    const closed = Promise.allSettled([this.producer.close(true), consumer?.close(true)]);
    // Bull connects once more while it closes, so whatever it has opened by then is closed behind it as well.
    const disconnected = closed.then(() => this.disconnect());
    await bounded(disconnected).catch(() => undefined);
    this.disconnect();
    return unfinished;
  }

  /** Begins only when Redis answers, so that a stop has no half-open connections of Bull's to deal with. */
  private async consume(): Promise<Queue<DeliveryJob> | undefined> {
    const manners = { maxRetriesPerRequest: null, enableReadyCheck: false };
    const connections = {
      client: this.connect(manners),
      subscriber: this.connect(manners),
      bclient: this.connect(manners),
    };
    await Promise.all(
      Object.values(connections).map(
        (client) => new Promise((resolve) => client.once('ready', resolve).once('end', resolve)),
      ),
    );
    if (this.stopped) return undefined;
    const consumer = this.queue((type) => connections[type]);
    // Bull names its connection, for show, and nobody holds the promise: a stop in that moment would end the process.
    Object.assign(consumer, { setWorkerName: () => Promise.resolve() });
    // Settles when the queue is closed; faults on the way are `error` events.
    const perform = ({ data }: { data: DeliveryJob }) => this.local.perform({ ...data, lane: '' });
    consumer.process(this.options.slots, perform).catch(() => undefined);
    return consumer;
  }

  /** Resolves as soon as Redis can be used. Nothing needs to wait for it but a test that is about Redis. */
  async ready(): Promise<void> {
    while (!this.redisIsThere()) await new Promise((resolve) => this.producing.once('ready', resolve));
  }

  private disconnect(): void {
    for (const client of this.clients) client.disconnect();
  }

  private redisIsThere(): boolean {
    return this.producing.status === 'ready' && performance.now() >= this.pausedUntil;
  }

  /** Queues the jobs; answers with those that Redis refused, which Bull tells by giving them no id. */
  private async add(jobs: readonly ClaimedJob[]): Promise<ClaimedJob[]> {
    const opts = { attempts: 1, removeOnComplete: true, removeOnFail: true };
    const queued = await bounded(
      this.producer.addBulk(jobs.map(({ deliveryId, attempt }) => ({ data: { deliveryId, attempt }, opts }))),
    );
    return jobs.filter((job, index) => {
      const id = queued[index]?.id as string | number | null | undefined;
      if (id === undefined || id === null) return true;
      this.added.set(this.producer.toKey(String(id)), job);
      return false;
    });
  }

  private leaveAlone(error: Error): void {
    this.pausedUntil = performance.now() + REDIS_PAUSE_MS;
    this.complain(error);
  }

  private isWell(): void {
    if (!this.healthy) this.options.log.info({}, 'Redis is back');
    this.healthy = true;
  }

  /** A job that has ended, well or badly, is gone from Redis. */
  private async forgetEnded(): Promise<void> {
    if (this.added.size === 0) return;
    const keys = [...this.added.keys()];
    const asked = this.producing.pipeline();
    for (const key of keys) asked.exists(key);
    const answers = await bounded(asked.exec());
    keys.forEach((key, index) => {
      const [error, exists] = answers?.[index] ?? [];
      if (!error && exists === 0) this.added.delete(key);
    });
  }

  private queue(createClient: (type: 'client' | 'subscriber' | 'bclient') => Redis): Queue<DeliveryJob> {
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
      disconnectTimeout: 100,
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

  /** Redis with another policy than `noeviction` throws queued jobs away when its memory is full. */
  private async greet(): Promise<void> {
    this.pausedUntil = -Infinity;
    this.isWell();
    const memory = await bounded(this.producing.info('memory')).catch(() => '');
    const policy = /^maxmemory_policy:(.+?)\r?$/m.exec(memory)?.[1];
    if (policy !== undefined && policy !== 'noeviction') {
      this.options.log.warn(
        { policy },
        'Redis should be set to maxmemory-policy noeviction: it may drop queued deliveries',
      );
    }
  }
}

function bounded<T>(call: Promise<T>): Promise<T> {
  return within(
    REDIS_ANSWER_MS,
    () => call,
    () => {
      throw new Error(`no answer from Redis in ${REDIS_ANSWER_MS} ms`);
    },
  );
}
