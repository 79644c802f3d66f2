import { Log, Metrics } from '@app/platform';
import { freePort, hasRedisServer, RecordedLog, RedisServer, RedisWithSentinel } from '@app/platform/testing';
import { getQueueToken, Process, Processor } from '@nestjs/bull';
import { Global, Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Job, Queue } from 'bull';
import { Redis } from 'ioredis';
import { until } from '../../../../test/support/conditions';
import { DELIVERY_SLOTS } from '../application/deliveries';
import { BatchRunner, Dispatcher } from '../application/ports';
import { BullDispatchModule } from '../bull-dispatch.module';
import type { DeliveryBatch } from '../domain/delivery';
import { aJob, dispatcherContract, HeldJobs } from '../testing/dispatcher.contract';
import { DELIVERIES_PRODUCER, DELIVERIES_QUEUE } from './bull-connections';
import { BATCH_SIZE, KEPT_SLOTS } from './bull-dispatcher';

const held: HeldJobs[] = [];
const servers: { stop(): Promise<unknown> }[] = [];

@Processor(DELIVERIES_QUEUE)
class DeliveriesProcessor {
  constructor(private readonly runner: BatchRunner) {}

  @Process({ concurrency: 1 })
  deliver({ data }: Job<DeliveryBatch>): Promise<void> {
    return this.runner.run(data);
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

describe('BullDispatcher without Redis', () => {
  let log: RecordedLog;
  const workers: Worker[] = [];

  beforeEach(() => {
    log = new RecordedLog();
  });

  afterEach(async () => {
    for (const jobs of held.splice(0)) jobs.endAll();
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
    await Promise.all(servers.splice(0).map((server) => server.stop()));
  });

  /** The dispatching part of a worker process. */
  class Worker {
    private constructor(
      private readonly app: INestApplicationContext,
      private readonly metrics: Metrics,
    ) {}

    /** One that takes no batches only hands them over. */
    static async create(redisUrl: string, takesBatches = true): Promise<Worker> {
      const metrics = new Metrics('test', false);
      const shared = [
        { provide: Log, useValue: log },
        { provide: Metrics, useValue: metrics },
      ];
      @Global()
      @Module({ providers: shared, exports: shared })
      class SharedModule {}
      const providers = takesBatches ? [DeliveriesProcessor] : [];
      @Module({ imports: [SharedModule, BullDispatchModule.forRoot(redisUrl)], providers })
      class WorkerUnderTest {}
      const app = await NestFactory.createApplicationContext(WorkerUnderTest, { logger: false });
      const worker = new Worker(app, metrics);
      workers.push(worker);
      return worker;
    }

    get runner(): BatchRunner {
      return this.app.get(BatchRunner);
    }

    /** The value of the gauge. */
    async showsRedis(): Promise<string | undefined> {
      return /^redis_connected\{.*\} (.*)$/m.exec(await this.metrics.registry.metrics())?.[1];
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
      const jobKeys = () => redis.keys('servicepay:webhook-batches:[0-9]*');
      const jobsSoFar = async () => Number(await redis.get('servicepay:webhook-batches:id'));

      describe('as a dispatcher', () => {
        let dispatcher: Dispatcher;
        beforeEach(async () => {
          dispatcher = await aDispatcher();
        });
        dispatcherContract(() => ({ dispatcher, slots: DELIVERY_SLOTS }));
      });

      /** A worker that only hands over, and one that takes: both have started. */
      const aPair = async () => {
        const [one, two] = [await Worker.create(server.url, false), await Worker.create(server.url)];
        await Promise.all([one.connected(), two.connected()]);
        const [here, elsewhere] = [heldJobs(), heldJobs()];
        await one.dispatcher.start(here);
        await two.dispatcher.start(elsewhere);
        return { one: one.dispatcher, two: two.dispatcher, here, elsewhere };
      };
      const aBatch = (size = BATCH_SIZE): DeliveryBatch => ({
        from: aJob().receiver,
        deliveries: jobsOf(size).map(({ deliveryId, attempt }) => ({ deliveryId, attempt })),
      });

      it('runs what it claims itself while it is not busy, without Redis', async () => {
        const dispatcher = await aDispatcher();
        const jobs = heldJobs();
        await dispatcher.start(jobs);
        await dispatcher.dispatch(jobsOf(KEPT_SLOTS));
        expect(jobs.started).toHaveLength(KEPT_SLOTS);
        await expect(jobsSoFar()).resolves.toBe(0);
      });

      it('hands over in batches what it claims while it is busy (rule 13.21)', async () => {
        const { one, elsewhere } = await aPair();
        await one.dispatch(jobsOf(KEPT_SLOTS + 2 * BATCH_SIZE));
        await elsewhere.until(() => elsewhere.started.length === 2 * BATCH_SIZE);
        await expect(jobsSoFar()).resolves.toBe(2);
      });

      it('runs each delivery in one worker when all of them take batches (rule 13.21)', async () => {
        const [one, two] = [await aDispatcher(), await aDispatcher()];
        const [first, second] = [heldJobs(), heldJobs()];
        await one.start(first);
        await two.start(second);
        await one.dispatch(jobsOf(2 * DELIVERY_SLOTS));
        const started = () => [...first.started, ...second.started].map(({ deliveryId }) => deliveryId);
        await until('all run', () => started().length >= 2 * DELIVERY_SLOTS);
        expect(new Set(started()).size).toBe(2 * DELIVERY_SLOTS);
        expect(second.started.length).toBeGreaterThanOrEqual(DELIVERY_SLOTS - BATCH_SIZE);
      });

      it('counts what it handed over as running until it has ended elsewhere', async () => {
        const { one, here, elsewhere } = await aPair();
        const jobs = jobsOf(KEPT_SLOTS + BATCH_SIZE);
        await one.dispatch(jobs);
        await elsewhere.until(() => elsewhere.started.length === BATCH_SIZE);
        await expect(one.occupancy()).resolves.toMatchObject({ free: DELIVERY_SLOTS - jobs.length });
        const last = jobs[jobs.length - 1]!;
        elsewhere.end(last);
        await until('it has learned', async () => (await one.occupancy()).free === DELIVERY_SLOTS - jobs.length + 1);
        expect(here.endedElsewhere).toEqual([last]);
      });

      it('counts what it runs for others in its own shares, with the receivers', async () => {
        const { one, two, elsewhere } = await aPair();
        await one.dispatch(jobsOf(KEPT_SLOTS + BATCH_SIZE));
        await elsewhere.until(() => elsewhere.started.length === BATCH_SIZE);
        const { free, running } = await two.occupancy();
        expect(free).toBe(DELIVERY_SLOTS - BATCH_SIZE);
        expect(new Set(running.map(({ receiver }) => receiver)).size).toBe(BATCH_SIZE);
      });

      it('gives a delivery of a batch that hangs one slot, and goes on with other batches (rule 13.21)', async () => {
        const { one, two, elsewhere } = await aPair();
        const jobs = jobsOf(KEPT_SLOTS + BATCH_SIZE);
        await one.dispatch(jobs);
        await elsewhere.until(() => elsewhere.started.length === BATCH_SIZE);
        for (const job of jobs.slice(KEPT_SLOTS + 1)) elsewhere.end(job);
        await until('the others have ended', async () => (await two.occupancy()).free === DELIVERY_SLOTS - 1);
        await until('the batch is gone', async () => (await jobKeys()).length === 0);
        await one.dispatch(jobsOf(BATCH_SIZE));
        await elsewhere.until(() => elsewhere.started.length === 2 * BATCH_SIZE);
      });

      it('takes a batch when it has a slot for each delivery in it', async () => {
        const worker = await (await Worker.create(server.url)).connected();
        const jobs = heldJobs();
        await worker.dispatcher.start(jobs);
        for (let taken = 0; taken < DELIVERY_SLOTS; taken += BATCH_SIZE) await worker.runner.run(aBatch());
        const overfull = aBatch();
        let isRoom = false;
        const room = worker.runner.run(overfull).then(() => (isRoom = true));
        await jobs.until(() => jobs.started.length === DELIVERY_SLOTS + BATCH_SIZE);
        for (const job of overfull.deliveries.slice(1)) jobs.end(job);
        await jobs.until(() => jobs.freed === BATCH_SIZE - 1);
        expect(isRoom).toBe(false);
        jobs.end(overfull.deliveries[0]!);
        await room;
      });

      it('leaves batches in Redis until it has started', async () => {
        const { one } = await aPair();
        const { dispatcher } = await (await Worker.create(server.url)).connected();
        await workers[1]!.stop();
        await one.dispatch(jobsOf(KEPT_SLOTS + BATCH_SIZE));
        expect(await redis.lrange('servicepay:webhook-batches:wait', 0, -1)).toEqual(['1']);
        const jobs = heldJobs();
        await dispatcher.start(jobs);
        await jobs.until(() => jobs.started.length === BATCH_SIZE);
      });

      it('stores ids and attempt numbers in Redis, and nothing else', async () => {
        const worker = await (await Worker.create(server.url, false)).connected();
        await worker.dispatcher.start(heldJobs());
        const jobs = jobsOf(KEPT_SLOTS + BATCH_SIZE);
        await worker.dispatcher.dispatch(jobs);
        const [key = ''] = await jobKeys();
        const deliveries = jobs.slice(KEPT_SLOTS).map(({ deliveryId, attempt }) => ({ deliveryId, attempt }));
        expect(JSON.parse((await redis.hget(key, 'data')) ?? '')).toEqual({
          from: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
          deliveries,
        });
      });

      it('leaves a batch to its leases that it cannot load, and goes on', async () => {
        const { one, elsewhere } = await aPair();
        Object.assign(elsewhere, { takeOver: jest.fn(elsewhere.takeOver).mockRejectedValueOnce(new Error('away')) });
        await one.dispatch(jobsOf(KEPT_SLOTS + 2 * BATCH_SIZE));
        await elsewhere.until(() => elsewhere.started.length === BATCH_SIZE);
        expect(log.lines).toContainEqual(
          expect.objectContaining({ level: 'error', fields: expect.objectContaining({ deliveries: BATCH_SIZE }) }),
        );
      });

      it('returns a batch that arrives during the stop, so that it is released', async () => {
        const worker = await (await Worker.create(server.url)).connected();
        const jobs = heldJobs();
        await worker.dispatcher.start(jobs);
        const job = aJob();
        await worker.dispatcher.dispatch([job]);
        const stopped = worker.dispatcher.stop(10_000);
        const batch = aBatch(2);
        await worker.runner.run(batch);
        jobs.end(job);
        await expect(stopped).resolves.toMatchObject(batch.deliveries);
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
        expect(await worker.showsRedis()).toBe('1');
        await harm(server, commands);

        expect((await dispatcher.occupancy()).free).toBe(DELIVERY_SLOTS);
        const all = jobsOf(KEPT_SLOTS + BATCH_SIZE);
        await dispatcher.dispatch(all);
        expect(jobs.started).toHaveLength(all.length);
        expect(messages()).toContain('deliveries continue in this process');
        expect(await worker.showsRedis()).toBe('0');
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
        await dispatcher.dispatch(jobsOf(DELIVERY_SLOTS));
        expect(jobs.started).toHaveLength(DELIVERY_SLOTS);
        own = await aServer(port);
        await worker.connected();
        await dispatcher.dispatch(jobsOf(BATCH_SIZE));
        const commands = new Redis(own.url);
        expect(await commands.get('servicepay:webhook-batches:id')).toBe('1');
        commands.disconnect();
      });
    });
  }

  (hasRedisServer() ? describe : describe.each([]))('BullDispatcher with Sentinels', () => {
    it('hands over and takes through the new master when the old one has failed (rule 16.26)', async () => {
      const watched = await RedisWithSentinel.start();
      servers.push(watched);
      const worker = await (await Worker.create(watched.url)).connected();
      const jobs = heldJobs();
      await worker.dispatcher.start(jobs);
      await watched.master.stop();
      await worker.connected(false);
      await worker.connected();
      await worker.dispatcher.dispatch(jobsOf(KEPT_SLOTS + BATCH_SIZE));
      await jobs.until(() => jobs.started.length === KEPT_SLOTS + BATCH_SIZE);
      const commands = new Redis(watched.replica.url);
      expect(await commands.get('servicepay:webhook-batches:id')).toBe('1');
      commands.disconnect();
    });
  });

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
    await dispatcher.dispatch(jobsOf(DELIVERY_SLOTS));
    expect(log.lines.filter(({ level }) => level === 'warn')).toHaveLength(1);
  });
});
