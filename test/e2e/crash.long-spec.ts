import { until } from '../support/conditions';
import { HttpClient } from '../support/http-client';
import { RowLock } from '../support/row-lock';
import { CrashStage } from './crash-stage';

describe('when a process is killed at the worst moment', () => {
  let stage: CrashStage;

  beforeAll(async () => {
    stage = await CrashStage.open();
  }, 120_000);

  beforeEach(() => stage.begin());

  afterEach(() => stage.end());

  afterAll(() => stage.close());

  describe('a delivery worker that is killed', () => {
    it('between the receiver’s response and its record: the delivery is repeated with the same id', async () => {
      await stage.createPendingDelivery();
      const { id } = await stage.delivery();
      const locks: RowLock[] = [];
      stage.receiver.response = async (_request, index) => {
        // The delivery is claimed; from here on no outcome can be written.
        if (index === 0)
          locks.push(await RowLock.hold(stage.databaseUrl, 'SELECT 1 FROM webhook_queue WHERE delivery_id = $1', [id]));
        return 200;
      };
      const killed = await stage.start('delivery-worker');
      const lock = await until('the receiver has responded', () => locks[0]);
      await lock.waitedFor();
      await killed.end('SIGKILL');
      await lock.endWaiting();
      await lock.release();

      await stage.expireLease();
      await stage.service.startWorker();

      await stage.expectSecondAttempt();
    });

    it('before it claimed anything: the delivery is sent as the first attempt', async () => {
      const killed = await stage.start('delivery-worker');
      await killed.end('SIGKILL');
      await stage.createPendingDelivery();
      await stage.service.startWorker();

      const [first] = await stage.receiver.received(1, stage.hook);
      expect(first!.headers).not.toHaveProperty('x-webhook-retry');
    });

    it('during the last attempt: the delivery ends as failed and is not sent a sixth time', async () => {
      stage.receiver.response = () => new Promise<number>(() => undefined);
      await stage.createPendingDelivery();
      await stage.service.sql('UPDATE webhook_queue SET attempt = 4 WHERE account_id = $1', [
        stage.merchant.account.id,
      ]);
      const killed = await stage.start('delivery-worker');
      await stage.receiver.received(1, stage.hook);
      await killed.end('SIGKILL');

      await stage.expireLease();
      await stage.service.startWorker();

      await until('the delivery has failed', async () => (await stage.delivery()).status === 'failed');
      expect(stage.receiver.arrived(stage.hook).map(({ headers }) => headers['x-webhook-retry'])).toEqual(['5']);
    });
  });

  describe('an API that is killed', () => {
    it('between storing a payment and crediting it: the worker credits it without another notification', async () => {
      const linkId = await stage.service.createLink(stage.merchant);
      const order = await stage.service.openOrder(linkId);
      const api = await stage.start('api');
      const lock = await RowLock.hold(stage.databaseUrl, 'SELECT 1 FROM payment_links WHERE id = $1', [linkId]);
      const response = (await stage.railOf(api)).paid(order).catch(() => 'none');
      await lock.waitedFor();
      await api.end('SIGKILL');
      await lock.endWaiting();
      await lock.release();
      expect(await response).toBe('none');
      expect(await stage.balance()).toBe('0.00');

      await stage.service.sql('UPDATE provider_notifications SET next_attempt_at = now() WHERE reference = $1', [
        order.reference,
      ]);
      await stage.service.startWorker();

      await until('the payment is credited', async () => (await stage.balance()) === '14265.00');
    });

    it('while it creates a link: the call can be repeated with its key at once, and one link is created (rule 16.14)', async () => {
      const linksOf = () =>
        stage.service.sql('SELECT 1 FROM payment_links WHERE account_id = $1', [stage.merchant.account.id]);
      const create = (url: string) => {
        const headers = { authorization: `Bearer ${stage.merchant.apiKey}`, 'idempotency-key': 'order-1001' };
        const body = { amount: 15000, currency: 'ARS', description: 'Order 1001' };
        return new HttpClient(url, headers).post('/v1/payment-links', body);
      };
      const killed = await stage.start('api');
      const lock = await RowLock.hold(stage.databaseUrl, 'SELECT 1 FROM wallets WHERE id = $1', [
        stage.merchant.local!.id,
      ]);
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

      expect((await create(stage.service.url)).status).toBe(201);
      expect((await create(stage.service.url)).headers['idempotency-replayed']).toBe('true');
      expect(await linksOf()).toHaveLength(1);
    });
  });
});
