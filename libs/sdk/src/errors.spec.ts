import { inspect } from 'node:util';
import { isKnownCode, KNOWN_CODES, type ErrorAction, type KnownCode } from './codes';
import { isCode, ServicePayConnectionError, ServicePayError } from './errors';
import { API_KEY, failureOf, FakeApi, layer, ordinary, type FakeResponse } from './testing/fake-api';

let api: FakeApi;
beforeAll(async () => {
  api = await FakeApi.start();
});
afterAll(() => api.stop());

async function errorFrom(response: FakeResponse): Promise<ServicePayError> {
  api.respondWith(response);
  const error = await failureOf(api.client({ maxRetries: 0 }).paymentLinks.create({} as never));
  expect(error).toBeInstanceOf(ServicePayError);
  return error as ServicePayError;
}

const TABLE: readonly [code: KnownCode, status: number, envelope: 'ordinary' | 'layer', action: ErrorAction][] = [
  ['KYC_VERIFICATION_REQUIRED', 400, 'ordinary', 'stop'],
  ['KYB_VERIFICATION_REQUIRED', 400, 'ordinary', 'stop'],
  ['BUSINESS_PAYMENT_LINK_MINIMUM_AMOUNT', 400, 'ordinary', 'correct'],
  ['missing_api_key', 401, 'layer', 'correct'],
  ['invalid_key_format', 401, 'layer', 'correct'],
  ['invalid_tenant', 401, 'layer', 'correct'],
  ['tenant_init_failed', 401, 'layer', 'retry'],
  ['invalid_api_key', 401, 'layer', 'stop'],
  ['INVALID_API_KEY', 401, 'ordinary', 'stop'],
  ['insufficient_scope', 403, 'layer', 'stop'],
  ['ORIGIN_NOT_ALLOWED', 403, 'layer', 'stop'],
  ['BUSINESS_TENANT_PAUSED', 403, 'ordinary', 'stop'],
  ['CARD_PAYMENTS_NOT_ENABLED', 403, 'ordinary', 'stop'],
  ['USER_NOT_FOUND', 404, 'ordinary', 'stop'],
  ['PAYMENT_LINK_NOT_FOUND', 404, 'ordinary', 'correct'],
  ['CARD_PAYMENT_LINK_NOT_FOUND', 404, 'ordinary', 'correct'],
  ['WEBHOOK_NOT_FOUND', 404, 'ordinary', 'correct'],
  ['RESOURCE_NOT_FOUND', 404, 'ordinary', 'correct'],
  ['IDEMPOTENCY_IN_PROGRESS', 409, 'ordinary', 'retry'],
  ['PAYLOAD_TOO_LARGE', 413, 'ordinary', 'correct'],
  ['VALIDATION_FAILED', 422, 'ordinary', 'correct'],
  ['IDEMPOTENCY_KEY_REUSED', 422, 'ordinary', 'correct'],
  ['USD_ACCOUNT_NOT_ENABLED', 422, 'ordinary', 'stop'],
  ['WALLET_NOT_FOUND', 422, 'ordinary', 'stop'],
  ['PAYMENT_LINK_NOT_ACTIVE', 422, 'ordinary', 'stop'],
  ['PAYMENT_LINK_CANNOT_CANCEL', 422, 'ordinary', 'stop'],
  ['CARD_PAYMENT_LINK_NOT_ACTIVE', 422, 'ordinary', 'stop'],
  ['EXCHANGE_RATE_UNAVAILABLE', 422, 'ordinary', 'stop'],
  ['WEBHOOK_ALREADY_EXISTS', 422, 'ordinary', 'stop'],
  ['INVALID_CURRENCY', 422, 'ordinary', 'correct'],
  ['RATE_LIMIT_EXCEEDED', 429, 'ordinary', 'retry'],
  ['rate_limit_exceeded', 429, 'layer', 'retry'],
  ['SYSTEM_DATABASE_ERROR', 500, 'ordinary', 'retry'],
  ['CARD_PAYMENT_ERROR', 500, 'ordinary', 'retry'],
  ['CONVERSION_QUOTE_ERROR', 500, 'ordinary', 'retry'],
];

