import { Redis, type RedisOptions } from 'ioredis';
import type { Log } from '../logging/log';
import type { Metrics } from '../ops-server/metrics';

/** The options of every connection. */
export const REDIS_CONNECTION = {
  connectTimeout: 2_000,
  // How long `disconnect` waits for the peer, so that a lost peer does not delay a stop.
  disconnectTimeout: 100,
  retryStrategy: (attempt: number) => Math.min(attempt * 100, 2_000),
} satisfies RedisOptions;

/** The options of a connection whose commands fail at once while Redis is unreachable, and within `responseMs` when it hangs. */
export function failFast(responseMs: number): RedisOptions {
  return { ...REDIS_CONNECTION, enableOfflineQueue: false, maxRetriesPerRequest: 0, commandTimeout: responseMs };
}

/**
 * A connection for requests that must not wait. It reconnects in the background indefinitely. The URL may hold a
 * password and is never logged.
 */
export function createRedis(url: string, log: Log): Redis {
  const redis = new Redis(url, failFast(500));
  let healthy = true;
  redis.on('error', (error: Error) => {
    if (healthy) log.warn({ reason: error.message }, 'Redis connection failed');
    healthy = false;
  });
  redis.on('ready', () => {
    if (!healthy) log.info({}, 'Redis connection is back');
    healthy = true;
  });
  return redis;
}

/** The gauge of a process with `REDIS_URL`. A process without one does not have it. */
export function showRedis(metrics: Metrics, isUsed: () => boolean): void {
  metrics.gauge('redis_connected', 'Whether this process uses Redis (1), or works without it for now (0)', () =>
    isUsed() ? 1 : 0,
  );
}
