import { UnitOfWork, verifySignature } from '@app/kernel';
import { Metrics, NotificationListener, SilentLog } from '@app/platform';
import { hasRedisServer, RedisServer } from '@app/platform/testing';
import {
  Deliveries,
  DELIVERIES_QUEUE,
  Dispatcher,
  EventPublisher,
  StrandedDeliveries,
  WebhookEndpoints,
} from '@app/webhooks';
import { aConfig } from '@app/platform/testing';
import { DELIVERIES, elapseInPostgres, insertAccount, TESTER } from '@app/webhooks/testing';
import { getQueueToken } from '@nestjs/bull';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Queue } from 'bull';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { until } from '../../../test/support/conditions';
import { Receiver, type ReceivedRequest } from '../../../test/support/receiver';
import { createScratchDatabase } from '../../../test/support/test-database';
import { WebhooksLoop } from './webhooks.loop';
import { WorkerModule } from './worker.module';

const open: { stop(): Promise<unknown> }[] = [];
let database: Awaited<ReturnType<typeof createScratchDatabase>>;
let sql: Client;

beforeAll(async () => {
  database = await createScratchDatabase();
  sql = new Client(database.url);
  await sql.connect();
});

afterEach(async () => {
  for (const resource of open.splice(0).reverse()) await resource.stop();
  await sql.query('TRUNCATE webhook_queue, webhook_delivery_attempts, webhook_deliveries, webhook_events');
});

afterAll(async () => {
  await sql.end();
  await database.drop();
});

async function aReceiver(response: Receiver['response'] = () => 200): Promise<Receiver> {
  const receiver = await Receiver.start();
  receiver.response = response;
  open.push(receiver);
  return receiver;
}

/** A worker process in which only the webhooks loop runs. */
class Worker {
  private stopped = false;

  private constructor(private readonly app: INestApplicationContext) {}

  static async create(env: Record<string, string> = {}): Promise<Worker> {
    const config = { ...aConfig(env), databaseUrl: database.url };
    const module = WorkerModule.forRoot({ config, service: 'test', log: new SilentLog() });
    const worker = new Worker(
      await NestFactory.createApplicationContext(module, { logger: false, abortOnError: false }),
    );
    open.push(worker);
    return worker;
  }

  static async start(env: Record<string, string> = {}): Promise<Worker> {
    const worker = await Worker.create(env);
    await worker.loop.start();
    return worker;
  }

  get loop() {
    return this.app.get(WebhooksLoop);
  }

  get deliveries() {
    return this.app.get(Deliveries);
  }

  get stranded() {
    return this.app.get(StrandedDeliveries);
  }

  get dispatcher() {
    return this.app.get(Dispatcher);
  }

  /** Leaves what it hands over to the others. */
  async takeNoBatches(): Promise<void> {
    await this.app.get<Queue>(getQueueToken(DELIVERIES_QUEUE)).pause(true, true);
  }

  get listener() {
    return this.app.get(NotificationListener);
  }

  get source() {
    return this.app.get(DataSource);
  }

  anAccount(): Promise<string> {
    return insertAccount(this.source);
  }

  async register(accountId: string, url: string): Promise<string> {
    return (await this.app.get(WebhookEndpoints).create({ accountId, apiKeyId: null }, TESTER, { url })).secret;
  }

  publish(accountId: string, count = 1): Promise<void> {
    const event = { accountId, type: 'payment.completed', createdAt: new Date(), data: { name: 'São/✓' } } as const;
    return this.app.get(UnitOfWork).run((tx) =>
      this.app.get(EventPublisher).publish(
        tx,
        Array.from({ length: count }, () => event),
      ),
    );
  }

  async statuses(): Promise<string[]> {
    const rows = await this.source.query<{ status: string }[]>(`SELECT status FROM ${DELIVERIES}`);
    return rows.map(({ status }) => status);
  }

