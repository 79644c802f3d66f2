import { newId, within } from '@app/kernel';
import { Log, Metrics, showRedis } from '@app/platform';
import { InjectQueue } from '@nestjs/bull';
import { Injectable } from '@nestjs/common';
import type { Queue } from 'bull';
import { DELIVERY_SLOTS } from '../application/deliveries';
import { Dispatcher, type BatchRunner, type JobHandling, type Occupancy } from '../application/ports';
import type { ClaimedJob, DeliveryBatch, DeliveryJob } from '../domain/delivery';
import { BullConnections, DELIVERIES_PRODUCER, DELIVERIES_QUEUE, REDIS_RESPONSE_MS } from './bull-connections';
import { HandedOver } from './handed-over';
import { InProcessDispatcher } from './in-process-dispatcher';

/** How long Redis is not used after it hung, was full or rejected writes. */
const REDIS_PAUSE_MS = 5_000;
/** Deliveries of one job. A job costs 0.2 ms of CPU time, so that more of them would save under 1 us each. */
export const BATCH_SIZE = 64;
/** Fewer deliveries than this are not worth a job. */
const SMALLEST_SURPLUS = 16;
/** Up to this number of running jobs a worker keeps what it claims. */
export const KEPT_SLOTS = DELIVERY_SLOTS / 2;

/**
 * Shares the work of a busy worker with the others. A worker runs what it claims while fewer than half of its slots are in use.
 * Beyond that it hands batches over to Redis, from where any worker with room, itself included, takes them. It counts them as
 * its own until they have ended, wherever they run, so that shares and reserves hold. While Redis fails, it runs everything
 * itself. A batch that Redis loses, or that arrives too late, is claimed again when its lease runs out.
 */
@Injectable()
export class BullDispatcher extends Dispatcher implements BatchRunner {
  private readonly id = newId();
  /** A batch of another worker fits in beside as many deliveries as this one claims. */
  private readonly local: InProcessDispatcher;
  private readonly handedOver: HandedOver;
  private handling: JobHandling | undefined;
  private beginConsuming: () => void = () => undefined;
  private onRoom: () => void = () => undefined;
  private readonly tooLate: DeliveryJob[] = [];
  private closed: Promise<void> | undefined;
  private stopped = false;
  private failing = false;
  private pausedUntil = -Infinity;

  constructor(
    @InjectQueue(DELIVERIES_PRODUCER) private readonly producer: Queue<DeliveryBatch>,
    @InjectQueue(DELIVERIES_QUEUE) private readonly consumer: Queue<DeliveryBatch>,
    private readonly connections: BullConnections,
    private readonly log: Log,
    metrics: Metrics,
  ) {
    super();
    this.local = new InProcessDispatcher(DELIVERY_SLOTS + BATCH_SIZE, log);
    this.handedOver = new HandedOver(
      this.id,
      producer.client,
      (worker) => producer.toKey(`ended:${worker}`),
      (error) => this.avoidRedis(error),
    );
    for (const queue of [producer, consumer]) {
      queue.on('error', (error: Error) => this.reportFailure(error));
      // Nest's own hook would wait for running jobs, and forever for a Redis that fails.
      Object.assign(queue, { onApplicationShutdown: () => this.close() });
    }
    showRedis(metrics, () => this.isRedisUsable());
    this.deferConsuming();
  }

  async start(handling: JobHandling): Promise<void> {
    this.handling = handling;
    const onFree = () => {
      this.onRoom();
      handling.onFree();
    };
    await this.local.start({
      handle: (job) => handling.handle(job),
      takeOver: (jobs) => handling.takeOver(jobs),
      onEndedElsewhere: (job) => handling.onEndedElsewhere(job),
      onFree,
    });
    const begin = () => {
      void this.onReady();
      this.beginConsuming();
    };
    this.producer.client.on('ready', begin);
    if (this.isRedisUsable()) begin();
  }