describe('A known code', () => {
  it('is a row of this table', () => {
    expect([...KNOWN_CODES].sort()).toEqual(TABLE.map(([code]) => code).sort());
  });

  it.each(TABLE)('%s (%i, %s) asks to %s', async (code, status, envelope, action) => {
    const response = envelope === 'layer' ? layer(status, code) : ordinary(status, code);
    const error = await errorFrom(response);

    expect(error).toMatchObject({
      name: 'ServicePayError',
      code,
      status,
      envelope,
      action,
      message: `About ${code}.`,
      requestId: 'req-1',
      body: response.body,
      idempotencyKey: expect.any(String),
      attempts: 1,
    });
  });

  it('is compared with its case', async () => {
    const error = await errorFrom(layer(401, 'invalid_api_key'));

    expect([isCode(error, 'invalid_api_key'), isCode(error, 'INVALID_API_KEY')]).toEqual([true, false]);
  });

  it.each(['toString', '__proto__', 'card_payment_error', undefined, 7])('is not %p', (code) => {
    expect(isKnownCode(code)).toBe(false);
  });
});

describe('The envelope', () => {
  it.each([401, 403, 429])('is determined by the keys, not by the status %i', async (status) => {
    const envelopes = [
      await errorFrom({ status, body: { success: false, message: 'm', code: 'C' } }),
      await errorFrom({ status, body: { error: 'e', code: 'C' } }),
    ].map(({ envelope, message }) => [envelope, message]);

    expect(envelopes).toEqual([
      ['ordinary', 'm'],
      ['layer', 'e'],
    ]);
  });

  it('is that of a layer for a rejected origin, although it carries success', async () => {
    const error = await errorFrom({ status: 403, body: { success: false, error: 'e', code: 'ORIGIN_NOT_ALLOWED' } });
    expect(error).toMatchObject({ envelope: 'layer', message: 'e', code: 'ORIGIN_NOT_ALLOWED' });
  });

  it('is ordinary when both keys are present', async () => {
    expect(await errorFrom({ status: 400, body: { message: 'm', error: 'e', code: 'C' } })).toMatchObject({
      envelope: 'ordinary',
      message: 'm',
    });
  });

  it('belongs to an error body even when the status says success', async () => {
    expect(await errorFrom(ordinary(200, 'WALLET_NOT_FOUND'))).toMatchObject({ status: 200, code: 'WALLET_NOT_FOUND' });
  });
});

describe('An unexpected response', () => {
  it('keeps an unknown code, and takes the action from the status', async () => {
    const [internal, rejected] = [
      await errorFrom(ordinary(500, 'SYSTEM_UNEXPECTED_ERROR')),
      await errorFrom(ordinary(422, 'SOMETHING_NEW', { errors: { field: ['text'] } })),
    ];
    expect([internal.code, internal.action, isKnownCode(internal.code)]).toEqual([
      'SYSTEM_UNEXPECTED_ERROR',
      'retry',
      false,
    ]);
    expect([rejected.code, rejected.action, rejected.errors]).toEqual(['SOMETHING_NEW', 'stop', { field: ['text'] }]);
  });

  const PAGE = '<html><h1>502 Bad Gateway</h1></html>';
  it.each<[string, number, unknown, string]>([
    ['a page of a proxy', 502, PAGE, 'retry'],
    ['nothing at all', 504, '', 'retry'],
    ['a limit of a proxy', 429, 'slow down', 'retry'],
    ['JSON without a code', 403, '{"message":"Forbidden"}', 'stop'],
    ['JSON of another service', 401, '{"error":"invalid_token"}', 'stop'],
    ['a code that is not text', 400, '{"message":"m","code":7}', 'stop'],
    ['a code alone', 400, '{"code":"WALLET_NOT_FOUND"}', 'stop'],
    ['a list', 500, '[]', 'retry'],
    ['null', 500, 'null', 'retry'],
    ['a text', 500, '"oops"', 'retry'],
    ['a number', 500, '12', 'retry'],
    ['half a document', 500, '{"success":false,"code":"X","mess', 'retry'],
    ['very deep JSON', 500, '['.repeat(200_000), 'retry'],
    ['a page with status 200', 200, PAGE, 'stop'],
    ['a success without data', 200, '{"success":true,"message":""}', 'stop'],
    ['a success whose data is null', 200, '{"success":true,"message":"","data":null}', 'stop'],
    ['a list where one object belongs', 200, '{"success":true,"message":"","data":[]}', 'stop'],
    ['a success that is not a boolean', 200, '{"success":"true","data":{}}', 'stop'],
    ['no content', 204, '', 'stop'],
    ['a redirect', 302, '', 'stop'],
  ])('is a foreign error: %s', async (_, status, body, action) => {
    const error = await errorFrom({ status, body, headers: { Location: '/elsewhere' } });

    expect(error).toMatchObject({ envelope: 'foreign', code: undefined, status, action });
    expect(error.body).toBe((body as string).slice(0, 64 * 1024));
    expect(error.message).toContain(String(status));
  });

  it('is read no further than a bound', async () => {
    let sent = 0;
    const chunk = Buffer.alloc(64 * 1024, 'x');
    api.respondWith((response) => {
      response.writeHead(500);
      const more = (): void => {
        while (!response.destroyed && sent < 64 * 1024 * 1024) {
          sent += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', more);
        }
        response.end();
      };
      more();
    });
    const error = (await failureOf(api.client({ maxRetries: 0 }).wallets.list())) as ServicePayError;

    expect([error.envelope, String(error.body).length]).toEqual(['foreign', 64 * 1024]);
    expect(sent).toBeLessThan(32 * 1024 * 1024);
  });

  it('may have bytes that are not UTF-8', async () => {
    expect((await errorFrom({ status: 500, body: Buffer.from([0xff, 0xfe, 0x7b]) })).body).toBe('\ufffd\ufffd{');
  });

  it('has a default message when its own is not text', async () => {
    const error = await errorFrom({ status: 500, body: { success: false, code: 'X', message: { en: 'no' } } });
    expect(error).toMatchObject({ envelope: 'ordinary', message: 'The service returned 500 X.' });
  });
});

