import { verifySignature } from '@app/kernel';
import { DELIVERIES } from '@app/webhooks/testing';
import { expectBooksBalanced } from '../support/books';
import { until } from '../support/conditions';
import { Receiver, type ReceivedRequest } from '../support/receiver';
import { TestService, type Merchant } from '../support/service';

/** The third attempt is more than a second after the first, so that its time in whole seconds differs. */
const RETRY_DELAYS = '50ms,1200ms,50ms,50ms';

/** Whether a receiver that verifies as rule 13.10 says accepts the request. */
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
    receiver.response = () => 200;
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
    it('credits the paid amount minus the collection fee', async () => {
      await pay();

      expect(await service.balance(merchant.local!.id)).toBe('14265.00');
    });

    it('shows the link as completed, used once, with the method that paid it', async () => {
      const linkId = await pay();

      const { body } = await merchant.api.get(`/v1/payment-links/${linkId}`);
      expect(body.data).toMatchObject({ status: 'completed', current_uses: 1, payment_method: 'ars_transfer' });
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
          reference: null,
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
  });

  describe('Events: retries', () => {
    it('end with the first response that is a 2xx', async () => {
      receiver.response = (_request, index) => (index === 0 ? 500 : 204);
      await register('/recovers');

      await pay();

      await until('the delivery is done', async () => (await deliveriesOf(merchant))[0]?.status === 'delivered');
      expect(receiver.arrived('/recovers')).toHaveLength(2);
    });

    it('follow a redirect, which is a failure and is never followed itself', async () => {
      receiver.response = ({ path }, index) =>
        path === '/redirects' && index === 0 ? { status: 307, headers: { location: '/elsewhere' } } : 200;
      await register('/redirects');

      await pay();

      await receiver.received(2, '/redirects');
      expect(receiver.arrived('/elsewhere')).toEqual([]);
    });

    it('of a failing address do not delay other addresses', async () => {
      receiver.response = ({ path }) => (path === '/broken' ? 500 : 200);
      await register('/broken');
      await register('/healthy');

      await pay();
      await pay();

      await receiver.received(2, '/healthy');
      expect((await deliveriesOf(merchant)).map(({ status }) => status)).toContain('pending');
    });
  });

  function deliveriesOf({ account }: Merchant): Promise<{ status: string }[]> {
    return service.sql(`SELECT status FROM ${DELIVERIES} WHERE account_id = $1`, [account.id]);
  }
});