  async occupancy(): Promise<Occupancy> {
    const { running } = await this.local.occupancy();
    if (this.stopped || !this.handling) return { free: 0, running };
    const here = { free: Math.max(0, DELIVERY_SLOTS - this.local.running), running };
    if (!this.isRedisUsable()) return here;
    try {
      for (const job of await bounded(this.handedOver.takeEnded())) this.handling.onEndedElsewhere(job);
    } catch (error) {
      this.avoidRedis(error as Error);
      return here;
    }
    return {
      free: Math.max(0, here.free - this.handedOver.size),
      running: [...running, ...this.handedOver.jobs],
    };
  }

  async dispatch(jobs: readonly ClaimedJob[]): Promise<void> {
    const kept = Math.max(0, KEPT_SLOTS - this.local.running);
    if (!this.isRedisUsable() || jobs.length - kept < SMALLEST_SURPLUS) return this.local.dispatch(jobs);
    await this.local.dispatch(jobs.slice(0, kept));
    await this.handOver(jobs.slice(kept));
  }

  async run({ from, deliveries }: DeliveryBatch): Promise<void> {
    const taken = await this.takeOver(deliveries);
    const isOwn = from === this.id;
    if (isOwn) this.handedOver.takeBack(deliveries);
    if (this.stopped) this.tooLate.push(...taken);
    else for (const job of taken) void this.local.run(job).then(() => !isOwn && this.handedOver.recordEnd(from, job));
    await this.untilRoom();
  }

  async stop(deadlineMs: number): Promise<DeliveryJob[]> {
    this.stopped = true;
    this.onRoom();
    this.connections.interrupt();
    await bounded(this.consumer.pause(true, true)).catch(() => undefined);
    const unfinished = await this.local.stop(deadlineMs);
    // Bull removes a batch from Redis after it has been taken.
    await bounded(Promise.all([this.consumer.whenCurrentJobsFinished(), this.handedOver.announce()])).catch(
      () => undefined,
    );
    await this.close();
    return [...unfinished, ...this.tooLate];
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

  /** The deliveries of a batch that may be made now. None if they cannot be loaded: their leases run out. */
  private async takeOver(deliveries: readonly DeliveryJob[]): Promise<ClaimedJob[]> {
    try {
      return (await this.handling?.takeOver(deliveries)) ?? [];
    } catch (error) {
      this.log.error({ deliveries: deliveries.length, err: error }, 'a batch was not loaded; it is left to its leases');
      return [];
    }
  }

  /** Resolves when as few jobs run here that another batch has a slot for each delivery. */
  private async untilRoom(): Promise<void> {
    while (!this.stopped && this.local.running > DELIVERY_SLOTS) {
      await new Promise<void>((resolve) => (this.onRoom = resolve));
    }
  }

  private async handOver(jobs: readonly ClaimedJob[]): Promise<void> {
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

  /** Queues the jobs in batches, and returns those that Redis rejected: Bull reports them only by a missing id. */
  private async add(jobs: readonly ClaimedJob[]): Promise<ClaimedJob[]> {
    const batches: ClaimedJob[][] = [];
    for (let start = 0; start < jobs.length; start += BATCH_SIZE) batches.push(jobs.slice(start, start + BATCH_SIZE));
    this.handedOver.add(jobs);
    try {
      const queued = await bounded(this.producer.addBulk(batches.map((batch) => ({ data: this.dataOf(batch) }))));
      const rejected = batches.filter((_, index) => {
        const id = queued[index]?.id as string | number | null | undefined;
        return id === undefined || id === null;
      });
      this.handedOver.takeBack(rejected.flat());
      return rejected.flat();
    } catch (error) {
      this.handedOver.takeBack(jobs);
      throw error;
    }
  }

  private dataOf(batch: readonly ClaimedJob[]): DeliveryBatch {
    return { from: this.id, deliveries: batch.map(({ deliveryId, attempt }) => ({ deliveryId, attempt })) };
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
