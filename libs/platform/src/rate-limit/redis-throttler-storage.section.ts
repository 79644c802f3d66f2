import type { Redis } from 'ioredis';
import { until } from '../../../../test/support/conditions';
import { createRedis } from '../redis/redis';
import { freePort, hasRedisServer, throttlerStorageContract, RecordedLog, RedisServer } from '../testing';
import { RedisThrottlerStorage } from './redis-throttler-storage';

const WINDOW = 60_000;
const WARNING = 'Redis does not respond; request limits are counted by this process only';

const connections: Redis[] = [];

const hit = (storage: RedisThrottlerStorage, key: string) => storage.increment(key, WINDOW, 1_000);

describe('RedisThrottlerStorage', () => {
  let log: RecordedLog;

  beforeEach(() => {
    log = new RecordedLog();
  });
  afterEach(() => {
    for (const redis of connections.splice(0)) redis.disconnect();
  });

  async function connect(url: string): Promise<Redis> {
    const redis = createRedis(url, log);
    connections.push(redis);
    await new Promise((resolve) => redis.once('ready', resolve));
    return redis;
  }

  const warnings = () => log.lines.filter(({ message }) => message === WARNING);

  describe('without Redis', () => {
    let storage: RedisThrottlerStorage;
    beforeEach(async () => {
      const redis = createRedis(`redis://:not-for-logs@127.0.0.1:${await freePort()}`, log);
      connections.push(redis);
      await new Promise((resolve) => redis.once('error', resolve));
      storage = new RedisThrottlerStorage(redis, log);
    });

    it('each process counts its own requests and rejects none', async () => {
      const counts = [];
      for (let i = 0; i < 3; i++) counts.push((await hit(storage, 'key')).totalHits);
      expect(counts).toEqual([1, 2, 3]);
    });

    it('requests do not wait for it', async () => {
      const before = performance.now();
      await hit(storage, 'key');
      expect(performance.now() - before).toBeLessThan(500);
    });

    it('many requests cause one warning', async () => {
      await Promise.all(Array.from({ length: 50 }, () => hit(storage, 'key')));
      expect(warnings()).toHaveLength(1);
    });

    it('the log does not contain the password', async () => {
      await hit(storage, 'key');
      const text = log.lines.map(
        ({ fields, message }) => `${message} ${String(fields['err'])} ${String(fields['reason'])}`,
      );
      expect(text.length).toBeGreaterThan(1);
      expect(text.join('\n')).not.toContain('not-for-logs');
    });
  });

  if (hasRedisServer()) {
    describe('RedisThrottlerStorage', () => {
      let server: RedisServer;
      beforeAll(async () => {
        server = await RedisServer.start();
      });
      afterAll(() => server.stop());

      describe('in one process', () => {
        let redis: Redis;
        let storage: RedisThrottlerStorage;
        beforeEach(async () => {
          redis = await connect(server.url);
          storage = new RedisThrottlerStorage(redis, log);
        });

        /** Shortens every window by the time, as if it had passed. */
        async function elapse(ms: number): Promise<void> {
          for (const key of await redis.keys('rate-limit:*')) await redis.pexpire(key, (await redis.pttl(key)) - ms);
        }

        throttlerStorageContract(() => ({ storage, elapse }));

        it('stores only keys that expire', async () => {
          await hit(storage, 'a');
          await hit(storage, 'a');
          const keys = await redis.keys('*');
          const rests = await Promise.all(keys.map((key) => redis.pttl(key)));
          expect(rests.filter((rest) => rest < 0)).toEqual([]);
        });

        it('sets an expiry on a counter that has none', async () => {
          await redis.set('rate-limit:orphan', 7);
          const { totalHits, timeToExpire } = await hit(storage, 'orphan');
          expect([totalHits, timeToExpire]).toEqual([8, 60]);
          expect(await redis.pttl('rate-limit:orphan')).toBeGreaterThan(0);
        });
      });

      it('counts the requests of two processes together', async () => {
        const [one, other] = [await connect(server.url), await connect(server.url)].map(
          (redis) => new RedisThrottlerStorage(redis, log),
        ) as [RedisThrottlerStorage, RedisThrottlerStorage];
        const counts = await Promise.all(
          Array.from({ length: 40 }, async (_, i) => (await hit(i % 2 ? one : other, 'shared')).totalHits),
        );
        expect(counts.sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
      });

      it('queries a Redis that hangs once a second, and lets all other requests pass at once', async () => {
        const own = await RedisServer.start();
        const redis = await connect(own.url);
        const storage = new RedisThrottlerStorage(redis, log);
        const asked = jest.spyOn(redis as unknown as { rateLimitHit(): Promise<unknown> }, 'rateLimitHit');
        own.hang();
        for (let i = 0; i < 20; i++) await hit(storage, 'key');
        expect(asked).toHaveBeenCalledTimes(1);

        own.goOn();
        await until('Redis is asked again', async () => {
          await hit(storage, 'new');
          return (await redis.get('rate-limit:new')) !== null;
        });
        await own.stop();
      });

      it('counts per process while Redis is down, and together again when it is back', async () => {
        let own = await RedisServer.start();
        const redis = await connect(own.url);
        const storage = new RedisThrottlerStorage(redis, log);
        await hit(storage, 'key');
        await hit(storage, 'key');

        const lost = new Promise((resolve) => redis.once('close', resolve));
        await own.stop();
        await lost;
        expect([(await hit(storage, 'key')).totalHits, (await hit(storage, 'key')).totalHits]).toEqual([1, 2]);

        const back = new Promise((resolve) => redis.once('ready', resolve));
        own = await RedisServer.start(own.port);
        await back;
        await hit(storage, 'new');
        expect(await redis.get('rate-limit:new')).toBe('1');
        await own.stop();
      });

      it('logs that the connection was lost, and that it is back', async () => {
        const own = await RedisServer.start();
        const redis = await connect(own.url);
        const rejected = new Promise((resolve) => redis.once('error', resolve));
        await own.stop();
        await rejected;
        const back = new Promise((resolve) => redis.once('ready', resolve));
        const again = await RedisServer.start(own.port);
        await back;
        expect(log.lines.map(({ message }) => message)).toEqual([
          'Redis connection failed',
          'Redis connection is back',
        ]);
        await again.stop();
      });
    });
  }
});
