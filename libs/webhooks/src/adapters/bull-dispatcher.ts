import { within } from '@app/kernel';
import { Log } from '@app/platform';
import { InjectQueue } from '@nestjs/bull';
import { Injectable } from '@nestjs/common';
import type { Queue } from 'bull';
import { DELIVERY_SLOTS } from '../application/deliveries';
import { Dispatcher, type JobHandling, type Occupancy } from '../application/ports';
import { attemptKey, type ClaimedJob, type DeliveryJob } from '../domain/delivery';
import { BullConnections, DELIVERIES_PRODUCER, DELIVERIES_QUEUE, REDIS_RESPONSE_MS } from './bull-connections';
import { InProcessDispatcher } from './in-process-dispatcher';

/** How long Redis is not used after it hung, was full or rejected writes. */
const REDIS_PAUSE_MS = 5_000;
/** How often the dispatcher asks Redis which of the jobs that other workers may run have ended. */
const ASK_EVERY_MS = 20;

/**
 * Spreads jobs over all workers through Redis. While Redis fails, this worker runs the jobs that it claims itself. A job
 * that Redis loses, or that arrives too late, is claimed again when its lease runs out.
 */
@Injectable()
export class BullDispatcher extends Dispatcher {
  private readonly local: InProcessDispatcher;
  /** Jobs added from here that have not ended as far as is known, with their keys in Redis, by attempt. */
  private readonly added = new Map<string, { job: ClaimedJob; key: string }>();
  private askAt = -Infinity;
  private beginConsuming: () => void = () => undefined;
  private closed: Promise<void> | undefined;
  private stopped = false;
  private failing = false;
  private pausedUntil = -Infinity;

  constructor(
    @InjectQueue(DELIVERIES_PRODUCER) private readonly producer: Queue<DeliveryJob>,
    @InjectQueue(DELIVERIES_QUEUE) private readonly consumer: Queue<DeliveryJob>,
    private readonly connections: BullConnections,
    private readonly log: Log,
  ) {
    super();
    this.local = new InProcessDispatcher(DELIVERY_SLOTS, log);
    for (const queue of [producer, consumer]) {
      queue.on('error', (error: Error) => this.reportFailure(error));
      // Nest's own hook would wait for running jobs, and forever for a Redis that fails.
      Object.assign(queue, { onApplicationShutdown: () => this.close() });
    }
    this.deferConsuming();
  }

  async start(handling: JobHandling): Promise<void> {
    await this.local.start(handling);
    const begin = () => {
      void this.onReady();
      this.beginConsuming();
    };
    this.producer.client.on('ready', begin);
    if (this.isRedisUsable()) begin();
  }

  async occupancy(): Promise<Occupancy> {
    const here = await this.local.occupancy();
    if (this.stopped) return { free: 0, running: here.running };
    if (!this.isRedisUsable()) return here;
    try {
      // The response to a ping shows that Redis works even when no job was added.
      await Promise.all([bounded(this.producer.client.ping()), this.forgetEnded()]);
      const running = [...Array.from(this.added.values(), ({ job }) => job), ...here.running];
      return { free: Math.max(0, DELIVERY_SLOTS - running.length), running };
    } catch (error) {
      this.avoidRedis(error as Error);
      return here;
    }
  }

  async dispatch(jobs: readonly ClaimedJob[]): Promise<void> {
    if (!this.isRedisUsable()) return this.local.dispatch(jobs);
    try {
      const rejected = await this.add(jobs);
      if (rejected.length === 0) return this.reportRecovery();
      this.avoidRedis(new Error('jobs were rejected'));
      await this.local.dispatch(rejected);
    } catch (error) {
      this.avoidRedis(error as Error);
      // A command that Redis rejects with an error has had no effect.
      if ((error as Error).name === 'ReplyError') return this.local.dispatch(jobs);
      // Otherwise Redis may have taken the jobs: running them here as well could send them twice.
      this.log.warn(
        { jobs: jobs.length, err: error },
        'Redis did not confirm deliveries; they are left to their leases',
      );
    }
  }

  async run(job: DeliveryJob): Promise<void> {
    await this.local.run(job);
    this.added.delete(attemptKey(job));
  }

