import { Redis, type RedisOptions } from 'ioredis';
import { sentinelAddress } from '../config/redis-url';
import type { Log } from '../logging/log';
import type { Metrics } from '../ops-server/metrics';

const CONNECT_MS = 2_000;
/** A server that owes a response for so long is left. */
const SILENT_MS = 2_000;
const retryStrategy = (attempt: number): number => Math.min(attempt * 100, 2_000);

/** The options of every connection. */
export const REDIS_CONNECTION = {
  connectTimeout: CONNECT_MS,
  // How long `disconnect` waits for the peer, so that a lost peer does not delay a stop.
  disconnectTimeout: 100,
  retryStrategy,
} satisfies RedisOptions;

/** The options of a connection whose commands fail at once while Redis is unreachable, and within `responseMs` when it hangs. */
export function failFast(responseMs: number): RedisOptions {
  return {
    ...REDIS_CONNECTION,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: responseMs,
    socketTimeout: SILENT_MS,
  };
}

/**
 * Opens a connection to the server of a `REDIS_URL`, or to the master that its Sentinels name, whom it asks again whenever it
 * was lost. `socketTimeout` in the options ends one to a server that hangs: the driver's own detector of failovers would end the
 * connection for good when a failover ends while it reconnects. The URL may hold a password and is never logged.
 */
export function openRedis(url: string, options: RedisOptions): Redis {
  const address = sentinelAddress(url);
  if (!address) return new Redis(url, options);
  return new Redis({
    ...options,
    sentinels: address.sentinels,
    name: address.master,
    db: address.database,
    ...(address.username && { username: address.username }),
    ...(address.password && { password: address.password }),
    ...(address.sentinelUsername && { sentinelUsername: address.sentinelUsername }),
    ...(address.sentinelPassword && { sentinelPassword: address.sentinelPassword }),
    ...(address.tls && { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true }),
    sentinelCommandTimeout: CONNECT_MS,
    sentinelRetryStrategy: options.retryStrategy === null ? () => null : retryStrategy,
  });
}

/** A connection for requests that must not wait. It reconnects in the background indefinitely. */
export function createRedis(url: string, log: Log): Redis {
  const redis = openRedis(url, failFast(500));
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
