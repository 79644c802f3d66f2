import { LedgerService } from '@app/ledger';
import { verifySignature } from '@app/webhooks';
import { createHash, createHmac } from 'node:crypto';
import { expectBooksBalanced } from '../support/books';
import { until } from '../support/conditions';
import { Receiver, type ReceivedRequest } from '../support/receiver';
import { TEST_SECRETS, TestService, type Merchant } from '../support/service';

/** The third attempt comes more than a second after the first, so that its time in whole seconds must be another. */
const RETRY_DELAYS = '50ms,1200ms,50ms,50ms';

/** Whether a receiver that goes by the five steps of the specification takes the request for genuine. */
function isSignedWith(secret: string, { headers, body }: ReceivedRequest): boolean {
  const text = (name: string) => headers[name]?.toString();
  const message = { timestamp: text('x-webhook-timestamp'), signature: text('x-webhook-signature'), body };
  return verifySignature(message, [secret], new Date());
}

describe('the main job: link, payment, credit, webhook', () => {
  let service: TestService;
  let receiver: Receiver;
  let merchant: Merchant;

  beforeAll(async () => {
    service = await TestService.start({ worker: true, env: { WEBHOOK_RETRY_DELAYS: RETRY_DELAYS } });
    receiver = await Receiver.start();
  });

  beforeEach(async () => {
    merchant = await service.merchant();
    receiver.answer = () => 200;
  });

  afterAll(async () => {
    await expectBooksBalanced(service);
    await service.stop();
    await receiver.stop();
  });

  /** Registers an endpoint at that path; returns its id and secret. */
  async function register(path: string, events?: string[]): Promise<{ id: string; secret: string }> {
    const { body } = await merchant.api.post('/v1/webhooks', { url: receiver.url(path), events });
    return body.data as { id: string; secret: string };
  }

  async function pay(fields: Record<string, unknown> = {}): Promise<string> {
    const linkId = await service.createLink(merchant, fields);
    await service.simulate(linkId, { event: 'pay' });
    return linkId;
  }

  describe('What the service does 1: a paid link is credited to a wallet', () => {
    it('credits what the payer paid less the collection fee', async () => {
      await pay();

      expect(await service.balance(merchant.local!.id)).toBe('14265.00');
    });

    it('shows the link as completed, used once, with the method that paid it', async () => {
      const linkId = await pay();

      const { body } = await merchant.api.get(`/v1/payment-links/${linkId}`);
      expect(body.data).toMatchObject({ status: 'completed', current_uses: 1, payment_method: 'ars_transfer' });
    });

    it('leaves one visible movement for the net amount (Balance movement, rule 4)', async () => {
      await pay();

      const { items } = await service.get(LedgerService).movements(merchant.local!.id, { limit: 10 });
      expect(items.map(({ label, direction, amount }) => [label, direction, amount.toFixed()])).toEqual([
        ['Payment received', 'in', '14265.00'],
      ]);
    });
  });

  describe('Contract, Arithmetic: collections by worked example', () => {
    const brl = { currency: 'BRL', amount_type: 'charge', amount: 500 };
    const receive = { currency: 'BRL', amount_type: 'receive', amount: 100000 };
    it.each([
      ['15000 ARS', {}, '15000.00', '15000.00', '0.00', '735.00', '14265.00'],
      [
        '15000 ARS, customer pays the fee',
        { customer_paid_fee: true },
        '15735.00',
        '15000.00',
        '0.00',
        '735.00',
        '15000.00',
      ],
      ['BRL 500 charge', brl, '500.00', '100000.00', '1000.00', '3200.00', '95800.00'],
      [
        'BRL 500 charge, customer pays the fee',
        { ...brl, customer_paid_fee: true },
        '516.00',
        '100000.00',
        '1000.00',
        '3200.00',
        '99000.00',
      ],
      ['BRL, 100000 ARS receive', receive, '505.00', '100000.00', '1000.00', '3200.00', '96800.00'],
      [
        'BRL, 100000 ARS receive, customer pays the fee',
        { ...receive, customer_paid_fee: true },
        '521.00',
        '100000.00',
        '1000.00',
        '3200.00',
        '100000.00',
      ],
    ])('%s', async (name, fields, payerAmount, gross, conversion, collection, credited) => {
      const path = `/arithmetic/${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
      await register(path);

      const linkId = await pay(fields);

      const [delivery] = await receiver.received(1, path);
      const [payment] = await service.sql<{ gross_amount: string }>(
        'SELECT gross_amount FROM received_payments WHERE payment_link_id = $1',
        [linkId],
      );
      expect({
        data: JSON.parse(delivery!.body.toString()).data,
        gross: payment!.gross_amount,
        balance: await service.balance(merchant.local!.id),
      }).toMatchObject({
        data: { payer_amount: payerAmount, credited_amount: credited, fees: { collection, conversion } },
        gross,
        balance: credited,
      });
    });
  });

  describe('Events: a delivery', () => {
    it('carries exactly the headers, the event and the payment', async () => {
      await register('/shape');

      const linkId = await pay({ description: 'Pedido 1001: café / té' });

      const [{ headers, body } = {} as ReceivedRequest] = await receiver.received(1, '/shape');
      const uuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(headers).toMatchObject({
        'content-type': 'application/json',
        'user-agent': 'ServicePay-Webhooks/1.0',
        'x-webhook-id': uuid,
        'x-webhook-timestamp': expect.stringMatching(/^\d{10}$/),
        'x-webhook-signature': expect.stringMatching(/^sha256=[0-9a-f]{64}$/),
      });
      expect(headers).not.toHaveProperty('x-webhook-retry');
      expect(JSON.parse(body.toString())).toEqual({
        id: uuid,
        event: 'payment.completed',
        created_at: time,
        data: {
          payment_link_id: linkId,
          kind: 'payment_link',
          status: 'completed',
          amount: '15000.00',
          currency: 'ARS',
          currency_destiny: 'ARS',
          description: 'Pedido 1001: café / té',
          payment_method: 'ars_transfer',
          payer_amount: '15000.00',
          credited_amount: '14265.00',
          fees: { collection: '735.00', conversion: '0.00' },
          exchange_rate: null,
          paid_at: time,
          returned_at: null,
        },
      });
    });

    it('verifies with the secret of its endpoint by the five steps', async () => {
      const { secret } = await register('/verify');

      await pay();

      const [delivery] = await receiver.received(1, '/verify');
      expect(isSignedWith(secret, delivery!)).toBe(true);
    });

    it('is signed over the timestamp, a dot and the raw bytes, keyed with the text of the secret', async () => {
      const { secret } = await register('/by-hand');

      await pay({ description: 'barra / y ñandú' });

      const [{ headers, body } = {} as ReceivedRequest] = await receiver.received(1, '/by-hand');
      const signed = Buffer.concat([Buffer.from(`${String(headers['x-webhook-timestamp'])}.`), body]);
      const digest = createHmac('sha256', secret).update(signed).digest('hex');
      expect(headers['x-webhook-signature']).toBe(`sha256=${digest}`);
    });

    it.each([
      ['another body', ({ body }: ReceivedRequest) => ({ body: Buffer.concat([body, Buffer.from(' ')]) })],
      [
        'another time',
        ({ headers }: ReceivedRequest) => ({
          headers: { ...headers, 'x-webhook-timestamp': String(Number(headers['x-webhook-timestamp']) + 1) },
        }),
      ],
    ])('does not verify with %s', async (what, altered) => {
      const path = `/altered/${what.replaceAll(' ', '-')}`;
      const { secret } = await register(path);

      await pay();

      const [delivery] = await receiver.received(1, path);
      expect(isSignedWith(secret, { ...delivery!, ...altered(delivery!) })).toBe(false);
    });

    it('goes once to each destination, under an id of its own and with the same event', async () => {
      const endpoints = [await register('/one'), await register('/two')];

      await pay({ webhook_url: receiver.url('/three') });

      const paths = ['/one', '/two', '/three'];
      const deliveries = await Promise.all(paths.map(async (path) => (await receiver.received(1, path))[0]!));
      expect(new Set(deliveries.map(({ headers }) => headers['x-webhook-id'])).size).toBe(3);
      expect(new Set(deliveries.map(({ body }) => body.toString())).size).toBe(1);
      expect(isSignedWith(endpoints[0]!.secret, deliveries[1]!)).toBe(false);
      expect(isSignedWith(endpoints[1]!.secret, deliveries[1]!)).toBe(true);
    });

    it('goes only to endpoints that chose the event', async () => {
      await register('/chose-payments', ['payment.completed']);
      await register('/chose-cancellations', ['payment_link.cancelled']);

      const linkId = await service.createLink(merchant);
      await merchant.api.delete(`/v1/payment-links/${linkId}`);
      await pay();

      const [cancelled] = await receiver.received(1, '/chose-cancellations');
      const [paid] = await receiver.received(1, '/chose-payments');
      const named = [cancelled!, paid!].map(({ body }) => JSON.parse(body.toString()).event as string);
      expect(named).toEqual(['payment_link.cancelled', 'payment.completed']);
      expect(await deliveriesOf(merchant)).toHaveLength(2);
    });

    it('moves last_triggered_at of its endpoint', async () => {
      const { id } = await register('/triggered');

      await pay();

      const triggered = await until('the endpoint shows when it was triggered', async () => {
        const { body } = await merchant.api.get(`/v1/webhooks/${id}`);
        return (body.data.last_triggered_at as string | null) ?? undefined;
      });
      expect(Math.abs(Date.parse(triggered) - Date.now())).toBeLessThan(60_000);
    });
  });

  describe('Events: retries', () => {
    it('repeat the delivery up to attempt 5, with its id and its bytes, numbered, freshly timed and signed', async () => {
      receiver.answer = () => 500;
      const { secret } = await register('/failing');

      await pay({ description: 'Ünïcode / slashes' });

      const attempts = await receiver.received(5, '/failing');
      expect(attempts.map(({ headers }) => headers['x-webhook-retry'])).toEqual([undefined, '2', '3', '4', '5']);
      expect(new Set(attempts.map(({ headers }) => headers['x-webhook-id'])).size).toBe(1);
      expect(new Set(attempts.map(({ body }) => body.toString('hex'))).size).toBe(1);
      const times = attempts.map(({ headers }) => Number(headers['x-webhook-timestamp']));
      expect(times[2]).toBeGreaterThan(times[0]!);
      attempts.forEach(({ at }, index) => expect(Math.abs(at / 1_000 - times[index]!)).toBeLessThan(3));
      expect(attempts.map((attempt) => isSignedWith(secret, attempt))).toEqual([true, true, true, true, true]);
    });

    it('end after attempt 5', async () => {
      receiver.answer = () => 503;
      await register('/never-well');

      await pay();

      await until('the delivery has failed', async () => (await deliveriesOf(merchant))[0]?.status === 'failed');
      expect(receiver.arrived('/never-well')).toHaveLength(5);
    });

    it('end with the first answer that is a 2xx', async () => {
      receiver.answer = (_request, index) => (index === 0 ? 500 : 204);
      await register('/recovers');

      await pay();

      await until('the delivery is done', async () => (await deliveriesOf(merchant))[0]?.status === 'delivered');
      expect(receiver.arrived('/recovers')).toHaveLength(2);
    });

    it('come after a redirect, which is a failure and is never followed', async () => {
      receiver.answer = ({ path }, index) =>
        path === '/redirects' && index === 0 ? { status: 307, headers: { location: '/elsewhere' } } : 200;
      await register('/redirects');

      await pay();

      await receiver.received(2, '/redirects');
      expect(receiver.arrived('/elsewhere')).toEqual([]);
    });

    it('of an address that fails hold up no other', async () => {
      receiver.answer = ({ path }) => (path === '/broken' ? 500 : 200);
      await register('/broken');
      await register('/healthy');

      await pay();
      await pay();

      await receiver.received(2, '/healthy');
      expect((await deliveriesOf(merchant)).map(({ status }) => status)).toContain('pending');
    });
  });

  describe('Events: the address of the link itself', () => {
    it('is told with a signature of the platform key, not of an account secret', async () => {
      const { secret } = await register('/of-the-account');

      await pay({ webhook_url: receiver.url('/of-the-link') });

      const [delivery] = await receiver.received(1, '/of-the-link');
      expect(isSignedWith(TEST_SECRETS.PLATFORM_WEBHOOK_SECRET, delivery!)).toBe(true);
      expect(isSignedWith(secret, delivery!)).toBe(false);
    });

    it('is not listed among the endpoints', async () => {
      await pay({ webhook_url: receiver.url('/unlisted') });

      await receiver.received(1, '/unlisted');
      expect((await merchant.api.get('/v1/webhooks')).body.data).toEqual([]);
    });

    it('does not move last_triggered_at of an endpoint with the very same address', async () => {
      const { id } = await register('/shared', ['payment_link.expired']);

      await pay({ webhook_url: receiver.url('/shared') });

      await until('the delivery is done', async () => (await deliveriesOf(merchant))[0]?.status === 'delivered');
      expect((await merchant.api.get(`/v1/webhooks/${id}`)).body.data.last_triggered_at).toBeNull();
    });

    it('is retried like any other, signed with the platform key each time', async () => {
      receiver.answer = (_request, index) => (index === 0 ? 500 : 200);

      await pay({ webhook_url: receiver.url('/link-retries') });

      const attempts = await receiver.received(2, '/link-retries');
      expect(attempts[1]!.headers['x-webhook-retry']).toBe('2');
      expect(attempts.map((attempt) => isSignedWith(TEST_SECRETS.PLATFORM_WEBHOOK_SECRET, attempt))).toEqual([
        true,
        true,
      ]);
    });
  });

  function deliveriesOf({ account }: Merchant): Promise<{ status: string }[]> {
    return service.sql('SELECT status FROM webhook_deliveries WHERE account_id = $1', [account.id]);
  }
});
