import { Encrypter } from '@app/platform';
import type { HttpClient } from '../../support/http-client';
import { userWith } from '../../support/panel';
import { TestService, type Merchant } from '../../support/service';

const LINK = { amount: 15000, currency: 'ARS', description: 'Order 1001' };

describe('Idempotency-Key on creating calls', () => {
  let service: TestService;
  let merchant: Merchant;

  beforeAll(async () => {
    service = await TestService.start();
  });

  beforeEach(async () => {
    merchant = await service.merchant();
  });

  afterAll(() => service.stop());

  const create = (key: string, body: unknown = LINK, by: { api: Merchant['api'] } = merchant) =>
    by.api.post('/v1/payment-links', body, { 'idempotency-key': key });

  const linksOf = ({ account }: Merchant) =>
    service.sql<{ id: string }>('SELECT id FROM payment_links WHERE account_id = $1', [account.id]);

  it('a repeated call returns the first response, says so, and creates nothing', async () => {
    const first = await create('order-1001');
    const second = await create('order-1001');

    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.text).toBe(first.text);
    expect([first.headers, second.headers].map((headers) => headers['idempotency-replayed'])).toEqual([
      undefined,
      'true',
    ]);
    expect(await linksOf(merchant)).toHaveLength(1);
  });

  it('the response stays the same after the link has changed', async () => {
    const first = await create('order-1001');
    await merchant.api.delete(`/v1/payment-links/${String(first.body.data.id)}`);

    expect((await create('order-1001')).text).toBe(first.text);
  });

  it('another body under the same key is IDEMPOTENCY_KEY_REUSED, and creates nothing', async () => {
    await create('order-1001');
    const { status, body } = await create('order-1001', { ...LINK, amount: 15001 });

    expect(status).toBe(422);
    expect(body).toEqual({ success: false, code: 'IDEMPOTENCY_KEY_REUSED', message: expect.any(String) });
    expect(await linksOf(merchant)).toHaveLength(1);
  });

  it('20 concurrent calls create one link; each returns its response or IDEMPOTENCY_IN_PROGRESS', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => create('order-1001')));

    const [{ id } = { id: '' }, ...more] = await linksOf(merchant);
    expect(more).toEqual([]);
    for (const { status, body } of responses) {
      expect(status === 201 ? body.data.id : [status, body.code]).toEqual(
        status === 201 ? id : [409, 'IDEMPOTENCY_IN_PROGRESS'],
      );
    }
    expect((await create('order-1001')).body.data.id).toBe(id);
  });

  it('an error is not stored: the same key can be used for the corrected call', async () => {
    expect((await create('order-1001', { ...LINK, amount: 'x' })).status).toBe(422);
    expect((await create('order-1001', { ...LINK, amount: 1 })).status).toBe(400);

    expect((await create('order-1001')).status).toBe(201);
  });

  it('an error of the layers is not stored', async () => {
    const { api } = await service.issueKey(merchant, { permissions: [] });
    expect((await create('order-1001', LINK, { api })).status).toBe(403);

    expect((await create('order-1001')).headers).not.toHaveProperty('idempotency-replayed');
  });

  it('belongs to the user behind the API key: another API key of the same user gets the same response', async () => {
    const first = await create('order-1001');
    const again = await create('order-1001', LINK, await service.issueKey(merchant));

    expect(again.text).toBe(first.text);
    expect(await linksOf(merchant)).toHaveLength(1);
  });

  it('belongs to the user behind the API key: other users and other accounts create their own objects', async () => {
    const { id: userId } = await service.addUser(merchant);
    const first = await create('order-1001');
    const others = [
      await create('order-1001', LINK, await service.issueKey(merchant, { userId })),
      await create('order-1001', LINK, await service.merchant()),
    ];

    expect(others.map(({ status, headers }) => [status, headers['idempotency-replayed']])).toEqual([
      [201, undefined],
      [201, undefined],
    ]);
    expect(new Set([first, ...others].map(({ body }) => body.data.id)).size).toBe(3);
    expect(await linksOf(merchant)).toHaveLength(2);
  });

  it('of an API key without a user belongs to the account', async () => {
    const keys = [await service.issueKey(merchant), await service.issueKey(merchant)];
    await service.sql('UPDATE api_keys SET user_id = NULL WHERE id = ANY ($1)', [keys.map(({ keyId }) => keyId)]);
    const register = ({ api }: Pick<Merchant, 'api'>, host: string) =>
      api.post('/v1/webhooks', { url: `https://${host}/hook` }, { 'idempotency-key': 'hook' });
    const [first, again] = [await register(keys[0]!, 'shop.example'), await register(keys[1]!, 'shop.example')];
    const ofUser = await register(merchant, 'another.example');

    expect([first.status, again.headers['idempotency-replayed']]).toEqual([201, 'true']);
    expect(again.body.data.id).toBe(first.body.data.id);
    expect([ofUser.status, ofUser.headers['idempotency-replayed']]).toEqual([201, undefined]);
  });

  it('belongs to the path', async () => {
    await create('order-1001');
    const { status, headers } = await merchant.api.post(
      '/v1/webhooks',
      { url: 'https://shop.example/hook' },
      { 'idempotency-key': 'order-1001' },
    );

    expect(status).toBe(201);
    expect(headers).not.toHaveProperty('idempotency-replayed');
  });

  it.each(['/V1/payment-links', '/v1/Payment-Links', '/v1/payment-links/'])(
    'belongs to the same path when it is spelled %s',
    async (path) => {
      const first = await create('order-1001');
      const second = await merchant.api.post(path, LINK, { 'idempotency-key': 'order-1001' });

      expect(second.text).toBe(first.text);
      expect(await linksOf(merchant)).toHaveLength(1);
    },
  );

  it('belongs to the user in the panel: another user creates a new key', async () => {
    const ana = await userWith(service, merchant, '*');
    const ben = await userWith(service, merchant, 'manage_api_keys', 'view_payins');
    const body = { name: 'Shop', permissions: ['payment_links:read'] };
    const idOf = async (user: HttpClient) =>
      (await user.post('/api-keys', body, { 'idempotency-key': 'shop' })).body.data.id as string;
    expect(await idOf(ana)).toBe(await idOf(ana));
    expect(await idOf(ben)).not.toBe(await idOf(ana));
  });

  describe('a secret is shown once', () => {
    const register = () =>
      merchant.api.post('/v1/webhooks', { url: 'https://shop.example/hook' }, { 'idempotency-key': 'hook' });
    const keyAs = (user: HttpClient) =>
      user.post('/api-keys', { name: 'Shop', permissions: ['*'] }, { 'idempotency-key': 'shop' });

    it('a repeated call gets the endpoint without its secret', async () => {
      const first = (await register()).body;
      const again = (await register()).body;

      expect(first.data.secret).toMatch(/^[0-9a-f]{64}$/);
      expect(again).toEqual({ ...first, data: { ...first.data, secret: null } });
    });

    it('a repeated call gets the API key’s settings without the key', async () => {
      const user = await userWith(service, merchant, '*');
      const first = (await keyAs(user)).body;
      const again = (await keyAs(user)).body;

      expect(first.data.api_key).toMatch(/^pay_/);
      expect(again).toEqual({ ...first, data: { ...first.data, api_key: null } });
    });

    it('the stored responses contain neither', async () => {
      const user = await userWith(service, merchant, '*');
      const secrets = [(await register()).body.data.secret, (await keyAs(user)).body.data.api_key] as string[];
      const rows = await service.sql<{ scope: string; key: string; response: Buffer }>(
        `SELECT scope, key, answer AS response FROM idempotency_keys WHERE key IN ('hook', 'shop')`,
      );
      const encrypter = new Encrypter(service.config.secretsKey);
      const responses = rows.map(({ scope, key, response }) =>
        encrypter.decrypt(response, `idempotency|${scope}|${key}`),
      );

      expect(responses.length).toBeGreaterThanOrEqual(2);
      expect(secrets.filter((secret) => responses.some((response) => response.includes(secret)))).toEqual([]);
    });
  });

  it('ends after a day', async () => {
    await create('order-1001');
    await service.sql(`UPDATE idempotency_keys SET created_at = now() - interval '25 hours' WHERE scope LIKE $1`, [
      `${merchant.userId}%`,
    ]);

    expect((await create('order-1001', { ...LINK, amount: 20000 })).status).toBe(201);
    expect(await linksOf(merchant)).toHaveLength(2);
  });

  it('can have up to 255 characters', async () => {
    expect((await create('x'.repeat(255))).status).toBe(201);

    const { status, body } = await create('x'.repeat(256));
    expect([status, body.code]).toEqual([422, 'VALIDATION_FAILED']);
  });

  it('without it, a repeated call creates another object', async () => {
    await service.createLink(merchant);
    await service.createLink(merchant);

    expect(await linksOf(merchant)).toHaveLength(2);
  });
});
