import type { ServicePay } from './client';
import { KNOWN_CODES, type KnownCode } from './codes';
import { ServicePayConnectionError } from './errors';
import { failureOf, FakeApi, layer, ordinary, success, type Script } from './testing/fake-api';

const ID = '01a1fbac-f8bc-7375-8f4b-af78d4f56526';
const LINK = { amount: '10.00', currency: 'USD', description: 'Order' } as const;
const PAIR = { origin: 'BRL', destination: 'ARS' };

const CALLS = {
  'create a link': (c: ServicePay) => c.paymentLinks.create(LINK),
  'create a card link': (c: ServicePay) => c.cardPaymentLinks.create(LINK),
  'create an endpoint': (c: ServicePay) => c.webhookEndpoints.create({ url: 'https://shop.example/hook' }),
  'read a link': (c: ServicePay) => c.paymentLinks.retrieve(ID),
  'cancel a link': (c: ServicePay) => c.paymentLinks.cancel(ID),
  'update an endpoint': (c: ServicePay) => c.webhookEndpoints.update(ID, { is_active: true }),
  'delete an endpoint': (c: ServicePay) => c.webhookEndpoints.delete(ID),
  'rotate a secret': (c: ServicePay) => c.webhookEndpoints.rotateSecret(ID),
  'quote a conversion': (c: ServicePay) => c.conversions.quote({ ...PAIR, amount: '1' }),
  'ask for a rate': (c: ServicePay) => c.conversions.rate(PAIR),
};
type CallName = keyof typeof CALLS;
const EVERY_CALL = Object.keys(CALLS) as CallName[];
const REPEATABLE = EVERY_CALL.filter((name) => name !== 'rotate a secret');

const DONE: Script = { body: success({ id: ID }) };
const hangUp: Script = (response) => response.destroy();
const LAYERS: readonly KnownCode[] = ['tenant_init_failed', 'rate_limit_exceeded'];
const RETRIED: readonly KnownCode[] = [
  'tenant_init_failed',
  'RATE_LIMIT_EXCEEDED',
  'rate_limit_exceeded',
  'SYSTEM_DATABASE_ERROR',
  'CARD_PAYMENT_ERROR',
  'CONVERSION_QUOTE_ERROR',
  'IDEMPOTENCY_IN_PROGRESS',
];

let api: FakeApi;
beforeAll(async () => {
  api = await FakeApi.start();
});
afterAll(() => api.stop());

/** Sends the call against an API that first does that, then succeeds; returns how often it was sent. */
async function sentAfter(first: Script, call: CallName): Promise<number> {
  api.respondWith(first, DONE);
  await CALLS[call](api.client()).catch(() => undefined);
  return api.requests.length;
}

describe('A temporary error', () => {
  it.each(RETRIED)('such as %s makes the client retry after a second', async (code) => {
    api.respondWith(LAYERS.includes(code) ? layer(401, code) : ordinary(500, code), DONE);

    await expect(CALLS['create a link'](api.client())).resolves.toEqual({ id: ID });
    expect([api.requests.length, api.waits]).toEqual([2, [1000]]);
  });

  it.each(EVERY_CALL)('makes the client retry every operation, since nothing was done: %s', async (call) => {
    expect(await sentAfter(layer(429, 'rate_limit_exceeded', { retry_after: 1 }), call)).toBe(2);
    expect(await sentAfter(ordinary(500, 'SYSTEM_DATABASE_ERROR'), call)).toBe(2);
  });

  it('is reported when the retry fails too', async () => {
    api.respondWith(ordinary(500, 'SYSTEM_DATABASE_ERROR'));

    await expect(CALLS['create a link'](api.client())).rejects.toMatchObject({
      code: 'SYSTEM_DATABASE_ERROR',
      attempts: 2,
    });
    expect(api.requests).toHaveLength(2);
  });

  it('makes the client retry as often as it is configured to, with growing waits', async () => {
    api.respondWith(ordinary(500, 'SYSTEM_DATABASE_ERROR'));
    await failureOf(CALLS['create a link'](api.client({ maxRetries: 5 })));

    expect(api.waits).toEqual([1000, 2000, 4000, 8000, 8000]);
  });

  it('is reported at once by a client that is configured not to retry', async () => {
    api.respondWith(ordinary(500, 'SYSTEM_DATABASE_ERROR'), DONE);
    await failureOf(CALLS['create a link'](api.client({ maxRetries: 0 })));

    expect(api.requests).toHaveLength(1);
  });

  it('with the code CONVERSION_QUOTE_ERROR makes the client retry only once, whatever its configuration', async () => {
    api.respondWith(ordinary(500, 'CONVERSION_QUOTE_ERROR'));
    await failureOf(CALLS['quote a conversion'](api.client({ maxRetries: 5 })));

    expect(api.requests).toHaveLength(2);
  });
});

