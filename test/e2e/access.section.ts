import { newId } from '@app/kernel';
import { until } from '../support/conditions';
import type { HttpResponse, HttpClient } from '../support/http-client';
import { TestService, type Merchant } from '../support/service';

/** A well-formed key of no account. */
const SOME_ID = '01890a5d-ac96-774b-bcce-b302099a8057';

const LINK = { amount: 15000, currency: 'ARS', description: 'Order 1001' };

function expectOrdinary(response: HttpResponse, status: number, code: string): void {
  expect(response.body).toEqual({ success: false, code, message: expect.any(String) });
  expect(response.status).toBe(status);
}

/** The layers' envelope: neither `success` nor `message` may be in it. */
function expectLayer(response: HttpResponse, status: number, code: string): void {
  expect(response.body).toEqual({ error: expect.any(String), code });
  expect(response.status).toBe(status);
}

describe('access to the external API', () => {
  let service: TestService;
  let merchant: Merchant;
  const others: TestService[] = [];

  beforeAll(async () => {
    service = await TestService.start();
    merchant = await service.merchant();
  });

  afterAll(async () => {
    await Promise.all([service, ...others].map((each) => each.stop()));
  });

  /** A separate service, because a limit that one test uses up applies to all tests from this address. */
  async function another(env: Record<string, string>): Promise<TestService> {
    const started = await TestService.start({ env });
    others.push(started);
    return started;
  }

  describe('Contract, Layers: the order of checks', () => {
    it('accepts a UUID in upper case', async () => {
      const linkId = await service.createLink(merchant);

      expect((await merchant.api.get(`/v1/payment-links/${linkId.toUpperCase()}`)).status).toBe(200);
    });

    it('applies the per-key limit before it checks the permission', async () => {
      const { api } = await service.issueKey(merchant, { rateLimit: 1, permissions: [] });
      await api.get('/v1/wallets');

      expect((await api.get('/v1/webhooks')).body.code).toBe('rate_limit_exceeded');
    });

    it('checks the permission before the body', async () => {
      const { api } = await service.issueKey(merchant, { permissions: ['payment_links:read'] });

      expectLayer(await api.post('/v1/payment-links', '{'), 403, 'insufficient_scope');
    });
  });

  describe('Errors, Codes: authentication failures in the layer envelope', () => {
    const secret = 'A'.repeat(48);

    it.each([
      ['garbage', 'garbage'],
      ['the first segment alone', 'pay_'],
      ['no environment', `pay_demo_${secret}`],
      ['an unknown environment', `pay_demo_prod_${secret}`],
      ['another first segment', `sk_demo_live_${secret}`],
      ['an empty account', `pay__live_${secret}`],
      ['upper case', `PAY_demo_live_${secret}`],
      ['more than 255 characters', `pay_demo_live_${secret.repeat(6)}`],
    ])('a prefix that cannot be parsed, %s: invalid_key_format', async (_what, key) => {
      expectLayer(await service.anonymous().get('/v1/wallets', { 'x-api-key': key }), 401, 'invalid_key_format');
    });

    it.each([
      ['another secret', (key: string) => key.slice(0, -1) + (key.endsWith('A') ? 'B' : 'A')],
      ['a secret in another case', (key: string) => key.slice(0, -20) + key.slice(-20).toLowerCase() + 'x'],
      ['a secret that is cut short', (key: string) => key.slice(0, -1)],
      ['another environment', (key: string) => key.replace('_live_', '_test_')],
      ['no secret at all', (key: string) => key.slice(0, -48)],
    ])('%s: invalid_api_key', async (_what, altered) => {
      const key = altered(merchant.apiKey);

      expectLayer(await service.anonymous().get('/v1/wallets', { 'x-api-key': key }), 401, 'invalid_api_key');
    });
  });

  describe('Contract, Layers: the headers of the key', () => {
    it.each(['Basic dXNlcjpwYXNz', 'Token abc', 'Bearer', 'Bearer ', ''])(
      'contain no credential when Authorization is "%s", even with a valid X-API-KEY',
      async (authorization) => {
        const headers = { authorization, 'x-api-key': merchant.apiKey };

        expectLayer(await service.anonymous().get('/v1/wallets', headers), 401, 'missing_api_key');
      },
    );
  });

  describe('the per-IP limit', () => {
    it('does not count a route that does not match', async () => {
      const limited = await another({ IP_RATE_LIMIT: '1' });
      for (const path of ['/v1/payment-links/1', '/v1/nothing', '/v1/webhooks/x', '/'])
        await limited.anonymous().get(path);

      expectLayer(await limited.anonymous().get('/v1/wallets'), 401, 'missing_api_key');
    });

    it('does not apply to payers, rails and testers', async () => {
      const limited = await another({ IP_RATE_LIMIT: '2' });
      const linkId = await limited.createLink(await limited.merchant());
      for (let request = 1; request <= 3; request++) await limited.anonymous().get('/v1/wallets');

      expect((await limited.simulate(linkId, { event: 'pay' })).status).toBe(200);
    });

    it('uses the address of the socket, and ignores X-Forwarded-For', async () => {
      const limited = await another({ IP_RATE_LIMIT: '1' });
      await limited.anonymous().get('/v1/wallets', { 'x-forwarded-for': '198.51.100.1' });

      const response = await limited.anonymous().get('/v1/wallets', { 'x-forwarded-for': '198.51.100.2' });
      expect(response.body.code).toBe('RATE_LIMIT_EXCEEDED');
    });

    it('uses X-Forwarded-For behind a trusted proxy', async () => {
      const limited = await another({ IP_RATE_LIMIT: '1', TRUST_PROXY: '1' });
      const from = (address: string) => limited.anonymous().get('/v1/wallets', { 'x-forwarded-for': address });
      await from('198.51.100.1');

      expect((await from('198.51.100.2')).body.code).toBe('missing_api_key');
      expect((await from('198.51.100.1')).body.code).toBe('RATE_LIMIT_EXCEEDED');
      // Only the address that the trusted proxy appended counts.
      expect((await from('203.0.113.9, 198.51.100.1')).body.code).toBe('RATE_LIMIT_EXCEEDED');
    });
  });

  it('the per-key limit accepts exactly its number of concurrent requests', async () => {
    const { api } = await service.issueKey(merchant, { rateLimit: 7 });

    const responses = await Promise.all(Array.from({ length: 20 }, () => api.get('/v1/wallets')));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(7);
  });

  describe('API key state', () => {
    it('a key stops working at the moment when it expires', async () => {
      const key = await service.issueKey(merchant, { expiresAt: new Date(Date.now() + 400) });
      expect((await key.api.get('/v1/wallets')).status).toBe(200);

      const rejected = await until('the key is rejected', async () => {
        const response = await key.api.get('/v1/wallets');
        return response.status === 200 ? undefined : response;
      });
      expectLayer(rejected, 401, 'invalid_api_key');
    });

    it('a key works before its expiry date', async () => {
      const { api } = await service.issueKey(merchant, { expiresAt: new Date(Date.now() + 3_600_000) });

      expect((await api.get('/v1/wallets')).status).toBe(200);
    });

    it('a deactivated key stops working within 5 s, even if it was used just before', async () => {
      const key = await service.issueKey(merchant);
      await key.api.get('/v1/wallets');
      await service.sql('UPDATE api_keys SET is_active = false WHERE id = $1', [key.keyId]);

      const rejected = await until(
        'the key is rejected',
        async () => {
          const response = await key.api.get('/v1/wallets');
          return response.status === 200 ? undefined : response;
        },
        5_000,
      );
      expectLayer(rejected, 401, 'invalid_api_key');
    });

    it('changed permissions apply to the existing key', async () => {
      const key = await service.issueKey(merchant, { permissions: [] });
      expect((await key.api.get('/v1/webhooks')).status).toBe(403);
      await service.sql(`UPDATE api_keys SET permissions = '{webhooks:read}' WHERE id = $1`, [key.keyId]);

      await until('the key may list', async () => (await key.api.get('/v1/webhooks')).status === 200, 5_000);
    });

    it('the last use of a key is stored', async () => {
      const key = await service.issueKey(merchant);
      await key.api.get('/v1/wallets');

      await until('the use is stored', async () => {
        const [row] = await service.sql<{ last_used_at: Date | null }>(
          'SELECT last_used_at FROM api_keys WHERE id = $1',
          [key.keyId],
        );
        return row?.last_used_at !== null;
      });
    });
  });

  it('Contract, Layers: a key whose user was deleted is rejected before the body is checked', async () => {
    const user = await service.addUser(merchant);
    const { api } = await service.issueKey(merchant, { userId: user.id });
    await service.sql('UPDATE users SET deleted_at = now() WHERE id = $1', [user.id]);

    expectOrdinary(await api.post('/v1/payment-links', { amount: 'x' }), 404, 'USER_NOT_FOUND');
  });

  describe('X-Request-Id', () => {
    it.each([
      ['letters', 'abc'],
      ['all allowed characters', 'a1b2-c3d4_e5.f6:g7'],
      ['128 characters', 'x'.repeat(128)],
    ])('is the caller’s when it is valid: %s', async (_what, id) => {
      const { headers } = await service.anonymous().get('/v1/wallets', { 'x-request-id': id });

      expect(headers['x-request-id']).toBe(id);
    });

    it.each([
      ['a space', 'has space'],
      ['markup', '<script>'],
      ['129 characters', 'x'.repeat(129)],
      ['a leading dash', '-leads'],
      ['a semicolon', 'a;b'],
      ['another alphabet', 'ü'],
    ])('is a new one for %s', async (_what, id) => {
      const sent = Buffer.from(id, 'utf8').toString('latin1');
      const { headers } = await service.anonymous().get('/v1/wallets', { 'x-request-id': sent });

      expect(headers['x-request-id']).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    });

    it.each([
      ['a success', (client: HttpClient) => client.get('/v1/wallets')],
      ['a rejection', () => service.anonymous().get('/v1/wallets')],
      ['an unknown path', () => service.anonymous().get('/nowhere')],
      ['a path that cannot be decoded', () => service.anonymous().get('/v1/payment-links/%E0%A4%A')],
      ['a body that is too large', (client: HttpClient) => client.post('/v1/webhooks', 'x'.repeat(150_000))],
      ['a checkout page', () => service.anonymous().get(`/checkout/${newId()}`)],
    ])('is on %s', async (_what, ask) => {
      expect((await ask(merchant.api)).headers).toHaveProperty('x-request-id');
    });
  });

  describe('Contract, Envelopes: bodies that are not JSON objects', () => {
    const creations = ['/v1/payment-links', '/v1/webhooks'];

    it.each(
      [
        '{',
        '{"amount":1,}',
        '[]',
        '[{"amount":15000}]',
        '"text"',
        '15000',
        'null',
        'true',
        'amount=1',
        '\u0000',
      ].flatMap((body) => creations.map((path) => [path, body])),
    )('POST %s with %j is VALIDATION_FAILED with a message only (rule 1.29)', async (path, body) => {
      expectOrdinary(await merchant.api.post(path, body), 422, 'VALIDATION_FAILED');
    });

    it.each(creations)('POST %s without a body names the missing fields', async (path) => {
      const { status, body } = await merchant.api.post(path);

      expect(status).toBe(422);
      expect(Object.keys(body.errors).length).toBeGreaterThan(0);
    });

    it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=utf-8'])(
      'is read as JSON with any content type: %s',
      async (type) => {
        const response = await merchant.api.post('/v1/payment-links', JSON.stringify(LINK), { 'content-type': type });

        expect(response.status).toBe(201);
      },
    );

    it('is PAYLOAD_TOO_LARGE above 100 kB', async () => {
      const body = JSON.stringify({ ...LINK, padding: 'x'.repeat(103_000) });

      expectOrdinary(await merchant.api.post('/v1/payment-links', body), 413, 'PAYLOAD_TOO_LARGE');
    });

    it('is read up to 100 kB', async () => {
      const body = JSON.stringify({ ...LINK, padding: 'x'.repeat(100_000) });

      expect((await merchant.api.post('/v1/payment-links', body)).status).toBe(201);
    });
  });

  describe('an unknown route', () => {
    it.each([
      ['GET', '/'],
      ['GET', '/v1'],
      ['GET', '/v1/nothing'],
      ['GET', '/v2/wallets'],
      ['POST', '/v1/wallets'],
      ['PATCH', '/v1/payment-links'],
      ['PATCH', `/v1/payment-links/${SOME_ID}`],
      ['PUT', `/v1/payment-links/${SOME_ID}`],
      ['GET', '/v1/payment-links'],
      ['DELETE', '/v1/webhooks'],
      ['GET', '/v1/payment-links/%E0%A4%A'],
      ['GET', '/v1/webhooks/%'],
      ['GET', '/%c0%ae%c0%ae/etc/passwd'],
      ['GET', '/v1/payment-links/..%2f..%2fetc'],
      ['GET', '/favicon.ico'],
      ['GET', '/.env'],
      ['POST', '/providers/nobody/notifications'],
    ] as const)('%s %s is RESOURCE_NOT_FOUND, as JSON', async (method, path) => {
      const response = await merchant.api.send(method, path);

      expectOrdinary(response, 404, 'RESOURCE_NOT_FOUND');
      expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    });
  });

  it('never returns HTML, a stack trace or the names of its frameworks', async () => {
    const noWallets = await service.merchant({ localCurrency: null });
    const responses = await Promise.all([
      service.anonymous().get('/nowhere'),
      service.anonymous().get('/v1/payment-links/%E0%A4%A'),
      service.anonymous().get('/v1/wallets'),
      service.anonymous().get('/v1/wallets', { 'x-api-key': 'pay_\xff_live_' + '\xfe'.repeat(48) }),
      service.anonymous().send('OPTIONS', '/v1/payment-links'),
      service.anonymous().get('/sandbox/mailbox?to=%00'),
      service.anonymous().get('/sandbox/mailbox?to[]=a'),
      service.anonymous().post('/providers/sandbox/notifications', '{'),
      noWallets.api.post('/v1/payment-links', LINK),
      merchant.api.post('/v1/payment-links', '{'),
      merchant.api.post('/v1/payment-links', { ...LINK, description: '\u0000' }),
      merchant.api.post('/v1/payment-links', { ...LINK, description: '\ud800' }),
      merchant.api.post('/v1/payment-links', { __proto__: 1, constructor: {}, amount: { toString: 1 } }),
      merchant.api.post('/v1/webhooks', { url: 'http://\u0000', events: { length: 1 } }),
    ]);

    for (const { text, headers, status } of responses) {
      expect(text).not.toMatch(/<html|<!doctype|\n\s+at |node_modules|\/(apps|libs)\/|postgres|pg_|sql|typeorm/i);
      expect(headers).not.toHaveProperty('x-powered-by');
      expect(headers['content-type'] ?? '').not.toContain('html');
      expect(status).toBeLessThan(501);
    }
    expect(responses.map(({ status }) => status).filter((status) => status === 500)).toHaveLength(1);
  });
});
