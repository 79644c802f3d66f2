import { newId } from '@app/kernel';
import { until } from '../../support/conditions';
import { HttpClient, type HttpResponse } from '../../support/http-client';
import { panelOf, signIn } from '../../support/panel';
import { ensureBuilt, ServiceProcess } from '../../support/processes';
import { logOf } from '../../support/recorded-log';
import { TestService, type Merchant, type MerchantOptions } from '../../support/service';
import { expectError, naming } from '../../support/expect-error';
import { ISO } from '../../support/shapes';

const LINK = { amount: 15000, currency: 'ARS', description: 'Order 1001' };
const KEY = { name: 'Shop', permissions: ['payment_links:create', 'payment_links:read'] };
const FIELDS = [
  'id',
  'name',
  'prefix',
  'permissions',
  'allowed_origins',
  'rate_limit',
  'expires_at',
  'is_active',
  'created_at',
  'last_used_at',
  'last_four',
  'owner',
];

interface KeyJson {
  id: string;
  api_key: string;
  [field: string]: unknown;
}

describe('API keys in the panel', () => {
  let service: TestService;
  let merchant: Merchant;
  let panel: HttpClient;
  /** Another API process. */
  let process: ServiceProcess;
  let processUrl: string;

  beforeAll(async () => {
    await ensureBuilt();
    service = await TestService.start();
    process = await ServiceProcess.start('api', { DATABASE_URL: service.config.databaseUrl! });
    processUrl = await process.url();
  }, 60_000);

  beforeEach(async () => {
    merchant = await service.merchant();
    ({ panel } = await signIn(service, merchant));
  });

  afterAll(async () => {
    await process.end('SIGTERM');
    await service.stop();
  });

  async function create(body: object = KEY, by = panel): Promise<KeyJson> {
    const response = await by.post('/api-keys', body);
    if (response.status !== 201) throw new Error(`no key was created: ${response.text}`);
    return response.body.data as KeyJson;
  }

  const change = async ({ id }: KeyJson, body: object): Promise<HttpResponse> =>
    panel.send('PATCH', `/api-keys/${id}`, body);
  const keyed = ({ api_key }: KeyJson, url = service.url) =>
    new HttpClient(url, { authorization: `Bearer ${api_key}` });
  const use = (key: KeyJson, headers: Record<string, string> = {}, url = service.url) =>
    keyed(key, url).get('/v1/wallets', headers);
  const listed = async (): Promise<KeyJson[]> => (await panel.get('/api-keys')).body.data as KeyJson[];

  /** A user of the merchant's account with these permissions, signed in. */
  async function colleague(...permissions: string[]): Promise<HttpClient> {
    const user = await service.addUser(merchant);
    await service.sql('UPDATE users SET permissions = $2 WHERE id = $1', [user.id, permissions]);
    return (await signIn(service, user)).panel;
  }

  async function owner(options: MerchantOptions): Promise<HttpClient> {
    return (await signIn(service, await service.merchant(options))).panel;
  }

  it('are created, used, deactivated and deleted', async () => {
    const key = await create();
    expect((await keyed(key).post('/v1/payment-links', LINK)).status).toBe(201);
    expect((await change(key, { is_active: false })).body.data.is_active).toBe(false);
    expect((await use(key)).body.code).toBe('invalid_api_key');
    expect((await change(key, { is_active: true })).body.data.is_active).toBe(true);
    expect((await use(key)).status).toBe(200);
    expect((await panel.delete(`/api-keys/${key.id}`)).body.data).toEqual({ id: key.id, deleted: true });
    expect((await use(key)).body.code).toBe('invalid_api_key');
  });

  it('stop in every process when their user loses a permission that they need, and both get a mail (rule 14.6)', async () => {
    const user = await service.addUser(merchant);
    const other = (await signIn(service, user)).panel;
    const [key, reader] = [await create(KEY, other), await create({ ...KEY, permissions: ['webhooks:read'] }, other)];
    for (const url of [service.url, processUrl]) expect((await use(key, {}, url)).status).toBe(200);

    await panel.send('PATCH', `/users/${user.id}`, { permissions: ['manage_webhooks'] });

    for (const url of [service.url, processUrl]) {
      await until('the key is rejected', async () => (await use(key, {}, url)).body.code === 'invalid_api_key', 5_000);
      expect((await use(reader, {}, url)).body.code).not.toBe('invalid_api_key');
    }
    const owner = { id: user.id, email: user.email, is_active: true };
    expect(await listed()).toContainEqual(expect.objectContaining({ id: key.id, is_active: false, owner }));
    const log = (await panel.get('/audit-log?action=api_key.deactivated')).body.data as object[];
    expect(log).toMatchObject([{ actor: { id: merchant.userId }, subject: { id: key.id } }]);
    const mails = await service.sql<{ body: string }>(
      'SELECT text_body AS body FROM mail_messages WHERE to_address = $1',
      [user.email],
    );
    expect(mails.map(({ body }) => body.includes(`…${key.api_key.slice(-4)}`))).toContain(true);
  });

  it('name a deleted user as their owner, who is not active', async () => {
    const user = await service.addUser(merchant);
    const { id } = await create(KEY, (await signIn(service, user)).panel);
    await panel.delete(`/users/${user.id}`);

    const owner = { id: user.id, email: user.email, is_active: false };
    expect(await listed()).toContainEqual(expect.objectContaining({ id, is_active: true, owner }));
  });

  describe('POST /api-keys', () => {
    it('returns 201 with the whole key and exactly its fields', async () => {
      const expiry = new Date(Date.now() + 86_400_000).toISOString();
      const { status, body } = await panel.post('/api-keys', {
        name: 'Café / shop',
        permissions: ['webhooks:read', 'webhooks:write'],
        allowed_origins: ['https://shop.example'],
        rate_limit: 7,
        expires_at: expiry,
      });
      const { slug } = merchant.account;

      expect(status).toBe(201);
      expect(body).toEqual({
        success: true,
        message: expect.any(String),
        data: {
          id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
          name: 'Café / shop',
          prefix: `pay_${slug}_live`,
          api_key: expect.stringMatching(new RegExp(`^pay_${slug}_live_[A-Za-z0-9]{48}$`)),
          permissions: ['webhooks:read', 'webhooks:write'],
          allowed_origins: ['https://shop.example'],
          rate_limit: 7,
          expires_at: expiry,
          is_active: true,
          created_at: expect.stringMatching(ISO),
          last_used_at: null,
          last_four: (body.data as KeyJson).api_key.slice(-4),
          owner: { id: merchant.userId, email: merchant.email, is_active: true },
        },
      });
    });

    it('creates a key that works at once, also in another process', async () => {
      const key = await create();

      expect((await use(key)).status).toBe(200);
      expect((await use(key, {}, processUrl)).status).toBe(200);
    });

    it('creates a key of the signed-in user, which can read that user’s links and no others', async () => {
      const colleagues = await colleague('manage_api_keys', 'create_payins');
      const [own, other] = [await create(), await create(KEY, colleagues)];
      const { id } = (await keyed(own).post('/v1/payment-links', LINK)).body.data as { id: string };

      expect((await keyed(own).get(`/v1/payment-links/${id}`)).status).toBe(200);
      expect((await keyed(other).get(`/v1/payment-links/${id}`)).body.code).toBe('PAYMENT_LINK_NOT_FOUND');
    });

    it('stores only a hash of the key', async () => {
      const { id, api_key } = await create();
      const [row] = await service.sql<{ all: string }>('SELECT k::text AS all FROM api_keys k WHERE id = $1', [id]);

      expect(row!.all).not.toContain(api_key.slice(-48));
    });

    it.each([
      ['name', undefined],
      ['name', ''],
      ['name', 'x'.repeat(101)],
      ['permissions', undefined],
      ['permissions', []],
      ['permissions', ['payment_links:everything']],
      ['allowed_origins', ['shop.example']],
      ['rate_limit', 0],
      ['rate_limit', 10_001],
      ['expires_at', '2020-01-01T00:00:00Z'],
      ['expires_at', 'soon'],
    ])('rejects %s = %j, naming it', async (field, value) => {
      expectError(await panel.post('/api-keys', { ...KEY, [field]: value }), 422, 'VALIDATION_FAILED', naming(field));
      expect(await listed()).toHaveLength(1);
    });

    it.each(['{', '[]'])('rejects the body %s with only a message', async (body) => {
      expectError(await panel.post('/api-keys', body), 422, 'VALIDATION_FAILED');
    });

    it('names the missing verification in meta', async () => {
      const pending = await owner({ kyc: 'pending' });

      expectError(await pending.post('/api-keys', KEY), 400, 'KYC_VERIFICATION_REQUIRED', {
        meta: { verification: 'kyc', status: 'pending' },
      });
    });

    it('creates one key with an Idempotency-Key, and returns it without its secret to a repeated call', async () => {
      const headers = { 'idempotency-key': newId() };
      const [first, again] = [await panel.post('/api-keys', KEY, headers), await panel.post('/api-keys', KEY, headers)];

      const shownOnce = { ...first.body, data: { ...first.body.data, api_key: null } };
      expect([again.status, again.body]).toEqual([201, shownOnce]);
      expect(again.headers['idempotency-replayed']).toBe('true');
      expect(await listed()).toHaveLength(2);
    });
  });

  describe('GET /api-keys', () => {
    it('lists every key of the account with exactly its fields, without the secret', async () => {
      const { api_key, ...key } = await create();
      const { status, text, body } = await panel.get('/api-keys');
      const list = body.data as KeyJson[];

      expect(status).toBe(200);
      expect(body.meta).toEqual({ per_page: 20, next_cursor: null });
      expect(list[0]).toEqual(key);
      expect(list.map((each) => Object.keys(each))).toEqual([FIELDS, FIELDS]);
      expect(text).not.toContain(api_key.slice(-48));
      expect(text).not.toContain(merchant.apiKey.slice(-48));
    });

    it('shows when a key was last used', async () => {
      const key = await create();
      await use(key);

      await until('the use is seen', async () => (await listed())[0]!.last_used_at !== null);
      expect((await listed())[0]!.last_used_at).toMatch(ISO);
    });

    it('lists the newest first, page by page, each key once', async () => {
      const ids = [merchant.keyId];
      for (let i = 0; i < 4; i++) ids.unshift((await create()).id);

      const seen: string[] = [];
      let path = '/api-keys?per_page=2';
      for (let page = 0; page < 3; page++) {
        const { body } = await panel.get(path);
        seen.push(...(body.data as KeyJson[]).map(({ id }) => id));
        expect(body.meta.per_page).toBe(2);
        path = `/api-keys?per_page=2&cursor=${body.meta.next_cursor}`;
      }
      expect(seen).toEqual(ids);
      expect(path).toContain('cursor=null');
    });

    it.each(['per_page=0', 'per_page=51', 'per_page=x', 'per_page=1.5', 'per_page=', 'per_page=1&per_page=2'])(
      'rejects ?%s, naming per_page',
      async (query) => {
        expectError(await panel.get(`/api-keys?${query}`), 422, 'VALIDATION_FAILED', naming('per_page'));
      },
    );

    it.each(['cursor=', 'cursor=x', 'cursor=1&cursor=2'])('rejects ?%s, naming cursor', async (query) => {
      expectError(await panel.get(`/api-keys?${query}`), 422, 'VALIDATION_FAILED', naming('cursor'));
    });

    it('accepts a page size of 50', async () => {
      expect((await panel.get('/api-keys?per_page=50')).status).toBe(200);
    });
  });

  describe('PATCH /api-keys/{id}', () => {
    it('returns the changed key without the secret', async () => {
      const { api_key, ...key } = await create();
      const { status, text, body } = await change({ ...key, api_key }, { name: 'Other', rate_limit: 5 });

      expect(status).toBe(200);
      expect(body.data).toEqual({ ...key, name: 'Other', rate_limit: 5 });
      expect(Object.keys(body.data as object)).toEqual(FIELDS);
      expect(text).not.toContain(api_key.slice(-48));
    });

    it('applies changed permissions at once', async () => {
      const key = await create();
      expect((await keyed(key).post('/v1/payment-links', LINK)).status).toBe(201);
      await change(key, { permissions: ['payment_links:read'] });
      expect((await keyed(key).post('/v1/payment-links', LINK)).body.code).toBe('insufficient_scope');
      await change(key, { permissions: ['*'] });
      expect((await keyed(key).post('/v1/payment-links', LINK)).status).toBe(201);
    });

    it('applies a changed limit at once', async () => {
      const key = await create();
      expect((await use(key)).headers['x-ratelimit-limit']).toBe('60');
      await change(key, { rate_limit: 2 });
      expect((await use(key)).headers['x-ratelimit-limit']).toBe('2');
      expect((await use(key)).body.code).toBe('rate_limit_exceeded');
    });

    it('applies changed origins at once', async () => {
      const key = await create();
      expect((await use(key)).status).toBe(200);
      await change(key, { allowed_origins: ['https://shop.example/'] });
      expect((await use(key)).body.code).toBe('ORIGIN_NOT_ALLOWED');
      expect((await use(key, { origin: 'https://shop.example' })).status).toBe(200);
      await change(key, { allowed_origins: [] });
      expect((await use(key)).status).toBe(200);
    });

    it('applies a changed state in another process within five seconds', async () => {
      const key = await create();
      expect((await use(key, {}, processUrl)).status).toBe(200);
      await change(key, { is_active: false });
      const rejected = async () => (await use(key, {}, processUrl)).body.code === 'invalid_api_key';

      await until('the other process rejects the key', rejected, 5_000);
    });

    it('changes the date: the first request after it deactivates the key', async () => {
      const key = await create();
      const soon = new Date(Date.now() + 60_000).toISOString();
      expect((await change(key, { expires_at: soon })).body.data.expires_at).toBe(soon);
      expect((await use(key)).status).toBe(200);
      await service.sql('UPDATE api_keys SET expires_at = now() WHERE id = $1', [key.id]);
      await until('the key is rejected', async () => (await use(key)).body.code === 'invalid_api_key', 5_000);

      expect((await listed())[0]).toMatchObject({ id: key.id, is_active: false });
    });

    it('activates an expired key only if its date changes too', async () => {
      const key = await create();
      await service.sql('UPDATE api_keys SET expires_at = now(), is_active = false WHERE id = $1', [key.id]);
      expectError(await change(key, { is_active: true }), 422, 'VALIDATION_FAILED', naming('is_active'));
      expect((await change(key, { is_active: true, expires_at: null })).status).toBe(200);
      expect((await use(key)).status).toBe(200);
    });

    it.each([
      ['environment', 'test'],
      ['environment', 'live'],
      ['is_active', 'no'],
      ['name', null],
      ['permissions', []],
      ['rate_limit', null],
      ['allowed_origins', null],
      ['expires_at', '2020-01-01'],
    ])('rejects %s = %j, naming it, and changes nothing', async (field, value) => {
      const key = await create();
      expectError(await change(key, { rate_limit: 7, [field]: value }), 422, 'VALIDATION_FAILED', naming(field));
      expect((await listed())[0]).toMatchObject({ id: key.id, rate_limit: 60 });
    });
  });

  describe('DELETE /api-keys/{id}', () => {
    it('ends the key in another process within five seconds', async () => {
      const key = await create();
      expect((await use(key, {}, processUrl)).status).toBe(200);
      await panel.delete(`/api-keys/${key.id}`);
      const rejected = async () => (await use(key, {}, processUrl)).body.code === 'invalid_api_key';

      await until('the other process rejects the key', rejected, 5_000);
      expect((await listed()).map(({ id }) => id)).toEqual([merchant.keyId]);
    });

    it('keeps links and webhook endpoints that were created with the key (rule 2.17)', async () => {
      const [key, other] = [await create({ ...KEY, permissions: ['*'] }), await create()];
      const link = (await keyed(key).post('/v1/payment-links', LINK)).body.data.id as string;
      const url = 'https://shop.example/hooks';
      const hook = (await keyed(key).post('/v1/webhooks', { url })).body.data.id as string;
      await panel.delete(`/api-keys/${key.id}`);

      expect((await keyed(other).get(`/v1/payment-links/${link}`)).body.data.status).toBe('active');
      expect((await merchant.api.get(`/v1/webhooks/${hook}`)).body.data).toMatchObject({ url, is_active: true });
    });

    it('returns 404 for a key that was deleted before', async () => {
      const { id } = await create();
      await panel.delete(`/api-keys/${id}`);

      expectError(await panel.delete(`/api-keys/${id}`), 404, 'API_KEY_NOT_FOUND');
    });
  });

  describe('who may', () => {
    const operations = (id: string) =>
      [
        ['GET', '/api-keys', undefined],
        ['POST', '/api-keys', KEY],
        ['PATCH', `/api-keys/${id}`, { name: 'x' }],
        ['DELETE', `/api-keys/${id}`, undefined],
      ] as const;

    it('a user without manage_api_keys is rejected with any body', async () => {
      const reader = await colleague('view_payins', 'manage_webhooks');
      for (const [method, path, body] of operations(merchant.keyId)) {
        expectError(await reader.send(method, path, body && '{'), 403, 'PERMISSION_DENIED');
      }
    });

    it('a user with manage_api_keys can do everything, also with other users’ keys (rule 2.21)', async () => {
      const { id } = await create();
      const manager = await colleague('manage_api_keys', 'create_payins');
      const statuses: number[] = [];
      for (const [method, path, body] of operations(id)) statuses.push((await manager.send(method, path, body)).status);

      expect(statuses).toEqual([200, 201, 200, 200]);
    });

    it('a user cannot grant a key a permission that they lack', async () => {
      const key = await create({ ...KEY, permissions: ['webhooks:read'] });
      const manager = await colleague('manage_api_keys', 'view_payins');
      const responses = [
        await manager.post('/api-keys', KEY),
        await manager.send('PATCH', `/api-keys/${key.id}`, { permissions: KEY.permissions }),
      ];

      for (const response of responses) {
        expectError(response, 403, 'PERMISSION_DENIED');
        expect(response.body.message).toContain('create_payins');
      }
      expect((await manager.post('/api-keys', { ...KEY, permissions: ['payment_links:read'] })).status).toBe(201);
    });

    it('a user with manage_api_keys alone cannot make a key with every permission, nor activate one', async () => {
      const key = await create({ ...KEY, permissions: ['*'] });
      await panel.send('PATCH', `/api-keys/${key.id}`, { is_active: false });
      const manager = await colleague('manage_api_keys');
      const responses = [
        await manager.post('/api-keys', { ...KEY, permissions: ['*'] }),
        await manager.send('PATCH', `/api-keys/${key.id}`, { is_active: true }),
      ];

      for (const response of responses) {
        expectError(response, 403, 'PERMISSION_DENIED');
        expect(response.body.message).toBe('Giving a key * needs the permission *.');
      }
    });

    it('an account has at most 50 keys (rule 2.19)', async () => {
      for (let count = 1; count < 50; count++) await service.issueKey(merchant);

      expectError(await panel.post('/api-keys', KEY), 422, 'VALIDATION_FAILED');
      expect((await panel.delete(`/api-keys/${merchant.keyId}`)).status).toBe(200);
      expect((await panel.post('/api-keys', KEY)).status).toBe(201);
    });

    it('a user without permissions can still read their user and account', async () => {
      const unprivileged = await colleague();

      expect((await unprivileged.get('/auth/me')).status).toBe(200);
      expect((await unprivileged.get('/account')).status).toBe(200);
    });

    it('a removed permission is rejected at once', async () => {
      await service.sql(`UPDATE users SET permissions = '{view_payins}' WHERE id = $1`, [merchant.userId]);

      expectError(await panel.get('/api-keys'), 403, 'PERMISSION_DENIED');
    });

    it('users of another account cannot see or change anything, like unknown ids', async () => {
      const key = await create();
      const stranger = await owner({});
      const responses = [
        await stranger.send('PATCH', `/api-keys/${key.id}`, { is_active: false }),
        await stranger.send('PATCH', `/api-keys/${newId()}`, { is_active: false }),
        await stranger.delete(`/api-keys/${key.id}`),
        await stranger.delete(`/api-keys/${newId()}`),
      ];

      for (const response of responses) expectError(response, 404, 'API_KEY_NOT_FOUND');
      expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
      expect((await stranger.get('/api-keys')).text).not.toContain(key.id);
      expect((await use(key)).status).toBe(200);
    });

    it('an id that is not a UUID does not match a route, with or without a session', async () => {
      for (const client of [panel, panelOf(service.url, 'x')]) {
        expectError(await client.send('PATCH', '/api-keys/1', {}), 404, 'RESOURCE_NOT_FOUND');
        expectError(await client.delete('/api-keys/1'), 404, 'RESOURCE_NOT_FOUND');
      }
    });
  });

  describe('the audit log', () => {
    it('has every change in order, with its actor and address', async () => {
      const key = (await panel.post('/api-keys', KEY, { 'x-request-id': 'create-1' })).body.data as KeyJson;
      await change(key, { rate_limit: 7, name: 'Shop' });
      await change(key, { rate_limit: 7 });
      await change(key, { rate_limit: 0 });
      await panel.delete(`/api-keys/${key.id}`);

      const by = { actor_type: 'user', actor: merchant.userId, account_id: merchant.account.id };
      const rows = await service.sql('SELECT * FROM audit_log WHERE object_id = $1 ORDER BY id', [key.id]);
      expect(rows).toMatchObject([
        {
          ...by,
          action: 'api_key.created',
          object_type: 'api_key',
          request_id: 'create-1',
          from_address: expect.stringContaining('127.0.0.1'),
          details: { ...KEY, allowed_origins: [], rate_limit: 60, expires_at: null },
        },
        { ...by, action: 'api_key.updated', details: { rate_limit: { from: 60, to: 7 } } },
        { ...by, action: 'api_key.deleted', details: { name: 'Shop' } },
      ]);
    });
  });

  it('do not reveal secrets in later responses, the log or the audit log (rule 14.14)', async () => {
    const responses: HttpResponse[] = [];
    let key!: KeyJson;
    let token!: string;
    const log = await logOf('trace', async (logging) => {
      ({ token } = await signIn(logging, merchant));
      const there = panelOf(logging.url, token);
      key = await create(KEY, there);
      responses.push(
        await there.get('/api-keys'),
        await there.send('PATCH', `/api-keys/${key.id}`, { name: 'Other' }),
        await there.send('PATCH', `/api-keys/${key.id}`, { rate_limit: 'x' }),
        await use(key, {}, logging.url),
        await keyed(key, logging.url).post('/v1/payment-links', LINK),
        await there.get(`/api-keys?api_key=${key.api_key}`),
        await there.delete(`/api-keys/${key.id}`),
        await use(key, {}, logging.url),
        await there.post('/auth/logout'),
      );
    });
    const audited = await service.sql('SELECT a::text FROM audit_log a WHERE account_id = $1', [merchant.account.id]);
    expect(log).toContain(`/api-keys/${key.id}`);
    expect(audited.length).toBeGreaterThan(3);

    const said = [...responses.map(({ text }) => text), log, JSON.stringify(audited)].join();
    for (const secret of [key.api_key.slice(-48), token, merchant.password]) expect(said).not.toContain(secret);
  });
});
