import { verifySignature } from '@app/webhooks';
import { until } from '../support/conditions';
import { Receiver, type ReceivedRequest } from '../support/receiver';
import { TEST_SECRETS, TestService, type Merchant } from '../support/service';

interface Endpoint {
  id: string;
  secret: string;
}

/** What changes about an endpoint means for deliveries that are queued and for those to come. */
describe('deliveries while their endpoint changes', () => {
  let service: TestService;
  let receiver: Receiver;
  let merchant: Merchant;

  beforeAll(async () => {
    service = await TestService.start({ env: { WEBHOOK_RETRY_DELAYS: '50ms,50ms,50ms,50ms' } });
    receiver = await Receiver.start();
  });

  beforeEach(async () => {
    merchant = await service.merchant();
    receiver.requests.length = 0;
    receiver.answer = () => 200;
  });

  afterEach(() => service.stopWorker());

  afterAll(async () => {
    await service.stop();
    await receiver.stop();
  });

  async function register(path = '/hook'): Promise<Endpoint> {
    return (await merchant.api.post('/v1/webhooks', { url: receiver.url(path) })).body.data as Endpoint;
  }

  async function rotate({ id }: Endpoint): Promise<string> {
    return (await merchant.api.post(`/v1/webhooks/${id}/rotate-secret`)).body.data.secret as string;
  }

  async function cancelLink(): Promise<void> {
    const linkId = await service.createLink(merchant);
    await merchant.api.delete(`/v1/payment-links/${linkId}`);
  }

  function signer({ headers, body }: ReceivedRequest, secrets: Record<string, string>): string | undefined {
    const text = (name: string) => headers[name]?.toString();
    const message = { timestamp: text('x-webhook-timestamp'), signature: text('x-webhook-signature'), body };
    return Object.keys(secrets).find((name) => verifySignature(message, [secrets[name]!], new Date()));
  }

  const allDone = () =>
    until('every delivery is done', async () => {
      const open = await service.sql(`SELECT 1 FROM webhook_deliveries WHERE account_id = $1 AND status = 'pending'`, [
        merchant.account.id,
      ]);
      return open.length === 0;
    });

  describe('Secret handling 2: after a rotation', () => {
    it('what was queued before is signed with the old secret, its retry with the new one', async () => {
      receiver.answer = (_request, index) => (index === 0 ? 500 : 200);
      const endpoint = await register();
      await cancelLink();
      const secrets = { old: endpoint.secret, new: await rotate(endpoint) };
      await service.startWorker();

      const attempts = await receiver.received(2, '/hook');
      expect(attempts.map((attempt) => signer(attempt, secrets))).toEqual(['old', 'new']);
    });

    it('what is queued afterwards is signed with the new secret', async () => {
      const endpoint = await register();
      const secrets = { old: endpoint.secret, new: await rotate(endpoint) };
      await cancelLink();
      await service.startWorker();

      const [attempt] = await receiver.received(1, '/hook');
      expect(signer(attempt!, secrets)).toBe('new');
    });
  });

  it('Per-link address: retries of a deleted endpoint go to its address, signed with the platform key', async () => {
    const endpoint = await register();
    receiver.answer = async (_request, index) => {
      if (index === 0) await merchant.api.delete(`/v1/webhooks/${endpoint.id}`);
      return index === 0 ? 500 : 200;
    };
    await cancelLink();
    await service.startWorker();

    const attempts = await receiver.received(2, '/hook');
    const secrets = { endpoint: endpoint.secret, platform: TEST_SECRETS.PLATFORM_WEBHOOK_SECRET };
    expect(attempts.map((attempt) => signer(attempt, secrets))).toEqual(['endpoint', 'platform']);
  });

  it('a deleted endpoint hears of nothing new', async () => {
    const { id } = await register('/deleted');
    await register('/kept');
    await merchant.api.delete(`/v1/webhooks/${id}`);
    await cancelLink();
    await service.startWorker();

    await receiver.received(1, '/kept');
    await allDone();
    expect(receiver.arrived('/deleted')).toEqual([]);
  });

  it('a change of the address does not move what is queued (contract, Deliveries)', async () => {
    const { id } = await register('/before');
    await cancelLink();
    await merchant.api.send('PUT', `/v1/webhooks/${id}`, { url: receiver.url('/after') });
    await cancelLink();
    await service.startWorker();

    await allDone();
    expect([receiver.arrived('/before').length, receiver.arrived('/after').length]).toEqual([1, 1]);
  });

  it('deactivating queues nothing more, and what is queued drains (contract, Deliveries)', async () => {
    const { id } = await register();
    await cancelLink();
    await merchant.api.send('PUT', `/v1/webhooks/${id}`, { is_active: false });
    await cancelLink();
    await service.startWorker();

    await allDone();
    expect(receiver.arrived('/hook')).toHaveLength(1);
  });

  it('an endpoint hears of the events that it was changed to', async () => {
    const { id } = await register();
    await merchant.api.send('PUT', `/v1/webhooks/${id}`, { events: ['payment.completed'] });
    await cancelLink();
    await service.simulate(await service.createLink(merchant), { event: 'pay' });
    await service.startWorker();

    await allDone();
    const events = receiver.arrived('/hook').map(({ body }) => JSON.parse(body.toString()).event as string);
    expect(events).toEqual(['payment.completed']);
  });

  it('Authentication 9: deleting the key neither closes its endpoint nor changes its secret', async () => {
    const key = await service.issueKey(merchant);
    const { body } = await key.api.post('/v1/webhooks', { url: receiver.url('/of-a-key') });
    await service.sql('DELETE FROM api_keys WHERE id = $1', [key.keyId]);
    await cancelLink();
    await service.startWorker();

    const [attempt] = await receiver.received(1, '/of-a-key');
    expect(signer(attempt!, { same: body.data.secret as string })).toBe('same');
  });

  it('a link that expires is told of: payment_link.expired', async () => {
    await register();
    await service.simulate(await service.createLink(merchant), { event: 'lapse' });
    await service.startWorker();

    const [attempt] = await receiver.received(1, '/hook');
    expect(JSON.parse(attempt!.body.toString())).toMatchObject({
      event: 'payment_link.expired',
      data: { status: 'expired', kind: 'payment_link' },
    });
  });
});
