import type { OnApplicationShutdown } from '@nestjs/common';
import type { ThrottlerStorage } from '@nestjs/throttler';
import type { Redis } from 'ioredis';
import type { Log } from '../logging/log';
import { MemoryThrottlerStorage } from './memory-throttler-storage';
import { throttlerRecord, type ThrottlerRecord } from './throttler-record';

/** One script, because a crash between two commands could leave a counter whose window never ends. */
const HIT = `
local count = redis.call('INCR', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  left = tonumber(ARGV[1])
end
return {count, left}`;

const WARN_EVERY_MS = 10_000;
/**
 * The pause after a failure, during which Redis is not queried: a hanging Redis costs one request its timeout, not
 * every request.
 */
const PAUSE_MS = 1_000;

interface WithHit {
  rateLimitHit(key: string, windowMs: number): Promise<[number, number]>;
}

/**
 * Fixed windows that all processes share. While Redis does not respond, each process counts for itself and warns in the
 * log: requests are never rejected because a counter is unavailable.
 */
export class RedisThrottlerStorage implements ThrottlerStorage, OnApplicationShutdown {
  private readonly fallback = new MemoryThrottlerStorage();
  private readonly script: WithHit;
  private warnedAt = -Infinity;
  private pausedUntil = -Infinity;

  /** `redis` must fail fast: no offline queue, a command timeout, at most one retry. */
  constructor(
    private readonly redis: Redis,
    private readonly log: Log,
  ) {
    redis.defineCommand('rateLimitHit', { numberOfKeys: 1, lua: HIT });
    this.script = redis as unknown as WithHit;
    redis.on('ready', () => (this.pausedUntil = -Infinity));
  }

  /** Whether the next request is counted in Redis. */
  get isRedisUsed(): boolean {
    return this.redis.status === 'ready' && performance.now() >= this.pausedUntil;
  }

  /** Counts one request. `ttl` is the length of the window in milliseconds. */
  async increment(key: string, ttl: number, limit: number): Promise<ThrottlerRecord> {
    const now = performance.now();
    if (now < this.pausedUntil) return this.fallback.increment(key, ttl, limit);
    // The first request after a pause queries Redis; those that arrive before its response are counted in memory.
    if (this.pausedUntil > -Infinity) this.pausedUntil = now + PAUSE_MS;
    try {
      const [count, remainingMs] = await this.script.rateLimitHit(`rate-limit:${key}`, ttl);
      this.pausedUntil = -Infinity;
      return throttlerRecord(count, remainingMs, limit);
    } catch (error) {
      this.pausedUntil = performance.now() + PAUSE_MS;
      this.warn(error);
      return this.fallback.increment(key, ttl, limit);
    }
  }

  /** Closes the connection without waiting for a Redis that is gone. */
  onApplicationShutdown(): void {
    this.redis.disconnect();
  }

  private warn(error: unknown): void {
    const now = performance.now();
    if (now - this.warnedAt < WARN_EVERY_MS) return;
    this.warnedAt = now;
    this.log.warn({ err: error }, 'Redis does not respond; request limits are counted by this process only');
  }
}
