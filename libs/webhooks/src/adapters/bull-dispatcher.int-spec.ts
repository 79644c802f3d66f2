import { newId } from '@app/kernel';
import { hasRedisServer, freePort, RecordedLog, RedisServer } from '@app/platform/testing';
import { Redis } from 'ioredis';
import { aJob, dispatcherContract, HeldJobs } from '../testing/dispatcher.contract';
import { BullDispatcher } from './bull-dispatcher';

const SLOTS = 3;

let log: RecordedLog;
const dispatchers: BullDispatcher[] = [];
const held: HeldJobs[] = [];
beforeEach(() => {
  log = new RecordedLog();
});
afterEach(async () => {
  for (const jobs of held.splice(0)) jobs.endAll();
  await Promise.all(dispatchers.splice(0).map((dispatcher) => dispatcher.stop(0)));
});

function aDispatcher(redisUrl: string, queueName = newId()): BullDispatcher {
  const dispatcher = new BullDispatcher({ redisUrl, slots: SLOTS, log, queueName });
  dispatchers.push(dispatcher);
  return dispatcher;
}

function heldJobs(): HeldJobs {
  const jobs = new HeldJobs();
  held.push(jobs);
  return jobs;
}

const messages = () => log.lines.map(({ message }) => message).join('\n');

/** Looks again and again, while Redis is being talked to in between. */
async function eventually(condition: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 5));
}