describe('Details', () => {
  it('of a validation are lists of texts by field', async () => {
    const errors = { amount: ['Too small.', 'Too odd.'], currency: 'Unknown.', tries: 3, odd: { a: 1 }, nothing: null };
    const error = await errorFrom(ordinary(422, 'VALIDATION_FAILED', { errors }));

    if (!isCode(error, 'VALIDATION_FAILED')) throw error;
    const fields: Readonly<Record<string, string[]>> | undefined = error.errors;
    expect(fields).toEqual({ amount: ['Too small.', 'Too odd.'], currency: ['Unknown.'], tries: ['3'] });
  });

  it('of a validation may be missing', async () => {
    const error = await errorFrom(ordinary(422, 'VALIDATION_FAILED'));
    expect([isCode(error, 'VALIDATION_FAILED'), error.errors]).toEqual([true, undefined]);
  });

  it('of a link that is not active are its state', async () => {
    const error = await errorFrom(ordinary(422, 'PAYMENT_LINK_NOT_ACTIVE', { errors: { status: 'expired' } }));

    if (!isCode(error, 'PAYMENT_LINK_NOT_ACTIVE')) throw error;
    const { status }: { status: string } = error.errors;
    expect(status).toBe('expired');
  });

  it('of a used link are the number of uses', async () => {
    const error = await errorFrom(ordinary(422, 'PAYMENT_LINK_CANNOT_CANCEL', { errors: { current_uses: 1 } }));

    if (!isCode(error, 'PAYMENT_LINK_CANNOT_CANCEL')) throw error;
    const { current_uses }: { current_uses: number } = error.errors;
    expect(current_uses).toBe(1);
  });

  it('of an origin that cannot be quoted are one text', async () => {
    const error = await errorFrom(ordinary(422, 'INVALID_CURRENCY', { errors: { error: 'PEN cannot be quoted.' } }));

    if (!isCode(error, 'INVALID_CURRENCY')) throw error;
    const { error: text }: { error: string } = error.errors;
    expect(text).toBe('PEN cannot be quoted.');
  });

  it.each([
    'PAYMENT_LINK_NOT_ACTIVE',
    'PAYMENT_LINK_CANNOT_CANCEL',
    'CARD_PAYMENT_LINK_NOT_ACTIVE',
    'INVALID_CURRENCY',
  ] as const)('that %s promises are promised by isCode, so it is false without them', async (code) => {
    for (const errors of [undefined, null, [], 'text', { status: 1, current_uses: 'x', error: ['y'] }]) {
      const error = await errorFrom(ordinary(422, code, { errors }));
      expect([error.code, isCode(error, code)]).toEqual([code, false]);
    }
  });

  it('of a charge below the minimum are in meta, amounts as text', async () => {
    const body =
      '{"success":false,"code":"BUSINESS_PAYMENT_LINK_MINIMUM_AMOUNT","message":"m","meta":{"amount":1.10,"amount_usd":"0.01"}}';
    const error = await errorFrom({ status: 400, body });

    if (!isCode(error, 'BUSINESS_PAYMENT_LINK_MINIMUM_AMOUNT')) throw error;
    const amount: string | undefined = error.meta?.amount;
    expect([amount, error.meta?.amount_usd]).toEqual(['1.10', '0.01']);
  });

  it('of a limit are the seconds in the body', async () => {
    const errors = [
      await errorFrom({
        ...ordinary(429, 'RATE_LIMIT_EXCEEDED', { retry_after: 17 }),
        headers: { 'Retry-After': '99' },
      }),
      await errorFrom(layer(429, 'rate_limit_exceeded', { retry_after: 3 })),
      await errorFrom({ status: 503, body: 'busy', headers: { 'Retry-After': '5' } }),
      await errorFrom({ status: 503, body: 'busy', headers: { 'Retry-After': 'Wed, 21 Oct 2026 07:28:00 GMT' } }),
      await errorFrom(layer(429, 'rate_limit_exceeded', { retry_after: -1 })),
      await errorFrom(layer(429, 'rate_limit_exceeded', { retry_after: '3' })),
    ];
    expect(errors.map(({ retryAfter }) => retryAfter)).toEqual([17, 3, 5, undefined, undefined, undefined]);
  });
});

