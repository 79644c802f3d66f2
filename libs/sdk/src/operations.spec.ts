import type { ServicePay } from './client';
import { API_KEY, FakeApi, failureOf, success } from './testing/fake-api';
import { VERSION } from './version';

const ID = '01a1fbac-f8bc-7375-8f4b-af78d4f56526';
const LINK = { amount: '15000.00', currency: 'ARS', description: 'Order 1001' } as const;
const ENDPOINT = { url: 'https://shop.example/hook', events: ['payment.completed'] } as const;
const QUOTE = { amount: 100, origin: 'BRL', destination: 'ARS', amount_type: 'charge' } as const;

type Call = (client: ServicePay) => Promise<unknown>;

const OPERATIONS: readonly [name: string, call: Call, method: string, path: string, body?: unknown, list?: 'list'][] = [
  ['paymentLinks.create', (c) => c.paymentLinks.create(LINK), 'POST', '/v1/payment-links', LINK],
  ['paymentLinks.retrieve', (c) => c.paymentLinks.retrieve(ID), 'GET', `/v1/payment-links/${ID}`],
  ['paymentLinks.cancel', (c) => c.paymentLinks.cancel(ID), 'DELETE', `/v1/payment-links/${ID}`],
  ['cardPaymentLinks.create', (c) => c.cardPaymentLinks.create(LINK), 'POST', '/v1/cards/payment-links', LINK],
  ['cardPaymentLinks.retrieve', (c) => c.cardPaymentLinks.retrieve(ID), 'GET', `/v1/cards/payment-links/${ID}`],
  ['cardPaymentLinks.cancel', (c) => c.cardPaymentLinks.cancel(ID), 'DELETE', `/v1/cards/payment-links/${ID}`],
  ['webhookEndpoints.list', (c) => c.webhookEndpoints.list(), 'GET', '/v1/webhooks', undefined, 'list'],
  ['webhookEndpoints.retrieve', (c) => c.webhookEndpoints.retrieve(ID), 'GET', `/v1/webhooks/${ID}`],
  ['webhookEndpoints.create', (c) => c.webhookEndpoints.create(ENDPOINT), 'POST', '/v1/webhooks', ENDPOINT],
  [
    'webhookEndpoints.update',
    (c) => c.webhookEndpoints.update(ID, { is_active: false, description: null }),
    'PUT',
    `/v1/webhooks/${ID}`,
    { is_active: false, description: null },
  ],
  ['webhookEndpoints.delete', (c) => c.webhookEndpoints.delete(ID), 'DELETE', `/v1/webhooks/${ID}`],
  [
    'webhookEndpoints.rotateSecret',
    (c) => c.webhookEndpoints.rotateSecret(ID),
    'POST',
    `/v1/webhooks/${ID}/rotate-secret`,
  ],
  ['wallets.list', (c) => c.wallets.list(), 'GET', '/v1/wallets', undefined, 'list'],
  ['paymentMethods.list', (c) => c.paymentMethods.list(), 'GET', '/v1/payment-methods', undefined, 'list'],
  ['conversions.quote', (c) => c.conversions.quote(QUOTE), 'POST', '/v1/conversions/quote', QUOTE],
  [
    'conversions.rate',
    (c) => c.conversions.rate({ origin: 'USD', destination: 'PEN' }),
    'POST',
    '/v1/conversions/rate',
    { origin: 'USD', destination: 'PEN' },
  ],
];

const CREATIONS = ['paymentLinks.create', 'cardPaymentLinks.create', 'webhookEndpoints.create'];

let api: FakeApi;
beforeAll(async () => {
  api = await FakeApi.start();
});
afterAll(() => api.stop());

describe('An operation', () => {
  it('is one of sixteen', () => {
    expect(new Set(OPERATIONS.map(([, , method, path]) => `${method} ${path}`)).size).toBe(16);
  });

  describe.each(OPERATIONS)('%s', (name, call, method, path, body, list) => {
    const data = list ? [{ currency: 'ARS' }] : { id: ID };

    it(`sends ${method} ${path} with its body and resolves with the data`, async () => {
      api.respondWith({ body: success(data) });

      await expect(call(api.client())).resolves.toEqual(data);
      expect(api.requests).toHaveLength(1);
      expect(api.requests[0]).toMatchObject({ method, path, body: body === undefined ? '' : JSON.stringify(body) });
    });

    it('sends the key, the accepted type and its user agent', async () => {
      api.respondWith({ body: success(data) });
      await call(api.client());

      const { headers } = api.requests[0]!;
      expect(headers).toMatchObject({
        authorization: `Bearer ${API_KEY}`,
        accept: 'application/json',
        'user-agent': expect.stringMatching(`^servicepay-sdk/${VERSION} node/`),
      });
      expect(headers['content-type']).toBe(body === undefined ? undefined : 'application/json');
      expect(headers['x-request-id']).toBeUndefined();
    });

    it(CREATIONS.includes(name) ? 'sends a new idempotency key each time' : 'sends no idempotency key', async () => {
      api.respondWith({ body: success(data) });
      await call(api.client());
      await call(api.client());

      const [first, second] = api.requests.map(({ headers }) => headers['idempotency-key']);
      if (CREATIONS.includes(name)) {
        expect(first).toMatch(/^[0-9a-f-]{36}$/);
        expect(second).not.toBe(first);
      } else expect([first, second]).toEqual([undefined, undefined]);
    });
  });
});

