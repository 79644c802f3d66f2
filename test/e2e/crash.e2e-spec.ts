import { newId } from '@app/kernel';
import { DELIVERIES } from '@app/webhooks/testing';
import { expectBooksBalanced } from '../support/books';
import { until } from '../support/conditions';
import { HttpClient } from '../support/http-client';
import { ensureBuilt, ServiceProcess } from '../support/processes';
import { TestRail } from '../support/rail';
import { Receiver } from '../support/receiver';
import { RowLock } from '../support/row-lock';
import { TestService, type Merchant } from '../support/service';
import { createScratchDatabase } from '../support/test-database';

/**
 * A process ends at the worst moment, and its pending work is done exactly once. Only that process is a real one: the
 * service in this process continues its work.
 */
describe('when a process ends', () => {
  let database: Awaited<ReturnType<typeof createScratchDatabase>>;
  let service: TestService;
  let receiver: Receiver;
  let merchant: Merchant;
  let hook: string;
  const started: ServiceProcess[] = [];

  beforeAll(async () => {
    await ensureBuilt();
    database = await createScratchDatabase();
    service = await TestService.start({ env: { DATABASE_URL: database.url } });
    receiver = await Receiver.start();
  }, 60_000);

  beforeEach(async () => {
    // A separate path: a worker may also send pending deliveries of an earlier test.
    hook = `/hook/${newId()}`;
    receiver.requests.length = 0;
    receiver.response = () => 200;
    merchant = await service.merchant();
  });

  afterEach(async () => {
    await service.stopWorker();
    await Promise.all(started.splice(0).map((process) => process.end('SIGKILL')));
    await expectBooksBalanced(service);
  });

  afterAll(async () => {
    await service.stop();
    await receiver.stop();
    await database.drop();
  });

  async function start(app: 'api' | 'delivery-worker', env: Record<string, string> = {}): Promise<ServiceProcess> {
    const process = await ServiceProcess.start(app, { DATABASE_URL: database.url, ...env });
    started.push(process);
    return process;
  }

  const railOf = async (api: ServiceProcess) => new TestRail(service.config, await api.url());
  const balance = () => service.balance(merchant.local!.id);

  interface DeliveryRow {
    id: string;
    status: string;
    attempt: number;
    lease_until: Date | null;
    due: boolean;
  }

  async function delivery(): Promise<DeliveryRow> {
    const rows = await service.sql<DeliveryRow>(
      `SELECT id, status, attempt, lease_until, greatest(next_attempt_at, lease_until) <= now() AS due
         FROM ${DELIVERIES}
        WHERE account_id = $1`,
      [merchant.account.id],
    );
    expect(rows).toHaveLength(1);
    return rows[0]!;
  }

  /** Pays a link, so that one delivery to the receiver is pending. */
  async function createPendingDelivery(): Promise<void> {
    await merchant.api.post('/v1/webhooks', { url: receiver.url(hook) });
    await service.simulate(await service.createLink(merchant), { event: 'pay' });
  }

  /** The lease of a killed worker would expire after half a minute; this expires it now. */
  async function expireLease(): Promise<void> {
    await service.sql('UPDATE webhook_queue SET lease_until = now() WHERE account_id = $1', [merchant.account.id]);
  }

  async function expectSecondAttempt(): Promise<void> {
    const [first, second] = await receiver.received(2, hook);
    expect(second!.headers['x-webhook-retry']).toBe('2');
    expect(second!.headers['x-webhook-id']).toBe(first!.headers['x-webhook-id']);
    expect(second!.body.equals(first!.body)).toBe(true);
    await until('the delivery is done', async () => (await delivery()).status === 'delivered');
    expect((await delivery()).attempt).toBe(2);
  }

  describe('a delivery worker that is killed', () => {
    it('while the receiver has the request: the delivery is repeated as attempt 2', async () => {
      receiver.response = (_request, index) => (index === 0 ? new Promise<number>(() => undefined) : 200);
      await createPendingDelivery();
      const killed = await start('delivery-worker');
      await receiver.received(1, hook);
      await killed.end('SIGKILL');
      expect(await delivery()).toMatchObject({ status: 'pending', attempt: 1, due: false });

      await expireLease();
      await service.startWorker();

      await expectSecondAttempt();
      const [attempt] = await service.sql(
        'SELECT error, status_code FROM webhook_delivery_attempts WHERE delivery_id = $1 AND attempt = 1',
        [(await delivery()).id],
      );
      expect(attempt).toEqual({ error: 'outcome unknown', status_code: null });
    });

    it('between the receiver’s response and its record: the delivery is repeated with the same id', async () => {
      await createPendingDelivery();
      const { id } = await delivery();
      const locks: RowLock[] = [];
      receiver.response = async (_request, index) => {
        // The delivery is claimed; from here on no outcome can be written.
        if (index === 0)
          locks.push(await RowLock.hold(database.url, 'SELECT 1 FROM webhook_queue WHERE delivery_id = $1', [id]));
        return 200;
      };
      const killed = await start('delivery-worker');
      const lock = await until('the receiver has responded', () => locks[0]);
      await lock.waitedFor();
      await killed.end('SIGKILL');
      await lock.endWaiting();
      await lock.release();

      await expireLease();
      await service.startWorker();

      await expectSecondAttempt();
    });

    it('before it claimed anything: the delivery is sent as the first attempt', async () => {
      const killed = await start('delivery-worker');
      await killed.end('SIGKILL');
      await createPendingDelivery();
      await service.startWorker();

      const [first] = await receiver.received(1, hook);
      expect(first!.headers).not.toHaveProperty('x-webhook-retry');
    });

    it('during the last attempt: the delivery ends as failed and is not sent a sixth time', async () => {
      receiver.response = () => new Promise<number>(() => undefined);
      await createPendingDelivery();
      await service.sql('UPDATE webhook_queue SET attempt = 4 WHERE account_id = $1', [merchant.account.id]);
      const killed = await start('delivery-worker');
      await receiver.received(1, hook);
      await killed.end('SIGKILL');

      await expireLease();
      await service.startWorker();

      await until('the delivery has failed', async () => (await delivery()).status === 'failed');
      expect(receiver.arrived(hook).map(({ headers }) => headers['x-webhook-retry'])).toEqual(['5']);
    });
  });

  describe('a process that does not know the queue', () => {
    it('leaves a delivery outside of it: the next worker sends it as the first attempt (rule 13.19)', async () => {
      await createPendingDelivery();
      await service.sql('DELETE FROM webhook_queue WHERE account_id = $1', [merchant.account.id]);
      expect(await delivery()).toMatchObject({ status: 'stranded', attempt: 0 });

      await service.startWorker();

      const [first] = await receiver.received(1, hook);
      expect(first!.headers).not.toHaveProperty('x-webhook-retry');
      await until('the delivery is done', async () => (await delivery()).status === 'delivered');
    });
  });

  describe('an API that is killed', () => {
    it('between storing a payment and crediting it: the worker credits it without another notification', async () => {
      const linkId = await service.createLink(merchant);
      const order = await service.openOrder(linkId);
      const api = await start('api');
      const lock = await RowLock.hold(database.url, 'SELECT 1 FROM payment_links WHERE id = $1', [linkId]);
      const response = (await railOf(api)).paid(order).catch(() => 'none');
      await lock.waitedFor();
      await api.end('SIGKILL');
      await lock.endWaiting();
      await lock.release();
      expect(await response).toBe('none');
      expect(await balance()).toBe('0.00');

      await service.sql('UPDATE provider_notifications SET next_attempt_at = now() WHERE reference = $1', [
        order.reference,
      ]);
      await service.startWorker();

      await until('the payment is credited', async () => (await balance()) === '14265.00');
    });

    it('while it creates a link: the call can be repeated with its key at once, and one link is created (rule 16.14)', async () => {
      const linksOf = () => service.sql('SELECT 1 FROM payment_links WHERE account_id = $1', [merchant.account.id]);
      const create = (url: string) => {
        const headers = { authorization: `Bearer ${merchant.apiKey}`, 'idempotency-key': 'order-1001' };
        const body = { amount: 15000, currency: 'ARS', description: 'Order 1001' };
        return new HttpClient(url, headers).post('/v1/payment-links', body);
      };
      const killed = await start('api');
      const lock = await RowLock.hold(database.url, 'SELECT 1 FROM wallets WHERE id = $1', [merchant.local!.id]);
      const response = create(await killed.url()).catch(() => 'none');
      const early = response.then((given) => {
        throw new Error(`responded before it needed the wallet: ${JSON.stringify(given)}`);
      });
      early.catch(() => undefined);
      await Promise.race([lock.waitedFor(), early]);
      await killed.end('SIGKILL');
      await lock.endWaiting();
      await lock.release();
      expect([await response, (await linksOf()).length]).toEqual(['none', 0]);

      expect((await create(service.url)).status).toBe(201);
      expect((await create(service.url)).headers['idempotency-replayed']).toBe('true');
      expect(await linksOf()).toHaveLength(1);
    });
  });

  describe('a process that is asked to stop', () => {
    it('the API finishes running requests, accepts no new ones and exits with 0', async () => {
      const linkId = await service.createLink(merchant);
      const api = await start('api', { SHUTDOWN_GRACE: '1ms' });
      const client = new HttpClient(await api.url(), { authorization: `Bearer ${merchant.apiKey}` });
      const ready = new HttpClient(await api.opsUrl());
      const lock = await RowLock.hold(database.url, 'SELECT 1 FROM payment_links WHERE id = $1', [linkId]);
      const running = client.delete(`/v1/payment-links/${linkId}`);
      await lock.waitedFor();

      const ended = api.end('SIGTERM');
      await until('it is no longer ready', async () => (await ready.get('/health/ready')).status === 503);
      const url = await api.url();
      await until('it accepts no connections', () =>
        new HttpClient(url).get('/v1/wallets').then(
          () => false,
          () => true,
        ),
      );
      await lock.release();

      expect((await running).status).toBe(200);
      expect(await ended).toMatchObject({ code: 0, signal: null });
    });

    it('the worker records the responses of receivers, and exits with 0', async () => {
      let response = (_status: number): void => undefined;
      receiver.response = () => new Promise<number>((resolve) => (response = resolve));
      await createPendingDelivery();
      const worker = await start('delivery-worker');
      const ready = new HttpClient(await worker.opsUrl());
      await receiver.received(1, hook);

      const ended = worker.end('SIGTERM');
      await until('it is no longer ready', async () => (await ready.get('/health/ready')).status === 503);
      response(200);

      expect(await ended).toMatchObject({ code: 0, signal: null });
      expect(await delivery()).toMatchObject({ status: 'delivered', attempt: 1, lease_until: null });
    });
  });
});