  async gauge(name: string): Promise<number> {
    const text = await this.app.get(Metrics).registry.metrics();
    return Number(new RegExp(`^${name}\\{.*\\} (.+)$`, 'm').exec(text)?.[1] ?? NaN);
  }

  async stop(deadlineMs = 5_000): Promise<void> {
    if (this.stopped) return;
    this.stopped = true;
    await this.loop.stop(deadlineMs);
    await this.listener.stop();
    await this.app.close();
  }
}

const ids = (requests: ReceivedRequest[]) => requests.map(({ headers }) => headers['x-webhook-id']);
const retries = (requests: ReceivedRequest[]) => requests.map(({ headers }) => headers['x-webhook-retry']);

/** Endpoints that never respond, each with due deliveries. Resolves when they hold all slots that they can get. */
async function silentEndpoints(worker: Worker, silent: Receiver, accounts: number, endpoints: number): Promise<void> {
  for (let number = 0; number < accounts; number++) {
    const account = await worker.anAccount();
    await Promise.all(
      Array.from({ length: endpoints }, (_, index) => worker.register(account, silent.url(`/${number}/${index}`))),
    );
    await worker.publish(account, 3);
  }
  await until('each account has attempts under way', () => silent.requests.length >= 30 * accounts);
}

/** Retries without a delay. */
const NO_DELAYS = { WEBHOOK_RETRY_DELAYS: '1ms,1ms,1ms,1ms' };

