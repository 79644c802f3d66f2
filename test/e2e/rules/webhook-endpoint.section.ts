import { DELIVERIES } from '@app/webhooks/testing';
import { until } from '../../support/conditions';
import { payNewLink } from '../../support/paid-links';
import { Receiver } from '../../support/receiver';
import { TestService, type Merchant } from '../../support/service';

interface EndpointJson {
  id: string;
  url: string;
  description: string | null;
  events: string[];
  secret: string;
  is_active: boolean;
  created_at: string;
  last_triggered_at: string | null;
}

describe('Resources, Webhook endpoint', () => {
  let service: TestService;
  let receiver: Receiver;
  let merchant: Merchant;

  beforeAll(async () => {
    service = await TestService.start({ worker: true });
    receiver = await Receiver.start();
  });

  beforeEach(async () => {
    merchant = await service.merchant();
  });

  afterAll(async () => {
    await service.stop();
    await receiver.stop();
  });

  const post = (fields: Record<string, unknown> = {}, by: Pick<Merchant, 'api'> = merchant) =>
    by.api.post('/v1/webhooks', { url: receiver.url(), ...fields });
  const register = async (fields: Record<string, unknown> = {}) => (await post(fields)).body.data as EndpointJson;
  const read = async ({ id }: EndpointJson) => (await merchant.api.get(`/v1/webhooks/${id}`)).body.data as EndpointJson;

  it('id: is the UUID under which the endpoint is read (rule 13.6)', async () => {
    const endpoint = await register();

    expect(endpoint.id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect((await read(endpoint)).id).toBe(endpoint.id);
  });

  it('url: is the address that was registered (rule 13.2)', async () => {
    expect((await read(await register())).url).toBe(receiver.url());
  });

  it('url: is unique in an account, also with different keys (rule 13.2)', async () => {
    await register();
    const again = [await post(), await post({}, await service.issueKey(merchant))];

    expect(again.map(({ status, body }) => [status, body.code as string])).toEqual(
      Array(2).fill([422, 'WEBHOOK_ALREADY_EXISTS']),
    );
  });

  it('url: can also be registered by another account (rule 13.2)', async () => {
    await register();

    expect((await post({}, await service.merchant())).status).toBe(201);
  });

  it('description: is the text that was sent (rule 13.6)', async () => {
    expect((await read(await register({ description: 'Café / orders' }))).description).toBe('Café / orders');
  });

  it('events: are the names that were chosen (rule 13.6)', async () => {
    const events = ['payment.completed', 'payment_link.cancelled'];

    expect((await read(await register({ events }))).events).toEqual(events);
  });

  it('secret: is 64 lowercase hexadecimal characters and nothing else (rule 13.4)', async () => {
    expect((await register()).secret).toMatch(/^[0-9a-f]{64}$/);
  });

  it('secret: is returned by creation and rotation, and by no other operation (rule 13.4)', async () => {
    const { id, secret } = await register();
    const path = `/v1/webhooks/${id}`;
    const renewed = (await merchant.api.post(`${path}/rotate-secret`)).body.data.secret as string;
    expect(renewed).toMatch(/^[0-9a-f]{64}$/);

    const others = [
      await merchant.api.get(path),
      await merchant.api.get('/v1/webhooks'),
      await merchant.api.send('PUT', path, { description: 'moved' }),
      await merchant.api.delete(path),
    ];
    expect(others.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const all = others.map(({ text }) => text).join();
    expect([all.includes('"secret"'), all.includes(secret), all.includes(renewed)]).toEqual([false, false, false]);
  });

  it.each([false, undefined])('is_active: is true after creation when %s was sent (rule 13.6)', async (is_active) => {
    expect((await read(await register({ is_active }))).is_active).toBe(true);
  });

  it('created_at: is an ISO 8601 time, of the creation (rule 13.6)', async () => {
    const before = Date.now();
    const { created_at } = await read(await register());

    expect(created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/);
    expect(Date.parse(created_at)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(created_at)).toBeLessThanOrEqual(Date.now());
  });

  it('last_triggered_at: is null at first, and updated by a delivery to the endpoint (rule 13.6)', async () => {
    const endpoint = await register({ url: receiver.url('/triggered') });
    expect((await read(endpoint)).last_triggered_at).toBeNull();

    await payNewLink(service, merchant);
    const triggered = await until(
      'the endpoint shows when it was triggered',
      async () => (await read(endpoint)).last_triggered_at ?? undefined,
    );
    expect(Math.abs(Date.parse(triggered) - Date.now())).toBeLessThan(60_000);
  });

  it('last_triggered_at: is not updated by a delivery to a link’s own address, even with the same URL (rule 13.6)', async () => {
    const endpoint = await register({ url: receiver.url('/shared'), events: ['payment_link.expired'] });
    await payNewLink(service, merchant, { webhook_url: receiver.url('/shared') });

    await until('the delivery is done', async () => {
      const [delivery] = await service.sql<{ status: string }>(
        `SELECT status FROM ${DELIVERIES} WHERE account_id = $1`,
        [merchant.account.id],
      );
      return delivery?.status === 'delivered';
    });
    expect((await read(endpoint)).last_triggered_at).toBeNull();
  });
});
