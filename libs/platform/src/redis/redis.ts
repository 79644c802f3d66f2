import { Redis } from 'ioredis';
import type { Log } from '../logging/log';

/**
 * A connection for requests that must not wait: no offline queue, half a second for a command. Reconnects for ever in
 * the background. The URL may hold a password and is never logged.
 */
export function createRedis(url: string, log: Log): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 500,
    connectTimeout: 2_000,
    // How long hanging up may take: a stop is not kept waiting by a peer that is gone.
    disconnectTimeout: 100,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
  });
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
