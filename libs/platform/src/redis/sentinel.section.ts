import { Redis } from 'ioredis';
import { until } from '../../../../test/support/conditions';
import { RedisThrottlerStorage } from '../rate-limit/redis-throttler-storage';
import { hasRedisServer, RecordedLog, RedisWithSentinel } from '../testing';
import { createRedis } from './redis';

(hasRedisServer() ? describe : describe.each([]))('request limits through Sentinels', () => {
  it('are counted at the new master when the old one hangs (rule 16.26)', async () => {
    const redis = await RedisWithSentinel.start();
    const log = new RecordedLog();
    const storage = new RedisThrottlerStorage(createRedis(redis.url, log), log);
    await until('Redis is used', () => storage.isRedisUsed);
    await expect(storage.increment('key', 60_000, 10)).resolves.toMatchObject({ totalHits: 1 });
    redis.master.hang();
    const replica = new Redis(redis.replica.url);
    await until('the new master counts', async () => {
      await storage.increment('key', 60_000, 10);
      return Number(await replica.get('rate-limit:key')) > 1;
    });
    replica.disconnect();
    storage.onApplicationShutdown();
    await redis.stop();
  });
});