describe('isCode', () => {
  it.each([undefined, null, 'WALLET_NOT_FOUND', { code: 'WALLET_NOT_FOUND' }, new Error('WALLET_NOT_FOUND')])(
    'is false for %p, which is not an error of the service',
    (error) => {
      expect(isCode(error, 'WALLET_NOT_FOUND')).toBe(false);
    },
  );

  it('is true for an error that an integrator makes for a test', () => {
    expect(
      isCode(new ServicePayError({ status: 422, message: '', code: 'WALLET_NOT_FOUND' }), 'WALLET_NOT_FOUND'),
    ).toBe(true);
  });
});

describe('The API key', () => {
  const echoed = `{"seen":"Bearer ${API_KEY}"}`;
  const shown = (value: unknown): string =>
    [
      inspect(value, { depth: Infinity, showHidden: true, getters: true }),
      JSON.stringify(value),
      String(value),
      value instanceof Error ? value.stack : '',
    ].join('\n');

  it('does not show on the client or any part of it', () => {
    const client = api.client();
    for (const part of [client, ...Object.values(client)]) expect(shown(part)).not.toContain(API_KEY);
  });

  it.each<[string, FakeResponse]>([
    ['a page that repeats the request', { status: 502, body: echoed }],
    [
      'a message that repeats it',
      ordinary(401, 'X', { message: echoed, errors: { key: [API_KEY] }, meta: { a: API_KEY } }),
    ],
    ['a header that repeats it', { status: 500, headers: { 'X-Request-Id': API_KEY } }],
  ])('does not show in the error of %s', async (_, response) => {
    const text = shown(await errorFrom(response));

    expect(text).toContain('[API key]');
    expect(text).not.toContain(API_KEY);
  });

  it('does not show when fetch fails with an error that contains the request', async () => {
    const fetch = async (_: unknown, init?: RequestInit): Promise<Response> => {
      throw Object.assign(new Error(`refused ${echoed}`), { cause: { code: API_KEY, request: init }, config: init });
    };
    const error = await failureOf(api.client({ fetch, maxRetries: 0 }).wallets.list());

    expect(error).toBeInstanceOf(ServicePayConnectionError);
    expect(shown(error)).not.toContain(API_KEY);
  });

  it('does not show when it cannot be used', () => {
    const [error] = [`${API_KEY} `, `${API_KEY}é`].map((apiKey) => {
      try {
        return api.client({ apiKey });
      } catch (thrown) {
        return thrown;
      }
    });
    expect(error).toBeInstanceOf(TypeError);
    expect(shown(error)).not.toContain(API_KEY);
  });

  it('does not garble responses when it is too short to be a key', async () => {
    api.respondWith(layer(401, 'invalid_key_format'));
    const error = await failureOf(api.client({ apiKey: 'key' }).wallets.list());
    expect(error).toMatchObject({ code: 'invalid_key_format' });
  });
});

describe('JSON of an error', () => {
  it('has everything that a log needs', async () => {
    const json: unknown = JSON.parse(JSON.stringify(await errorFrom(ordinary(422, 'WALLET_NOT_FOUND'))));
    expect(json).toMatchObject({
      name: 'ServicePayError',
      message: 'About WALLET_NOT_FOUND.',
      code: 'WALLET_NOT_FOUND',
      status: 422,
      requestId: 'req-1',
    });
  });
});
