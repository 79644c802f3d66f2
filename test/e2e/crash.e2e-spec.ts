import { until } from '../support/conditions';
import { HttpClient } from '../support/http-client';
import { RowLock } from '../support/row-lock';
import { CrashStage } from './crash-stage';

/** More of the moments at which a process can end are in `crash.long-spec.ts`. */
describe('when a process ends', () => {
  let stage: CrashStage;

  beforeAll(async () => {
    stage = await CrashStage.open();
  }, 120_000);

  beforeEach(() => stage.begin());

  afterEach(() => stage.end());

  afterAll(() => stage.close());

  describe('a delivery worker that is killed', () => {
    it('while the receiver has the request: the delivery is repeated as attempt 2', async () => {
      stage.receiver.response = (_request, index) => (index === 0 ? new Promise<number>(() => undefined) : 200);
      await stage.createPendingDelivery();
      const killed = await stage.start('delivery-worker');
      await stage.receiver.received(1, stage.hook);
      await killed.end('SIGKILL');
      expect(await stage.delivery()).toMatchObject({ status: 'pending', attempt: 1, due: false });

      await stage.expireLease();
      await stage.service.startWorker();

      await stage.expectSecondAttempt();
      const [attempt] = await stage.service.sql(
        'SELECT error, status_code FROM webhook_delivery_attempts WHERE delivery_id = $1 AND attempt = 1',
        [(await stage.delivery()).id],
      );
      expect(attempt).toEqual({ error: 'outcome unknown', status_code: null });
    });
  });

  describe('a process that does not know the queue', () => {
    it('leaves a delivery outside of it: the next worker sends it as the first attempt (rule 13.19)', async () => {
      await stage.createPendingDelivery();
      await stage.service.sql('DELETE FROM webhook_queue WHERE account_id = $1', [stage.merchant.account.id]);
      expect(await stage.delivery()).toMatchObject({ status: 'stranded', attempt: 0 });

      await stage.service.startWorker();

      const [first] = await stage.receiver.received(1, stage.hook);
      expect(first!.headers).not.toHaveProperty('x-webhook-retry');
      await until('the delivery is done', async () => (await stage.delivery()).status === 'delivered');
    });
  });

  describe('a process that is asked to stop', () => {
    it('the API finishes running requests, accepts no new ones and exits with 0', async () => {
      const linkId = await stage.service.createLink(stage.merchant);
      const api = await stage.start('api', { SHUTDOWN_GRACE: '1ms' });
      const client = new HttpClient(await api.url(), { authorization: `Bearer ${stage.merchant.apiKey}` });
      const ready = new HttpClient(await api.opsUrl());
      const lock = await RowLock.hold(stage.databaseUrl, 'SELECT 1 FROM payment_links WHERE id = $1', [linkId]);
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
      stage.receiver.response = () => new Promise<number>((resolve) => (response = resolve));
      await stage.createPendingDelivery();
      const worker = await stage.start('delivery-worker');
      const ready = new HttpClient(await worker.opsUrl());
      await stage.receiver.received(1, stage.hook);

      const ended = worker.end('SIGTERM');
      await until('it is no longer ready', async () => (await ready.get('/health/ready')).status === 503);
      response(200);

      expect(await ended).toMatchObject({ code: 0, signal: null });
      expect(await stage.delivery()).toMatchObject({ status: 'delivered', attempt: 1, lease_until: null });
    });
  });
});