  async stop(deadlineMs: number): Promise<DeliveryJob[]> {
    this.stopped = true;
    this.connections.interrupt();
    await bounded(this.consumer.pause(true, true)).catch(() => undefined);
    const unfinished = await this.local.stop(deadlineMs);
    // Bull removes a job from Redis after it has ended.
    if (unfinished.length === 0) await bounded(this.consumer.whenCurrentJobsFinished()).catch(() => undefined);
    await this.close();
    return unfinished;
  }

  private close(): Promise<void> {
    return (this.closed ??= this.closeQueues());
  }

  private async closeQueues(): Promise<void> {
    const closed = Promise.allSettled([this.producer.close(true), this.consumer.close(true)]);
    await bounded(closed).catch(() => undefined);
    this.connections.disconnect();
  }

  /**
   * Nest starts the processor when modules are initialised and drops the promise, and so does Bull with the name of its
   * connection: a stop before Redis has responded would reject both and end the process. So the queue starts when the
   * dispatcher has started and Redis is ready, and does not name its connection.
   */
  private deferConsuming(): void {
    const begun = new Promise<void>((resolve) => (this.beginConsuming = resolve));
    const start = this.consumer.process.bind(this.consumer) as (...args: unknown[]) => Promise<void>;
    Object.assign(this.consumer, {
      process: (...args: unknown[]) =>
        begun.then(() => (this.stopped ? undefined : start(...args))).catch(() => undefined),
      setWorkerName: () => Promise.resolve(),
    });
  }

  private isRedisUsable(): boolean {
    return this.producer.client.status === 'ready' && performance.now() >= this.pausedUntil;
  }

  /** Queues the jobs, and returns those that Redis rejected: Bull reports them only by a missing id. */
  private async add(jobs: readonly ClaimedJob[]): Promise<ClaimedJob[]> {
    const data = jobs.map(({ deliveryId, attempt }) => ({ data: { deliveryId, attempt } }));
    const queued = await bounded(this.producer.addBulk(data));
    return jobs.filter((job, index) => {
      const id = queued[index]?.id as string | number | null | undefined;
      if (id === undefined || id === null) return true;
      this.added.set(attemptKey(job), { job, key: this.producer.toKey(String(id)) });
      return false;
    });
  }

  /** Redis no longer has a job that has ended. The dispatcher does not ask for those that ended here. */
  private async forgetEnded(): Promise<void> {
    if (this.added.size === 0 || performance.now() < this.askAt) return;
    const asked = [...this.added];
    const pipeline = this.producer.client.pipeline();
    for (const [, { key }] of asked) pipeline.exists(key);
    const results = await bounded(pipeline.exec());
    asked.forEach(([attempt], index) => {
      const [error, exists] = results?.[index] ?? [];
      if (!error && exists === 0) this.added.delete(attempt);
    });
    this.askAt = performance.now() + ASK_EVERY_MS;
  }

  private avoidRedis(error: Error): void {
    this.pausedUntil = performance.now() + REDIS_PAUSE_MS;
    this.reportFailure(error);
  }

  /** Logs once per outage that Redis fails. */
  private reportFailure(error: Error): void {
    if (!this.failing && !this.stopped) {
      this.log.warn({ reason: error.message }, 'Redis failed; deliveries continue in this process');
    }
    this.failing = true;
  }

  private reportRecovery(): void {
    if (this.failing) this.log.info({}, 'Redis is back');
    this.failing = false;
  }

  /** Redis with another policy than `noeviction` drops queued jobs when its memory is full. */
  private async onReady(): Promise<void> {
    this.pausedUntil = -Infinity;
    this.reportRecovery();
    const memory = await bounded(this.producer.client.info('memory')).catch(() => '');
    const policy = /^maxmemory_policy:(.+?)\r?$/m.exec(memory)?.[1];
    if (policy !== undefined && policy !== 'noeviction') {
      this.log.warn({ policy }, 'Redis may drop queued deliveries: set its maxmemory-policy to noeviction');
    }
  }
}

function bounded<T>(call: Promise<T>): Promise<T> {
  return within(
    REDIS_RESPONSE_MS,
    () => call,
    () => {
      throw new Error(`no response from Redis in ${REDIS_RESPONSE_MS} ms`);
    },
  );
}
