import { newId } from '@app/kernel';
import { payNewLink } from '../../support/paid-links';
import { allDone, cancelNewLink, isSignedWith, register, signerOf } from '../../support/deliveries';
import { Receiver } from '../../support/receiver';
import { TEST_SECRETS } from '@app/platform/testing';
import { TestService, type Merchant } from '../../support/service';

const PLATFORM = TEST_SECRETS.PLATFORM_WEBHOOK_SECRET;

describe('Events, Per-link address', () => {
  let service: TestService;
  let receiver: Receiver;
  let merchant: Merchant;
  let path: string;

  beforeAll(async () => {
    service = await TestService.start({ worker: true });
    receiver = await Receiver.start();
  });

  beforeEach(async () => {
    merchant = await service.merchant();
    path = `/${newId()}`;
    receiver.response = () => 200;
  });

  afterAll(async () => {
    await service.stop();
    await receiver.stop();
  });

  /** A paid link with its own address. */
  const payWithAddress = () => payNewLink(service, merchant, { webhook_url: receiver.url(path) });
  const lastTriggered = async (id: string) =>
    (await merchant.api.get(`/v1/webhooks/${id}`)).body.data.last_triggered_at as string | null;

  it('notification: is sent to the address that the link was created with (rule 13.13)', async () => {
    const linkId = await payWithAddress();

    const [delivery] = await receiver.received(1, path);
    expect(JSON.parse(delivery!.body.toString()).data).toMatchObject({ payment_link_id: linkId });
  });

  it('signature: is made with the platform’s internal key, and with no secret of the account (rule 13.13)', async () => {
    const { secret } = await register(merchant, receiver.url('/of-the-account'));
    receiver.response = (request, index) => (request.path === path && index === 0 ? 500 : 200);
    await payWithAddress();

    const attempts = await receiver.received(2, path);
    expect(attempts.map((attempt) => signerOf(attempt, { account: secret, platform: PLATFORM }))).toEqual([
      'platform',
      'platform',
    ]);
  });

  it('no resource: the address is not among the endpoints (rule 13.13)', async () => {
    await payWithAddress();

    await receiver.received(1, path);
    expect((await merchant.api.get('/v1/webhooks')).body.data).toEqual([]);
  });

  it.each(['PUT', 'DELETE'] as const)('out of reach: no id refers to the address: %s (rule 13.13)', async (method) => {
    const linkId = await payWithAddress();
    const [delivery] = await receiver.received(1, path);
    const ids = [linkId, String(delivery!.headers['x-webhook-id'])];

    for (const id of ids) {
      const body = method === 'PUT' ? { is_active: false } : undefined;
      expect((await merchant.api.send(method, `/v1/webhooks/${id}`, body)).body.code).toBe('WEBHOOK_NOT_FOUND');
    }
  });

  it.each(['deactivated', 'deleted'])(
    'out of reach: it still gets events when an endpoint with the same URL is %s (rule 13.13)',
    async (how) => {
      const { id } = await register(merchant, receiver.url(path));
      if (how === 'deleted') await merchant.api.delete(`/v1/webhooks/${id}`);
      else await merchant.api.send('PUT', `/v1/webhooks/${id}`, { is_active: false });
      await payWithAddress();

      const [delivery] = await receiver.received(1, path);
      expect(isSignedWith(PLATFORM, delivery!)).toBe(true);
    },
  );

  it('last_triggered_at: does not change, even for an endpoint with the same URL (rule 13.13)', async () => {
    const { id } = await register(merchant, receiver.url(path), { events: ['payment_link.expired'] });
    await payWithAddress();

    await receiver.received(1, path);
    expect(await allDone(service, merchant)).toEqual(['delivered']);
    expect(await lastTriggered(id)).toBeNull();
  });

  it('deleted endpoint: pending retries are sent to the stored URL, signed with the internal key (rule 13.14)', async () => {
    const { id, secret } = await register(merchant, receiver.url(path));
    receiver.response = async (_request, index) => {
      if (index === 0) await merchant.api.delete(`/v1/webhooks/${id}`);
      return index < 2 ? 500 : 200;
    };
    await cancelNewLink(service, merchant);

    const attempts = await receiver.received(3, path);
    expect(attempts.map((attempt) => signerOf(attempt, { account: secret, platform: PLATFORM }))).toEqual([
      'account',
      'platform',
      'platform',
    ]);
  });

  it('retired endpoint: after deactivation it gets only retries signed with its secret, and can then be deleted (rule 13.14)', async () => {
    const { id, secret } = await register(merchant, receiver.url(path));
    receiver.response = async (_request, index) => {
      if (index === 0) await merchant.api.send('PUT', `/v1/webhooks/${id}`, { is_active: false });
      return index < 2 ? 500 : 200;
    };
    await cancelNewLink(service, merchant);
    await receiver.received(1, path);
    await allDone(service, merchant);
    await cancelNewLink(service, merchant);

    expect(await allDone(service, merchant)).toEqual(['delivered']);
    expect(receiver.arrived(path).map((attempt) => isSignedWith(secret, attempt))).toEqual([true, true, true]);
    expect((await merchant.api.delete(`/v1/webhooks/${id}`)).status).toBe(200);
  });
});
