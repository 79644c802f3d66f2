import { Log } from '@app/platform';
import { freePort, hasRedisServer, RecordedLog, RedisServer } from '@app/platform/testing';
import { getQueueToken, Process, Processor } from '@nestjs/bull';
import { Global, Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Job, Queue } from 'bull';
import { Redis } from 'ioredis';
import { until } from '../../../../test/support/conditions';
import { DELIVERY_SLOTS } from '../application/deliveries';
import { Dispatcher } from '../application/ports';
import { BullDispatchModule } from '../bull-dispatch.module';
import type { DeliveryJob } from '../domain/delivery';
import { aJob, dispatcherContract, HeldJobs } from '../testing/dispatcher.contract';
import { DELIVERIES_PRODUCER, DELIVERIES_QUEUE } from './bull-connections';

let log: RecordedLog;
const workers: Worker[] = [];
const held: HeldJobs[] = [];
const servers: RedisServer[] = [];

beforeEach(() => {
  log = new RecordedLog();
});

afterEach(async () => {
  for (const jobs of held.splice(0)) jobs.endAll();
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

@Processor(DELIVERIES_QUEUE)
class DeliveriesProcessor {
  constructor(private readonly dispatcher: Dispatcher) {}

  @Process({ concurrency: DELIVERY_SLOTS })
  deliver({ data }: Job<DeliveryJob>): Promise<void> {
    return this.dispatcher.run(data);
  }
}

/** The dispatching part of a worker process. */
class Worker {
  private constructor(private readonly app: INestApplicationContext) {}

  static async create(redisUrl: string): Promise<Worker> {
    @Global()
    @Module({ providers: [{ provide: Log, useValue: log }], exports: [Log] })
    class LogModule {}
    @Module({ imports: [LogModule, BullDispatchModule.forRoot(redisUrl)], providers: [DeliveriesProcessor] })
    class WorkerUnderTest {}
    const worker = new Worker(await NestFactory.createApplicationContext(WorkerUnderTest, { logger: false }));
    workers.push(worker);
    return worker;
  }

  get dispatcher(): Dispatcher {
    return this.app.get(Dispatcher);
  }

  /** Resolves when the connection that adds jobs is ready, or is not. */
  async connected(expected = true): Promise<this> {
    const { client } = this.app.get<Queue>(getQueueToken(DELIVERIES_PRODUCER));
    await until('the worker has noticed', () => (client.status === 'ready') === expected);
    return this;
  }

  async stop(): Promise<void> {
    await this.dispatcher.stop(0);
    await this.app.close();
  }
}

/** A Redis server that the test may harm. */
async function aServer(port?: number): Promise<RedisServer> {
  const server = await RedisServer.start(port);
  servers.push(server);
  return server;
}

function heldJobs(): HeldJobs {
  const jobs = new HeldJobs();
  held.push(jobs);
  return jobs;
}

const jobsOf = (count: number) => Array.from({ length: count }, () => aJob());
const messages = () => log.lines.map(({ message }) => message).join('\n');

if (hasRedisServer()) {
  describe('BullDispatcher', () => {
    let server: RedisServer;
    let redis: Redis;
    beforeAll(async () => {
      server = await RedisServer.start();
      redis = new Redis(server.url);
    });
    beforeEach(() => redis.flushall());
    afterAll(async () => {
      redis.disconnect();
      await server.stop();
    });

    const aDispatcher = async () => (await (await Worker.create(server.url)).connected()).dispatcher;
    const jobKeys = () => redis.keys('servicepay:webhook-deliveries:[0-9]*');

    describe('as a dispatcher', () => {
      let dispatcher: Dispatcher;
      beforeEach(async () => {
        dispatcher = await aDispatcher();
      });
      dispatcherContract(() => ({ dispatcher, slots: DELIVERY_SLOTS }));
    });

    it('lets another worker run the jobs for which this worker has no slot', async () => {
      const [one, two] = [await aDispatcher(), await aDispatcher()];
      const [first, second] = [heldJobs(), heldJobs()];
      await one.start(first);
      await two.start(second);
      await one.dispatch(jobsOf(2 * DELIVERY_SLOTS));
      await Promise.all([first, second].map((jobs) => jobs.until(() => jobs.started.length === DELIVERY_SLOTS)));
      const started = [...first.started, ...second.started].map(({ deliveryId }) => deliveryId);
      expect(new Set(started).size).toBe(2 * DELIVERY_SLOTS);
    });

    it('has as many free slots as its own jobs leave, wherever they run, so that jobs hardly wait in Redis', async () => {
      const [one, two] = [await aDispatcher(), await aDispatcher()];
      const [here, elsewhere] = [heldJobs(), heldJobs()];
      await one.start(here);
      await two.start(elsewhere);
      await one.dispatch(jobsOf(10));
      await until('all run', () => here.started.length + elsewhere.started.length === 10);
      await expect(one.occupancy()).resolves.toMatchObject({ free: DELIVERY_SLOTS - 10 });
      await expect(two.occupancy()).resolves.toEqual({ free: DELIVERY_SLOTS, running: [] });
    });

    it('leaves jobs in Redis until it has started', async () => {
      const dispatcher = await aDispatcher();
      await dispatcher.dispatch([aJob()]);
      expect(await redis.lrange('servicepay:webhook-deliveries:wait', 0, -1)).toEqual(['1']);
    });

    it('stores ids and attempt numbers in Redis, and nothing else', async () => {
      const dispatcher = await aDispatcher();
      const job = aJob();
      await dispatcher.dispatch([job]);
      const [key = ''] = await jobKeys();
      const { deliveryId, attempt } = job;
      expect(JSON.parse((await redis.hget(key, 'data')) ?? '')).toEqual({ deliveryId, attempt });
    });

    it('removes a job from Redis when the job has ended', async () => {
      const dispatcher = await aDispatcher();
      const jobs = heldJobs();
      await dispatcher.start(jobs);
      const job = aJob();
      await dispatcher.dispatch([job]);
      await jobs.until(() => jobs.started.length === 1);
      jobs.end(job);
      await until('the job is gone', async () => (await jobKeys()).length === 0);
      expect(jobs.freed).toBe(1);
    });

    it('removes a job from Redis when the job ends during the stop', async () => {
      const dispatcher = await aDispatcher();
      const jobs = heldJobs();
      await dispatcher.start(jobs);
      const job = aJob();
      await dispatcher.dispatch([job]);
      await jobs.until(() => jobs.started.length === 1);
      const stopped = dispatcher.stop(10_000);
      jobs.end(job);
      await stopped;
      await expect(jobKeys()).resolves.toEqual([]);
    });

    it('warns when Redis may evict queued jobs', async () => {
      await redis.config('SET', 'maxmemory-policy', 'allkeys-lru');
      await (await aDispatcher()).start(heldJobs());
      await until('the worker warns', () => messages().includes('noeviction'));
      await redis.config('SET', 'maxmemory-policy', 'noeviction');
    });

    it('does not warn when Redis evicts nothing', async () => {
      const dispatcher = await aDispatcher();
      await dispatcher.start(heldJobs());
      await dispatcher.occupancy();
      expect(messages()).not.toContain('noeviction');
    });

    it.each([
      ['hangs', (server: RedisServer) => server.hang()],
      ['takes no writes', (_: RedisServer, commands: Redis) => commands.call('REPLICAOF', '127.0.0.1', '1')],
      [
        'has too few replicas',
        (_: RedisServer, commands: Redis) => commands.config('SET', 'min-replicas-to-write', '1'),
      ],
      ['is full', (_: RedisServer, commands: Redis) => commands.config('SET', 'maxmemory', '1')],
    ])('runs jobs in this process while Redis %s, and stops in bounded time', async (_what, harm) => {
      const server = await aServer();
      const commands = new Redis(server.url);
      const worker = await Worker.create(server.url);
      const { dispatcher } = await worker.connected();
      const jobs = heldJobs();
      await dispatcher.start(jobs);
      await until('Redis is used', async () => (await dispatcher.occupancy()).free === DELIVERY_SLOTS);
      await harm(server, commands);

      expect((await dispatcher.occupancy()).free).toBe(DELIVERY_SLOTS);
      const job = aJob();
      await dispatcher.dispatch([job]);
      await jobs.until(() => jobs.started.length === 1);
      expect(jobs.started).toEqual([job]);
      expect(messages()).toContain('deliveries continue in this process');
      const start = performance.now();
      await worker.stop();
      expect(performance.now() - start).toBeLessThan(4_000);
      commands.disconnect();
    });

    it('runs jobs in this process while Redis is down, and through Redis when it is back', async () => {
      const port = await freePort();
      let own = await aServer(port);
      const worker = await Worker.create(own.url);
      const { dispatcher } = await worker.connected();
      const jobs = heldJobs();
      await dispatcher.start(jobs);
      await own.stop();
      await worker.connected(false);
      const local = aJob();
      await dispatcher.dispatch([local]);
      expect(jobs.started).toEqual([local]);
      own = await aServer(port);
      await worker.connected();
      await dispatcher.dispatch([aJob()]);
      await jobs.until(() => jobs.started.length === 2);
      const commands = new Redis(own.url);
      expect(await commands.exists('servicepay:webhook-deliveries:1')).toBe(1);
      commands.disconnect();
    });
  });
}

describe('BullDispatcher without Redis', () => {
  const aDispatcher = async () => (await Worker.create(`redis://127.0.0.1:${await freePort()}`)).dispatcher;

  it('runs its jobs in this process from the start', async () => {
    const dispatcher = await aDispatcher();
    const jobs = heldJobs();
    await dispatcher.start(jobs);
    const job = aJob();
    await dispatcher.dispatch([job]);
    expect(jobs.started).toEqual([job]);
    await expect(dispatcher.occupancy()).resolves.toEqual({ free: DELIVERY_SLOTS - 1, running: [job] });
  });

  it('stops in bounded time', async () => {
    const worker = await Worker.create(`redis://127.0.0.1:${await freePort()}`);
    await worker.dispatcher.start(heldJobs());
    const start = performance.now();
    await worker.stop();
    expect(performance.now() - start).toBeLessThan(4_000);
  });

  it('logs once that Redis is down', async () => {
    const dispatcher = await aDispatcher();
    await dispatcher.start(heldJobs());
    await until('the worker warns', () => log.lines.length > 0);
    await dispatcher.dispatch([aJob()]);
    expect(log.lines.filter(({ level }) => level === 'warn')).toHaveLength(1);
  });
});