describe('Options of a call', () => {
  it('set the idempotency key and the request id', async () => {
    api.respondWith({});
    await api.client().paymentLinks.create(LINK, { idempotencyKey: 'order 1001', requestId: 'mine-7' });

    expect(api.requests[0]!.headers).toMatchObject({ 'idempotency-key': 'order 1001', 'x-request-id': 'mine-7' });
  });

  it.each([
    ['idempotencyKey', ''],
    ['idempotencyKey', 'x'.repeat(256)],
    ['idempotencyKey', 'a\nb'],
    ['idempotencyKey', ' a'],
    ['requestId', 'ñ'],
    ['requestId', 7],
  ])('reject %s %j, and send nothing', async (option, value) => {
    api.respondWith({});
    const call = api.client().wallets.list({ [option]: value });

    await expect(call).rejects.toThrow(
      new TypeError(`${option} must be 1 to 255 printable ASCII characters, with no space at either end.`),
    );
    expect(api.requests).toEqual([]);
  });

  it.each([[''], ['.'], ['..'], [undefined], [null], [{}], ['\ud800']])(
    'reject the id %j, which would make the path another one',
    async (id) => {
      api.respondWith({});

      expect(await failureOf(api.client().webhookEndpoints.delete(id as string))).toBeInstanceOf(TypeError);
      expect(api.requests).toEqual([]);
    },
  );

  it('keep any other id in one part of the path', async () => {
    api.respondWith({});
    await api.client().paymentLinks.retrieve('../a b?c#d/é');

    expect(api.requests[0]!.path).toBe('/v1/payment-links/..%2Fa%20b%3Fc%23d%2F%C3%A9');
  });
});

describe('Amounts', () => {
  it('go out as they were given', async () => {
    api.respondWith({});
    await api.client().paymentLinks.create({ ...LINK, amount: 1500.5 });
    await api.client().paymentLinks.create({ ...LINK, amount: '1500.50' });

    expect(api.requests.map(({ body }) => body.slice(0, 19))).toEqual(['{"amount":1500.5,"c', '{"amount":"1500.50"']);
  });

  it.each(['"1500.10"', '1500.10', '900719925474099.93', '0', '-1e2'])('arrive as the text of %s', async (amount) => {
    api.respondWith({ body: `{"success":true,"message":"","data":{"amount":${amount},"current_uses":1}}` });

    const link = await api.client().paymentLinks.retrieve(ID);
    expect(link).toEqual({ amount: amount.replaceAll('"', ''), current_uses: 1 });
  });
});

describe('The client', () => {
  it.each(['', '/', '/pay', '/pay///'])('keeps the path of a base address that ends in %j', async (suffix) => {
    api.respondWith({ body: success([]) });
    await api.client({ baseUrl: `${api.url}${suffix}` }).wallets.list();

    expect(api.requests[0]!.path).toBe(`${suffix.replace(/\/+$/, '')}/v1/wallets`);
  });

  it.each(['/v1', '/v1/', '//v1', '/pay/v1'])('accepts a base address that ends in %j', async (suffix) => {
    api.respondWith({ body: success([]) });
    await api.client({ baseUrl: `${api.url}${suffix}` }).wallets.list();

    expect(api.requests[0]!.path).toBe(`${suffix.startsWith('/pay') ? '/pay' : ''}/v1/wallets`);
  });

  it('uses the fetch that it is given', async () => {
    const fetch = jest.fn(async () => Response.json(success([{ currency: 'CLP' }])));

    await expect(api.client({ fetch }).wallets.list()).resolves.toEqual([{ currency: 'CLP' }]);
    expect(fetch).toHaveBeenCalledWith(`${api.url}/v1/wallets`, expect.objectContaining({ method: 'GET' }));
  });

  it.each([
    ['apiKey', { apiKey: undefined }],
    ['apiKey', { apiKey: '' }],
    ['apiKey', { apiKey: `${API_KEY}\n` }],
    ['baseUrl', { baseUrl: undefined }],
    ['baseUrl', { baseUrl: 'api.example' }],
    ['baseUrl', { baseUrl: 'ftp://api.example' }],
    ['baseUrl', { baseUrl: 'https://user@api.example' }],
    ['baseUrl', { baseUrl: 'https://:secret@api.example' }],
    ['baseUrl', { baseUrl: 'https://api.example/?a=b' }],
    ['timeoutMs', { timeoutMs: 0 }],
    ['timeoutMs', { timeoutMs: Number.NaN }],
    ['timeoutMs', { timeoutMs: 2 ** 31 }],
    ['maxRetries', { maxRetries: -1 }],
    ['maxRetries', { maxRetries: 0.5 }],
    ['maxRetries', { maxRetries: 11 }],
  ])('is not made with a useless %s: %j', (option, options) => {
    expect(() => api.client(options as object)).toThrow(TypeError);
    expect(() => api.client(options as object)).toThrow(option);
  });
});
