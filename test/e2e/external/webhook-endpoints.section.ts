import { newId } from '@app/kernel';
import { TestService, type Merchant } from '../../support/service';
import { expectError, naming } from '../../support/expect-error';

const EVENTS = [
  'payment.completed',
  'payment.returned',
  'payment_link.cancelled',
  'payment_link.expired',
  'payout.completed',
  'payout.failed',
];

describe('webhook endpoints of the external API', () => {
  let service: TestService;
  let merchant: Merchant;

  beforeAll(async () => {
    service = await TestService.start();
  });

  beforeEach(async () => {
    merchant = await service.merchant();
  });

  afterAll(() => service.stop());

  const create = (body: unknown, by: { api: Merchant['api'] } = merchant) => by.api.post('/v1/webhooks', body);
  const url = (path = '') => `https://shop.example/hooks${path}`;

  describe('create', () => {
    it('subscribes to all six events when none are named', async () => {
      expect((await create({ url: url() })).body.data).toMatchObject({ events: EVENTS, description: null });
    });

    it('gives every endpoint its own secret', async () => {
      const secrets = await Promise.all(
        ['/a', '/b', '/c'].map(async (path) => (await create({ url: url(path) })).body.data.secret as string),
      );

      expect(new Set(secrets).size).toBe(3);
    });

    it.each([
      ['url', undefined],
      ['url', null],
      ['url', ''],
      ['url', 'shop.example'],
      ['url', 'ftp://shop.example'],
      ['url', 'file:///etc/passwd'],
      ['url', 'https://user:secret@shop.example/'],
      ['url', 'https://shop.example/a b'],
      ['url', 'https://169.254.169.254/latest/meta-data'],
      ['url', ['https://shop.example']],
      ['url', 1],
      ['description', 1],
      ['description', ['x']],
      ['description', '\u0000'],
      ['events', []],
      ['events', 'payment.completed'],
      ['events', ['payment.unknown']],
      ['events', ['payment.completed', 'PAYMENT.RETURNED']],
      ['events', ['payment.completed', null]],
      ['events', [['payment.completed']]],
      ['events', { 0: 'payment.completed' }],
    ])('rejects %s = %j, naming it', async (field, value) => {
      expectError(await create({ url: url(), [field]: value }), 422, 'VALIDATION_FAILED', naming(field));
    });

    it('rejects an address of more than 2,048 characters', async () => {
      const long = url(`/${'x'.repeat(2_048)}`);

      expectError(await create({ url: long }), 422, 'VALIDATION_FAILED', naming('url'));
    });

    it('allows an account at most 50 endpoints, also with concurrent requests (rule 13.17)', async () => {
      const responses = await Promise.all(Array.from({ length: 60 }, (_, index) => create({ url: url(`/${index}`) })));

      const rejected = responses.filter(({ status }) => status !== 201);
      expect(rejected.map(({ body }) => body.code as string)).toEqual(Array<string>(10).fill('VALIDATION_FAILED'));
      expect((await merchant.api.get('/v1/webhooks')).body.data).toHaveLength(50);
    });
  });

  it('a URL is registered once, also by 20 concurrent requests', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => create({ url: url() })));

    const codes = responses.map(({ status, body }) => (status === 201 ? 'created' : (body.code as string)));
    expect(codes.sort()).toEqual([...Array<string>(19).fill('WEBHOOK_ALREADY_EXISTS'), 'created']);
  });

  describe('read', () => {
    const fields = ['created_at', 'description', 'events', 'id', 'is_active', 'last_triggered_at', 'url'];

    it('finds endpoints that any key of the account registered', async () => {
      const { id } = (await create({ url: url() }, await service.issueKey(merchant))).body.data as { id: string };

      expect((await merchant.api.get(`/v1/webhooks/${id}`)).status).toBe(200);
    });

    it('returns WEBHOOK_NOT_FOUND for an endpoint of another account and for an unknown one', async () => {
      const { id } = (await create({ url: url() }, await service.merchant())).body.data as { id: string };

      const responses = await Promise.all([id, newId()].map((each) => merchant.api.get(`/v1/webhooks/${each}`)));
      for (const response of responses) expectError(response, 404, 'WEBHOOK_NOT_FOUND');
      expect(responses[0]!.text).toBe(responses[1]!.text);
    });

    it('lists the endpoints of the account only, without secrets', async () => {
      await create({ url: url('/a') });
      await create({ url: url('/b') }, await service.issueKey(merchant));
      await create({ url: url('/c') }, await service.merchant());

      const { status, body } = await merchant.api.get('/v1/webhooks');
      const list = body.data as Record<string, unknown>[];
      expect(status).toBe(200);
      expect(list.map((endpoint) => endpoint.url).sort()).toEqual([url('/a'), url('/b')]);
      expect(list.map((endpoint) => Object.keys(endpoint).sort())).toEqual([fields, fields]);
    });

    it('lists nothing for an account without endpoints', async () => {
      expect((await merchant.api.get('/v1/webhooks')).body.data).toEqual([]);
    });
  });

  describe('update', () => {
    const update = (id: string, body: unknown, by: { api: Merchant['api'] } = merchant) =>
      by.api.send('PUT', `/v1/webhooks/${id}`, body);
    const born = async (path = '') => (await create({ url: url(path) })).body.data as { id: string };

    it('changes the given fields and no others', async () => {
      const { id } = await born();
      await update(id, { description: 'first' });

      const { status, body } = await update(id, { events: ['payout.failed'], is_active: false });
      expect(status).toBe(200);
      expect(body.data).toMatchObject({
        id,
        url: url(),
        description: 'first',
        events: ['payout.failed'],
        is_active: false,
      });
      expect(body.data).not.toHaveProperty('secret');
    });

    it('rejects the address of a private network, naming it', async () => {
      const { id } = await born();

      expectError(await update(id, { url: 'http://0x0a000001/' }), 422, 'VALIDATION_FAILED', naming('url'));
      expect((await merchant.api.get(`/v1/webhooks/${id}`)).body.data).toMatchObject({ url: url() });
    });

    it('returns WEBHOOK_ALREADY_EXISTS for an address that the account already has', async () => {
      await born('/a');
      const { id } = await born('/b');

      expectError(await update(id, { url: url('/a') }), 422, 'WEBHOOK_ALREADY_EXISTS');
      expect((await update(id, { url: url('/b') })).status).toBe(200);
    });

    it.each([
      ['url', null],
      ['url', 'ftp://shop.example'],
      ['events', []],
      ['events', ['nothing']],
      ['is_active', 'yes'],
      ['is_active', null],
      ['description', 1],
    ])('rejects %s = %j, naming it, and changes nothing', async (field, value) => {
      const { id } = await born();

      expectError(
        await update(id, { description: 'changed', [field]: value }),
        422,
        'VALIDATION_FAILED',
        naming(field),
      );
      expect((await merchant.api.get(`/v1/webhooks/${id}`)).body.data.description).toBeNull();
    });
  });

  describe('delete and rotate-secret', () => {
    it('delete returns the id, and the address can be registered again', async () => {
      const { id } = (await create({ url: url() })).body.data as { id: string };

      const { status, body } = await merchant.api.delete(`/v1/webhooks/${id}`);
      expect([status, body.data]).toEqual([200, { id, deleted: true }]);
      expectError(await merchant.api.get(`/v1/webhooks/${id}`), 404, 'WEBHOOK_NOT_FOUND');
      expect((await create({ url: url() })).status).toBe(201);
    });

    it('a second delete returns WEBHOOK_NOT_FOUND', async () => {
      const { id } = (await create({ url: url() })).body.data as { id: string };
      await merchant.api.delete(`/v1/webhooks/${id}`);

      expectError(await merchant.api.delete(`/v1/webhooks/${id}`), 404, 'WEBHOOK_NOT_FOUND');
    });

    it('concurrent rotations return different secrets', async () => {
      const { id } = (await create({ url: url() })).body.data as { id: string };
      const responses = await Promise.all(
        Array.from({ length: 10 }, () => merchant.api.post(`/v1/webhooks/${id}/rotate-secret`)),
      );

      expect(new Set(responses.map(({ body }) => body.data.secret as string)).size).toBe(10);
    });

    it.each([
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/rotate-secret'],
    ] as const)('%s%s reaches no endpoint of another account', async (method, path) => {
      const other = await service.merchant();
      const { id } = (await create({ url: url() }, other)).body.data as { id: string };

      const body = method === 'DELETE' ? undefined : {};
      expectError(await merchant.api.send(method, `/v1/webhooks/${id}${path}`, body), 404, 'WEBHOOK_NOT_FOUND');
      expect((await other.api.get(`/v1/webhooks/${id}`)).status).toBe(200);
    });
  });

  it('stores no secret in plain text', async () => {
    const { id, secret } = (await create({ url: url() })).body.data as { id: string; secret: string };

    const [row] = await service.sql<{ ciphertext: Buffer }>(
      'SELECT ciphertext FROM webhook_secrets WHERE endpoint_id = $1',
      [id],
    );
    expect(row!.ciphertext.includes(Buffer.from(secret))).toBe(false);
    expect(row!.ciphertext.includes(Buffer.from(secret, 'hex'))).toBe(false);
  });
});
