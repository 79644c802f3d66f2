import type { Redis } from 'ioredis';
import { attemptKey, type ClaimedJob, type DeliveryJob } from '../domain/delivery';

/** Ended deliveries are announced together this often, and asked for no more often. */
const ANNOUNCE_EVERY_MS = 20;
/** A list that its worker does not read disappears. Longer than a lease. */
const LIST_TTL_MS = 60_000;
/** A delivery that was not announced counts as ended, since its lease has run out. */
const FORGET_AFTER_MS = 30_000;

/**
 * What this worker handed to others and has not ended, and what it runs for them. A worker that ends a delivery of another one
 * puts its name on that worker's list in Redis.
 */
export class HandedOver {
  private readonly elsewhere = new Map<string, { job: ClaimedJob; untilMs: number }>();
  private readonly ended = new Map<string, string[]>();
  private announcing: NodeJS.Timeout | undefined;
  private askAtMs = -Infinity;

  /** `id` is this worker's. `onFailure` learns of names that could not be written. */
  constructor(
    private readonly id: string,
    private readonly redis: Redis,
    private readonly keyOf: (worker: string) => string,
    private readonly onFailure: (error: Error) => void,
  ) {}

  /** Deliveries of this worker that have not ended elsewhere. */
  get jobs(): ClaimedJob[] {
    return Array.from(this.elsewhere.values(), ({ job }) => job);
  }

  get size(): number {
    return this.elsewhere.size;
  }

  add(jobs: readonly ClaimedJob[]): void {
    const untilMs = performance.now() + FORGET_AFTER_MS;
    for (const job of jobs) this.elsewhere.set(attemptKey(job), { job, untilMs });
  }

  /** This worker runs them itself. */
  takeBack(jobs: readonly DeliveryJob[]): void {
    for (const job of jobs) this.elsewhere.delete(attemptKey(job));
  }

  /** Announces within milliseconds, to the worker that claimed it, that a delivery has ended here. */
  recordEnd(from: string, job: DeliveryJob): void {
    const names = this.ended.get(from);
    if (names) names.push(attemptKey(job));
    else this.ended.set(from, [attemptKey(job)]);
    this.announcing ??= setTimeout(() => void this.announce(), ANNOUNCE_EVERY_MS);
  }

  /** Announces what has ended, now. Never rejects: a worker that misses it learns it when the lease runs out. */
  async announce(): Promise<void> {
    clearTimeout(this.announcing);
    this.announcing = undefined;
    if (this.ended.size === 0) return;
    const pipeline = this.redis.pipeline();
    for (const [worker, names] of this.ended) {
      pipeline.rpush(this.keyOf(worker), ...names).pexpire(this.keyOf(worker), LIST_TTL_MS);
    }
    this.ended.clear();
    await pipeline.exec().catch(this.onFailure);
  }

  /**
   * Returns the deliveries of this worker that have ended elsewhere since it last asked. Asks Redis every few milliseconds,
   * also when it has handed over nothing: the response shows that Redis works. Rejects when it does not.
   */
  async takeEnded(): Promise<ClaimedJob[]> {
    const now = performance.now();
    if (now < this.askAtMs) return [];
    this.askAtMs = now + ANNOUNCE_EVERY_MS;
    const key = this.keyOf(this.id);
    const results = await this.redis.multi().lrange(key, 0, -1).del(key).exec();
    const [error, names] = results?.[0] ?? [new Error('Redis did not execute a transaction')];
    if (error) throw error;
    for (const [name, { untilMs }] of this.elsewhere) if (untilMs <= now) this.elsewhere.delete(name);
    return (names as string[]).flatMap((name) => {
      const ended = this.elsewhere.get(name);
      this.elsewhere.delete(name);
      return ended?.job ?? [];
    });
  }
}