if (hasRedisServer()) {
  describe('BullDispatcher', () => {
    let server: RedisServer;
    let redis: Redis;
    beforeAll(async () => {
      server = await RedisServer.start();
      redis = new Redis(server.url);
    });
    afterAll(async () => {
      redis.disconnect();
      await server.stop();
    });

    const ready = async (queueName?: string) => {
      const dispatcher = aDispatcher(server.url, queueName);
      await dispatcher.ready();
      return dispatcher;
    };

    describe('as any dispatcher', () => {
      let dispatcher: BullDispatcher;
      beforeEach(async () => {
        dispatcher = await ready();
      });
      dispatcherContract(() => ({ dispatcher, slots: SLOTS }));
    });

    it('lets another worker do what this one has no slot for', async () => {
      const queue = newId();
      const [one, two] = [await ready(queue), await ready(queue)];
      const [first, second] = [heldJobs(), heldJobs()];
      await one.start(first);
      await two.start(second);
      await one.dispatch(Array.from({ length: 2 * SLOTS }, () => aJob()));
      await Promise.all([
        first.until(() => first.started.length === SLOTS),
        second.until(() => second.started.length === SLOTS),
      ]);
      expect(new Set([...first.started, ...second.started].map(({ deliveryId }) => deliveryId)).size).toBe(2 * SLOTS);
    });

    it('takes as many more jobs as it has slots, less what still waits in Redis', async () => {
      const dispatcher = await ready();
      await dispatcher.start(heldJobs());
      await dispatcher.dispatch(Array.from({ length: SLOTS + 2 }, () => aJob()));
      await eventually(async () => (await dispatcher.occupancy()).free === SLOTS - 2);
      expect((await dispatcher.occupancy()).running.filter(({ lane }) => lane !== '')).toHaveLength(SLOTS + 2);
    });

    it('gives Redis ids and nothing else', async () => {
      const dispatcher = await ready('ids');
      const job = aJob();
      await dispatcher.dispatch([job]);
      const [key] = (await redis.keys('servicepay:ids:*')).filter((name) => /:\d+$/.test(name));
      const { deliveryId, attempt } = job;
      expect(JSON.parse((await redis.hget(key ?? '', 'data')) ?? '')).toEqual({ deliveryId, attempt });
    });

    it('leaves nothing in Redis of a job that has ended', async () => {
      const dispatcher = await ready('clean');
      const jobs = heldJobs();
      await dispatcher.start(jobs);
      const job = aJob();
      await dispatcher.dispatch([job]);
      await jobs.until(() => jobs.started.length === 1);
      jobs.end(job);
      await eventually(async () => (await redis.keys('servicepay:clean:[0-9]*')).length === 0);
      expect(jobs.freed).toBe(1);
    });

    it('warns when Redis would throw queued jobs away', async () => {
      await redis.config('SET', 'maxmemory-policy', 'allkeys-lru');
      await (await ready()).start(heldJobs());
      await eventually(() => messages().includes('noeviction'));
      await redis.config('SET', 'maxmemory-policy', 'noeviction');
    });

    it('does not warn when Redis keeps what is queued', async () => {
      const dispatcher = await ready();
      await dispatcher.start(heldJobs());
      await dispatcher.occupancy();
      expect(messages()).not.toContain('noeviction');
    });

    it.each([
      ['hangs', (ill: RedisServer) => ill.hang()],
      ['takes no writes', (_: RedisServer, commands: Redis) => commands.call('REPLICAOF', '127.0.0.1', '1')],
      [
        'has too few replicas',
        (_: RedisServer, commands: Redis) => commands.config('SET', 'min-replicas-to-write', '1'),
      ],
      ['is full', (_: RedisServer, commands: Redis) => commands.config('SET', 'maxmemory', '1')],
    ])('goes on in this process while Redis %s', async (_what, harm) => {
      const ill = await RedisServer.start();
      const commands = new Redis(ill.url);
      const dispatcher = aDispatcher(ill.url);
      await dispatcher.ready();
      const jobs = heldJobs();
      await dispatcher.start(jobs);
      await eventually(async () => (await dispatcher.occupancy()).free === SLOTS);
      await harm(ill, commands);

      expect((await dispatcher.occupancy()).free).toBe(SLOTS);
      const job = aJob();
      await dispatcher.dispatch([job]);
      await jobs.until(() => jobs.started.length === 1);
      expect(jobs.started).toEqual([job]);
      expect(messages()).toContain('deliveries go on in this process');
      commands.disconnect();
      await ill.stop();
    });

    it('goes on in this process while Redis is away, and through Redis when it is back', async () => {
      const port = await freePort();
      let own = await RedisServer.start(port);
      const dispatcher = aDispatcher(own.url);
      await dispatcher.ready();
      const jobs = heldJobs();
      await dispatcher.start(jobs);
      await own.stop();
      await eventually(() => messages().includes('Redis failed'));
      // Refused for as long as the connection has not noticed yet.
      await eventually(() =>
        dispatcher.occupancy().then(
          ({ free }) => free === SLOTS,
          () => false,
        ),
      );
      const local = aJob();
      await dispatcher.dispatch([local]);
      expect(jobs.started).toEqual([local]);
      own = await RedisServer.start(port);
      await dispatcher.ready();
      await dispatcher.dispatch([aJob()]);
      await jobs.until(() => jobs.started.length === 2);
      await own.stop();
    });
  });
}

describe('BullDispatcher without Redis', () => {
  it('does its jobs in this process from the start', async () => {
    const dispatcher = aDispatcher(`redis://127.0.0.1:${await freePort()}`);
    const jobs = heldJobs();
    await dispatcher.start(jobs);
    const job = aJob();
    await dispatcher.dispatch([job]);
    expect(jobs.started).toEqual([job]);
    await expect(dispatcher.occupancy()).resolves.toEqual({ free: SLOTS - 1, running: [job] });
  });

  it('stops in bounded time', async () => {
    const dispatcher = aDispatcher(`redis://127.0.0.1:${await freePort()}`);
    await dispatcher.start(heldJobs());
    const start = performance.now();
    await dispatcher.stop(0);
    expect(performance.now() - start).toBeLessThan(4_000);
  });

  it('says once that Redis is away', async () => {
    const dispatcher = aDispatcher(`redis://127.0.0.1:${await freePort()}`);
    await dispatcher.start(heldJobs());
    await eventually(() => log.lines.length > 0);
    await dispatcher.dispatch([aJob()]);
    expect(log.lines.filter(({ level }) => level === 'warn')).toHaveLength(1);
  });
});