describe('A permanent error', () => {
  it.each(KNOWN_CODES.filter((code) => !RETRIED.includes(code)))(
    'such as %s is reported without a retry',
    async (code) => {
      expect(await sentAfter(ordinary(422, code), 'create a link')).toBe(1);
    },
  );

  it('may have an unknown code with a status below 500', async () => {
    expect(await sentAfter(ordinary(409, 'SOMETHING_NEW'), 'read a link')).toBe(1);
  });

  it.each(EVERY_CALL)('EXCHANGE_RATE_UNAVAILABLE is temporary only where a rate is requested: %s', async (call) => {
    const rate = call === 'ask for a rate';
    expect(await sentAfter(ordinary(422, 'EXCHANGE_RATE_UNAVAILABLE'), call)).toBe(rate ? 2 : 1);

    api.respondWith(ordinary(422, 'EXCHANGE_RATE_UNAVAILABLE'));
    await expect(CALLS[call](api.client())).rejects.toMatchObject({ action: rate ? 'retry' : 'stop' });
  });
});

describe('The wait of a limit', () => {
  it.each([
    [ordinary(429, 'RATE_LIMIT_EXCEEDED', { retry_after: 42 }), 42_000],
    [layer(429, 'rate_limit_exceeded', { retry_after: 65 }), 65_000],
    [{ status: 503, body: 'busy', headers: { 'Retry-After': '7' } }, 7_000],
    [{ status: 429, body: 'slow down' }, 1_000],
  ])('is the one that the response says (case %#)', async (response, ms) => {
    api.respondWith(response, DONE);
    await CALLS['read a link'](api.client());

    expect(api.waits).toEqual([ms]);
  });

  it('is left to the caller when it is longer than 65 seconds', async () => {
    api.respondWith(layer(429, 'rate_limit_exceeded', { retry_after: 66 }), DONE);

    await expect(CALLS['read a link'](api.client())).rejects.toMatchObject({ retryAfter: 66, attempts: 1 });
    expect([api.requests.length, api.waits]).toEqual([1, []]);
  });
});

describe('A lost response', () => {
  const failures: [string, Script][] = [
    ['the connection breaks', hangUp],
    [
      'the response breaks off',
      (response) => (response.writeHead(200, { 'Content-Length': 99 }), response.write('{'), response.destroy()),
    ],
    ['a proxy responds', { status: 502, body: 'Bad Gateway' }],
    ['an internal error has no known code', ordinary(500, 'SYSTEM_UNEXPECTED_ERROR')],
  ];

  describe.each(failures)('since %s', (_, failure) => {
    it.each(REPEATABLE)('makes the client send the request again where that does no harm: %s', async (call) => {
      expect(await sentAfter(failure, call)).toBe(2);
    });

    it('does not make the client rotate a secret twice', async () => {
      expect(await sentAfter(failure, 'rotate a secret')).toBe(1);
    });
  });

  it.each(['create a link', 'create a card link', 'create an endpoint'] as const)(
    'makes the client send the same body and idempotency key: %s',
    async (call) => {
      await sentAfter(hangUp, call);

      const [first, second] = api.requests.map(({ headers, body }) => [headers['idempotency-key'], body]);
      expect(first![0]).toMatch(/^[0-9a-f-]{36}$/);
      expect(second).toEqual(first);
    },
  );

  it('is reported with the idempotency key, so that the caller can repeat the creation', async () => {
    api.respondWith(hangUp);
    const error = await failureOf(CALLS['create a link'](api.client()));

    expect(error).toBeInstanceOf(ServicePayConnectionError);
    expect(error).toMatchObject({ idempotencyKey: api.requests[0]!.headers['idempotency-key'], attempts: 2 });
  });
});

describe('A cancel whose first response was lost', () => {
  const cancelled = { errors: { status: 'cancelled' } };

  it.each(['PAYMENT_LINK_NOT_ACTIVE', 'CARD_PAYMENT_LINK_NOT_ACTIVE'])(
    'has succeeded when the second attempt finds the link cancelled (%s)',
    async (code) => {
      api.respondWith(hangUp, ordinary(422, code, cancelled));

      await expect(CALLS['cancel a link'](api.client())).resolves.toEqual({ id: ID, status: 'cancelled' });
    },
  );

  it('has failed when the link is in another state', async () => {
    api.respondWith(hangUp, ordinary(422, 'PAYMENT_LINK_NOT_ACTIVE', { errors: { status: 'completed' } }));

    await expect(CALLS['cancel a link'](api.client())).rejects.toMatchObject({ errors: { status: 'completed' } });
  });

  it('is distinguished from one that was rejected at first', async () => {
    for (const first of [ordinary(422, 'PAYMENT_LINK_NOT_ACTIVE', cancelled), layer(429, 'rate_limit_exceeded')]) {
      api.respondWith(first, ordinary(422, 'PAYMENT_LINK_NOT_ACTIVE', cancelled));
      await expect(CALLS['cancel a link'](api.client())).rejects.toMatchObject({ status: expect.any(Number) });
    }
  });
});