describe('WebhooksLoop', () => {
  it('delivers a committed event, signed, within a second', async () => {
    const [worker, receiver] = [await Worker.start(), await aReceiver()];
    const account = await worker.anAccount();
    const secret = await worker.register(account, receiver.url('/hook'));
    const before = performance.now();
    await worker.publish(account);
    const [request] = await receiver.received(1);
    expect(performance.now() - before).toBeLessThan(1_000);
    const { 'x-webhook-timestamp': timestamp, 'x-webhook-signature': signature } = request?.headers as Record<
      string,
      string
    >;
    expect(verifySignature({ timestamp, signature, body: request?.body ?? '' }, [secret], new Date())).toBe(true);
  });

  it('finds deliveries by polling when no announcement arrives', async () => {
    const [worker, receiver] = [await Worker.start(), await aReceiver()];
    await worker.listener.stop();
    const account = await worker.anAccount();
    await worker.register(account, receiver.url());
    await worker.publish(account);
    await expect(receiver.received(1)).resolves.toHaveLength(1);
  });

  it('records a delivery', async () => {
    const [worker, receiver] = [await Worker.start(), await aReceiver(() => 204)];
    const account = await worker.anAccount();
    await worker.register(account, receiver.url());
    await worker.publish(account);
    await until('the delivery is recorded', async () => (await worker.statuses()).join() === 'delivered');
    const [attempt] = await worker.source.query<unknown[]>('SELECT * FROM webhook_delivery_attempts');
    expect(attempt).toMatchObject({ attempt: 1, status_code: 204, error: null });
  });

  it('sends the same bytes in all five attempts, and no sixth', async () => {
    const [worker, receiver] = [await Worker.start(NO_DELAYS), await aReceiver(() => 503)];
    const account = await worker.anAccount();
    await worker.register(account, receiver.url());
    await worker.publish(account);
    await until('the delivery has failed', async () => (await worker.statuses()).join() === 'failed');
    expect(new Set(receiver.requests.map(({ body }) => body.toString('hex'))).size).toBe(1);
    expect(retries(receiver.requests)).toEqual([undefined, '2', '3', '4', '5']);
  });

  it('does not delay a receiver when another never responds and has a long backlog', async () => {
    const [worker, silent, quick] = [
      await Worker.start(),
      await aReceiver(() => new Promise(() => undefined)),
      await aReceiver(),
    ];
    const [one, two] = [await worker.anAccount(), await worker.anAccount()];
    await worker.register(one, silent.url());
    await worker.register(two, quick.url());
    await worker.publish(one, 500);
    await until('the silent receiver is tried', () => silent.requests.length > 0);
    const before = performance.now();
    await worker.publish(two, 20);
    await quick.received(20);
    expect(performance.now() - before).toBeLessThan(2_000);
    // The worker would wait for its responses.
    void silent.stop();
  });

  it('does not keep a merchant waiting for the time-outs of 150 silent endpoints of three other accounts', async () => {
    const [worker, silent, quick] = [
      await Worker.start(),
      await aReceiver(() => new Promise(() => undefined)),
      await aReceiver(),
    ];
    await silentEndpoints(worker, silent, 3, 50);
    const before = performance.now();
    const account = await worker.anAccount();
    await worker.register(account, quick.url());
    await worker.publish(account, 5);
    await quick.received(5);
    expect(performance.now() - before).toBeLessThan(5_000);
    void silent.stop();
  });

  it('sends each delivery once when two workers share the work', async () => {
    const [one, receiver] = [await Worker.start(), await aReceiver()];
    await Worker.start();
    const account = await one.anAccount();
    await one.register(account, receiver.url());
    await one.publish(account, 300);
    await until('all is delivered', async () => !(await one.statuses()).includes('pending'));
    expect(receiver.requests).toHaveLength(300);
    expect(new Set(ids(receiver.requests)).size).toBe(300);
  });

  it('sends a delivery once that was not in the queue and that two workers find at once (rule 13.19)', async () => {
    const [one, two, receiver] = [await Worker.create(), await Worker.create(), await aReceiver()];
    const account = await one.anAccount();
    await one.register(account, receiver.url());
    await one.publish(account);
    await sql.query('DELETE FROM webhook_queue');
    await Promise.all([one.loop.start(), two.loop.start()]);
    await Promise.all([one.stranded.queueAgain(), two.stranded.queueAgain()]);
    await until('it is delivered', async () => (await one.statuses()).join() === 'delivered');
    expect(receiver.requests).toHaveLength(1);
  });

  it('sends the deliveries of a killed worker again, as the next attempt', async () => {
    const receiver = await aReceiver();
    const killed = await Worker.create();
    const account = await killed.anAccount();
    await killed.register(account, receiver.url());
    await killed.publish(account);
    await killed.deliveries.claim({ free: 10, running: [] });
    await elapseInPostgres(killed.source, 30_000);
    await Worker.start();
    expect(retries(await receiver.received(1))).toEqual(['2']);
  });

  it('waits for running deliveries when it stops, and records them', async () => {
    const worker = await Worker.start();
    let response: (status: number) => void = () => undefined;
    const receiver = await aReceiver(() => new Promise<number>((resolve) => (response = resolve)));
    const account = await worker.anAccount();
    await worker.register(account, receiver.url());
    await worker.publish(account);
    await until('the request has arrived', () => receiver.requests.length === 1);
    const stopped = worker.loop.stop(5_000);
    response(200);
    await stopped;
    await expect(worker.statuses()).resolves.toEqual(['delivered']);
  });

  it('releases deliveries that do not finish in time when it stops, so that another worker sends them at once', async () => {
    const worker = await Worker.start();
    const receiver = await aReceiver((_, index) => (index === 0 ? new Promise(() => undefined) : 200));
    const account = await worker.anAccount();
    await worker.register(account, receiver.url());
    await worker.publish(account);
    await until('the request has arrived', () => receiver.requests.length === 1);
    await worker.loop.stop(50);
    await Worker.start();
    await until('it has arrived again', () => receiver.requests.length === 2);
    expect(retries(receiver.requests)).toEqual([undefined, '2']);
  });
});

