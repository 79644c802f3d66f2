import { newId } from '@app/kernel';
import { EVENT_NAMES } from '@app/webhooks';
import { cancelNewLink, isSignedWith } from '../../support/deliveries';
import type { HttpClient } from '../../support/http-client';
import { signIn, userWith } from '../../support/panel';
import { data, ids, owner, TEXT, watchDocumented } from '../../support/panel-money';
import { Receiver } from '../../support/receiver';
import { expectError, naming } from '../../support/expect-error';
import { TestService, type Merchant } from '../../support/service';
import { ISO, UUID } from '../../support/shapes';

const SECRET = /^[0-9a-f]{64}$/;
const anUrl = () => `https://shop.example/${newId()}`;

describe('webhook endpoints in the panel', () => {
  let service: TestService;
  let merchant: Merchant;
  let panel: HttpClient;

  beforeAll(async () => {
    service = await TestService.start();
    await watchDocumented(service);
  });

  beforeEach(async () => {
    merchant = await service.merchant();
    ({ panel } = await signIn(service, merchant));
  });

  afterAll(() => service.stop());

  async function register(fields: object = {}): Promise<{ id: string; url: string; secret: string }> {
    const { status, text, body } = await panel.post('/webhooks', { url: anUrl(), ...fields });
    if (status !== 201) throw new Error(`no endpoint was registered: ${text}`);
    return body.data as { id: string; url: string; secret: string };
  }

  const operations = (id: string) =>
    [
      ['GET', '/webhooks', undefined],
      ['POST', '/webhooks', { url: anUrl() }],
      ['GET', `/webhooks/${id}`, undefined],
      ['PUT', `/webhooks/${id}`, { description: 'x' }],
      ['POST', `/webhooks/${id}/rotate-secret`, undefined],
      ['POST', `/webhooks/${id}/test`, {}],
      ['DELETE', `/webhooks/${id}`, undefined],
    ] as const;

  it.each(['https://SHOP.example/hook', 'https://shop.example:443/./hook#a', 'https://shop.example./%68ook'])(
    'rejects %s beside https://shop.example/hook, at registration and in a change',
    async (spelling) => {
      await register({ url: 'https://shop.example/hook' });
      const other = await register();

      expectError(await panel.post('/webhooks', { url: spelling }), 422, 'WEBHOOK_ALREADY_EXISTS');
      expectError(await panel.send('PUT', `/webhooks/${other.id}`, { url: spelling }), 422, 'WEBHOOK_ALREADY_EXISTS');
    },
  );

  it('are registered with a secret, and read and listed without it', async () => {
    const url = anUrl();
    const { status, body } = await panel.post('/webhooks', { url, description: 'Shop' });
    const { secret, ...endpoint } = body.data as Record<string, unknown>;

    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      message: TEXT,
      data: {
        id: expect.stringMatching(UUID),
        url,
        description: 'Shop',
        events: EVENT_NAMES,
        secret: expect.stringMatching(SECRET),
        is_active: true,
        created_at: expect.stringMatching(ISO),
      },
    });
    const read = await data(panel, `/webhooks/${endpoint.id as string}`);
    expect(read).toEqual({ ...endpoint, last_triggered_at: null });
    expect(await data(panel, '/webhooks')).toEqual([read]);
    expect(JSON.stringify(read)).not.toContain(secret);
  });

  it('are those of the external API: each shows what the other registers', async () => {
    const { id } = await register();
    const { body } = await merchant.api.post('/v1/webhooks', { url: anUrl() });

    expect(await ids(panel, '/webhooks')).toEqual([id, body.data.id]);
    expect((await merchant.api.get(`/v1/webhooks/${id}`)).status).toBe(200);
    expect((await panel.get(`/webhooks/${body.data.id as string}`)).status).toBe(200);
  });

  it('change only the fields that are sent, and cannot have another endpoint’s URL', async () => {
    const [one, two] = [await register(), await register({ description: 'Shop' })];
    const changed = await panel.send('PUT', `/webhooks/${two.id}`, { is_active: false });

    expect([changed.status, changed.body.data]).toMatchObject([200, { is_active: false, description: 'Shop' }]);
    expectError(await panel.send('PUT', `/webhooks/${two.id}`, { url: one.url }), 422, 'WEBHOOK_ALREADY_EXISTS');
    expectError(await panel.post('/webhooks', { url: one.url }), 422, 'WEBHOOK_ALREADY_EXISTS');
  });

  it('cannot be moved to the address of a private network', async () => {
    const { id, url } = await register();

    const moved = await panel.send('PUT', `/webhooks/${id}`, { url: 'http://192.168.1/' });
    expectError(moved, 422, 'VALIDATION_FAILED', naming('url'));
    expect(await data(panel, `/webhooks/${id}`)).toMatchObject({ url });
  });

  it('get a new secret, which signs from then on', async () => {
    const receiver = await Receiver.start();
    const { id, secret } = await register({ url: receiver.url() });
    const { status, body } = await panel.post(`/webhooks/${id}/rotate-secret`);
    expect([status, body.data]).toEqual([200, { id, secret: expect.stringMatching(SECRET) }]);
    expect(body.data.secret).not.toBe(secret);
    await cancelNewLink(service, merchant);
    await service.startWorker();
    const [request] = await receiver.received(1);
    await service.stopWorker();
    await receiver.stop();

    expect(isSignedWith(body.data.secret as string, request!)).toBe(true);
  });

  it('are deleted once', async () => {
    const { id } = await register();

    expect((await panel.delete(`/webhooks/${id}`)).body.data).toEqual({ id, deleted: true });
    expectError(await panel.delete(`/webhooks/${id}`), 404, 'WEBHOOK_NOT_FOUND');
    expectError(await panel.get(`/webhooks/${id}`), 404, 'WEBHOOK_NOT_FOUND');
  });

  it('under an Idempotency-Key are registered once, and shown again without the secret', async () => {
    const [headers, body] = [{ 'idempotency-key': newId() }, { url: anUrl() }];
    const [first, again] = [await panel.post('/webhooks', body, headers), await panel.post('/webhooks', body, headers)];

    expect(first.body.data.secret).toMatch(SECRET);
    expect(again.body).toEqual({ ...first.body, data: { ...first.body.data, secret: null } });
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, 'true']);
    expect(await ids(panel, '/webhooks')).toHaveLength(1);
  });

  it.each([
    ['url', undefined],
    ['url', 'ftp://shop.example'],
    ['url', 'http://10.0.0.1/'],
    ['description', 1],
    ['events', []],
  ])('are rejected with %s = %j, naming it', async (field, value) => {
    const response = await panel.post('/webhooks', { url: anUrl(), [field]: value });

    expectError(response, 422, 'VALIDATION_FAILED', naming(field));
    expect(await ids(panel, '/webhooks')).toEqual([]);
  });

  it('require manage_webhooks and nothing else', async () => {
    const { id } = await register();
    const [reader, manager] = [
      await userWith(service, merchant, 'view_payins', 'manage_api_keys'),
      await userWith(service, merchant, 'manage_webhooks'),
    ];
    for (const [method, path, body] of operations(id)) {
      expectError(await reader.send(method, path, body && '{'), 403, 'PERMISSION_DENIED');
    }
    const statuses: number[] = [];
    for (const [method, path, body] of operations(id)) statuses.push((await manager.send(method, path, body)).status);

    expect(statuses).toEqual([200, 201, 200, 200, 200, 200, 200]);
  });

  it('of another account are not found', async () => {
    const { id } = await register();
    const stranger = await owner(service, {});
    for (const [method, path, body] of operations(id).filter(([, each]) => each.includes(id))) {
      expectError(await stranger.send(method, path, body), 404, 'WEBHOOK_NOT_FOUND');
    }

    expect(await ids(stranger, '/webhooks')).toEqual([]);
    expect(await data(panel, `/webhooks/${id}`)).toMatchObject({ description: null });
  });

  describe('the audit log', () => {
    const audited = (id: string) =>
      service.sql<{ action: string }>('SELECT * FROM audit_log WHERE object_id = $1 ORDER BY id', [id]);
    const OF_ENDPOINT = { object_type: 'webhook_endpoint' };

    it('has every change of a user, and no secret', async () => {
      const { id, url, secret } = await register({ events: ['payout.failed'] });
      await panel.send('PUT', `/webhooks/${id}`, { is_active: false }, { 'x-request-id': 'change-1' });
      await panel.send('PUT', `/webhooks/${id}`, { is_active: false });
      const rotated = (await panel.post(`/webhooks/${id}/rotate-secret`)).body.data as { secret: string };
      await panel.delete(`/webhooks/${id}`);
      const by = { ...OF_ENDPOINT, actor_type: 'user', actor: merchant.userId, account_id: merchant.account.id };
      const rows = await audited(id);

      expect(rows).toMatchObject([
        {
          ...by,
          action: 'webhook_endpoint.created',
          from_address: expect.stringContaining('127.0.0.1'),
          details: { url, description: null, events: ['payout.failed'], is_active: true },
        },
        {
          ...by,
          action: 'webhook_endpoint.updated',
          request_id: 'change-1',
          details: { is_active: { from: true, to: false } },
        },
        { ...by, action: 'webhook_endpoint.secret_rotated', details: { secret_version: { from: 1, to: 2 } } },
        { ...by, action: 'webhook_endpoint.deleted', details: { url, description: null } },
      ]);
      expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${secret}|${rotated.secret}`));
    });

    it('has every change of an API key', async () => {
      const { id } = (await merchant.api.post('/v1/webhooks', { url: anUrl() })).body.data as { id: string };
      await merchant.api.send('PUT', `/v1/webhooks/${id}`, { description: 'Shop' });
      await merchant.api.post(`/v1/webhooks/${id}/rotate-secret`);
      await merchant.api.delete(`/v1/webhooks/${id}`, { 'x-request-id': 'delete-1' });
      const rows = await audited(id);

      expect(rows.map(({ action }) => action)).toEqual(
        ['created', 'updated', 'secret_rotated', 'deleted'].map((done) => `webhook_endpoint.${done}`),
      );
      const by = { ...OF_ENDPOINT, actor_type: 'api_key', actor: merchant.keyId, account_id: merchant.account.id };
      for (const row of rows) expect(row).toMatchObject({ ...by, from_address: expect.stringContaining('127.0.0.1') });
      expect(rows.at(-1)).toMatchObject({ request_id: 'delete-1' });
    });

    it('has nothing of what was rejected', async () => {
      const { id, url } = await register();
      await panel.post('/webhooks', { url });
      await panel.send('PUT', `/webhooks/${id}`, { url: 'nowhere' });
      await (await owner(service, {})).delete(`/webhooks/${id}`);

      expect(await audited(id)).toHaveLength(1);
    });
  });
});
