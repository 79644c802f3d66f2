import type { Redis } from 'ioredis';
import type { Log } from '../logging/log';
import { MemoryRateLimitStore } from './memory-rate-limit-store';
import { RateLimitStore, type Hit } from './rate-limit-store';

/** One script, so that counting and opening the window cannot be torn apart by a crash between two commands. */
const HIT = `
local count = redis.call('INCR', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  left = tonumber(ARGV[1])
end
return {count, left}`;

const WARN_EVERY_MS = 10_000;
/** So long nobody asks a Redis that has not answered: one that hangs costs one request its time-out, not each. */
const PAUSE_MS = 1_000;

interface WithHit {
  rateLimitHit(key: string, windowMs: number): Promise<[number, number]>;
}

/**
 * Counters that all processes share. While Redis does not answer, each process counts for itself and says so in the
 * log: requests are never refused because a counter is out of reach.
 */
export class RedisRateLimitStore extends RateLimitStore {
  private readonly fallback = new MemoryRateLimitStore();
  private readonly script: WithHit;
  private warnedAt = -Infinity;
  private pausedUntil = -Infinity;

  /** `redis` must fail fast: no offline queue, a command timeout, one retry at most. */
  constructor(
    private readonly redis: Redis,
    private readonly log: Log,
  ) {
    super();
    redis.defineCommand('rateLimitHit', { numberOfKeys: 1, lua: HIT });
    this.script = redis as unknown as WithHit;
    redis.on('ready', () => (this.pausedUntil = -Infinity));
  }

  async hit(key: string, windowMs: number): Promise<Hit> {
    const now = performance.now();
    if (now < this.pausedUntil) return this.fallback.hit(key, windowMs);
    // While it is silent, whoever comes first after a pause asks, and those behind do not wait for the answer.
    if (this.pausedUntil > -Infinity) this.pausedUntil = now + PAUSE_MS;
    try {
      const [count, remainingMs] = await this.script.rateLimitHit(`rate-limit:${key}`, windowMs);
      this.pausedUntil = -Infinity;
      return { count, remainingMs };
    } catch (error) {
      this.pausedUntil = performance.now() + PAUSE_MS;
      this.warn(error);
      return this.fallback.hit(key, windowMs);
    }
  }

  close(): Promise<void> {
    this.redis.disconnect();
    return Promise.resolve();
  }

  private warn(error: unknown): void {
    const now = performance.now();
    if (now - this.warnedAt < WARN_EVERY_MS) return;
    this.warnedAt = now;
    this.log.warn({ err: error }, 'Redis does not answer; request limits are counted by this process alone');
  }
}