if (hasRedisServer()) {
  describe('WebhooksLoop with Redis', () => {
    /** Two workers, of which only the first claims and only the second takes batches, with 320 deliveries under way at 80 receivers that all hang now. */
    const twoBusyWorkers = async () => {
      const redis = await RedisServer.start();
      open.push(redis);
      const [one, receiver] = [await Worker.start({ REDIS_URL: redis.url }), await aReceiver()];
      const two = await Worker.create({ REDIS_URL: redis.url });
      await two.loop.take();
      await one.takeNoBatches();
      const accounts = await Promise.all(Array.from({ length: 20 }, () => one.anAccount()));
      const paths = accounts.flatMap((account, number) => [1, 2, 3, 4].map((path) => ({ account, path, number })));
      await Promise.all(
        paths.map(({ account, path, number }) => one.register(account, receiver.url(`/${number}/${path}`))),
      );
      await Promise.all(accounts.map((account) => one.publish(account)));
      await receiver.received(80);
      let respond: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (respond = resolve));
      receiver.response = () => held.then(() => 200);
      await Promise.all(accounts.map((account) => one.publish(account, 4)));
      await receiver.received(400);
      return { one, two, receiver, respond };
    };
    const running = async (worker: Worker) => (await worker.dispatcher.occupancy()).running.length;
    const busySlots = (...of: Worker[]) => Promise.all(of.map((worker) => worker.gauge('webhook_slots_busy')));

    it('shares the work of a busy worker, and sends each delivery once (rule 13.21)', async () => {
      const { one, two, receiver, respond } = await twoBusyWorkers();
      expect([await running(one), (await running(two)) > 0]).toEqual([320, true]);
      const busy = await busySlots(one, two);
      expect([busy[0]! + busy[1]!, busy[1]! > 0]).toEqual([320, true]);
      respond();
      await until('all is delivered', async () => !(await one.statuses()).includes('pending'));
      expect(new Set(ids(receiver.requests)).size).toBe(400);
      expect(receiver.requests).toHaveLength(400);
      await until('the first worker knows', async () => (await running(one)) === 0);
      expect(await busySlots(one, two)).toEqual([0, 0]);
    });

    it('does not keep a merchant waiting for receivers that hang in both workers (rules 13.16 and 13.21)', async () => {
      const { one, respond } = await twoBusyWorkers();
      const quick = await aReceiver();
      const account = await one.anAccount();
      await one.register(account, quick.url());
      const before = performance.now();
      await one.publish(account, 5);
      await quick.received(5);
      expect(performance.now() - before).toBeLessThan(2_000);
      respond();
    });

    it('does not keep a merchant waiting for the time-outs of 150 silent endpoints when workers share the work', async () => {
      const redis = await RedisServer.start();
      open.push(redis);
      const [worker, silent, quick] = [
        await Worker.start({ REDIS_URL: redis.url }),
        await aReceiver(() => new Promise(() => undefined)),
        await aReceiver(),
      ];
      await Worker.start({ REDIS_URL: redis.url });
      await silentEndpoints(worker, silent, 3, 50);
      const before = performance.now();
      const account = await worker.anAccount();
      await worker.register(account, quick.url());
      await worker.publish(account, 5);
      await quick.received(5);
      expect(performance.now() - before).toBeLessThan(5_000);
      void silent.stop();
    });

    it('continues to deliver when Redis fails', async () => {
      const redis = await RedisServer.start();
      open.push(redis);
      const [worker, receiver] = [await Worker.start({ REDIS_URL: redis.url }), await aReceiver()];
      const account = await worker.anAccount();
      await worker.register(account, receiver.url());
      await worker.publish(account);
      await receiver.received(1);
      await redis.stop();
      // Deliveries that were handed to Redis before that wait until their leases expire.
      await until('the worker has noticed', () =>
        worker.dispatcher.occupancy().then(
          () => true,
          () => false,
        ),
      );
      await worker.publish(account, 20);
      await expect(receiver.received(21)).resolves.toHaveLength(21);
    });
  });
}
