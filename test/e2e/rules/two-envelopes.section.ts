import { isCode, ServicePay, type Envelope } from '@app/sdk';
import { newId } from '@app/kernel';
import { LINK } from '../../support/external-operations';
import type { Call } from '../../support/call';
import { Provocations } from '../../support/provocations';
import { errorOf, rejectionOf } from '../../support/sdk';
import { TestService, type Merchant } from '../../support/service';

const TEXT = expect.any(String) as string;
const WALLETS: Call = { method: 'GET', path: '/v1/wallets' };
const CREATE: Call = { method: 'POST', path: '/v1/payment-links', body: LINK };
const CANCEL: Call = { method: 'DELETE', path: '/v1/payment-links/{id}' };

/** An error page of a proxy between the service and its caller. */
const FOREIGN = { status: 502, body: '<html>Bad Gateway</html>' };

describe('Errors, Two envelopes', () => {
  let service: TestService;
  let provocations: Provocations;
  let merchant: Merchant;

  beforeAll(async () => {
    service = await TestService.start();
    provocations = await Provocations.on(service);
    merchant = await service.merchant();
  });

  afterAll(async () => {
    await provocations.stop();
    await service.stop();
  });

  it.each<[string, Call, object]>([
    ['RESOURCE_NOT_FOUND', CANCEL, {}],
    ['PAYMENT_LINK_NOT_FOUND', CANCEL, {}],
    ['PAYMENT_LINK_NOT_ACTIVE', CANCEL, { errors: expect.any(Object) }],
    ['KYC_VERIFICATION_REQUIRED', CREATE, { meta: expect.any(Object) }],
  ])(
    'Ordinary: %s has success, code and message, and at most errors or meta (rule 1.14)',
    async (code, call, details) => {
      const { body } = await provocations.provoke(code, call);

      expect(body).toEqual({ success: false, code, message: TEXT, ...details });
    },
  );

  it.each([
    ['missing_api_key', WALLETS],
    ['insufficient_scope', CREATE],
  ])('Layer: %s has error and code, and neither success nor message (rule 1.14)', async (code, call) => {
    const { body } = await provocations.provoke(code, call);

    expect(body).toEqual({ error: TEXT, code });
  });

  it.each<[number, string, Call, string, Call]>([
    [401, 'INVALID_API_KEY', CREATE, 'missing_api_key', WALLETS],
    [403, 'BUSINESS_TENANT_PAUSED', CREATE, 'insufficient_scope', CREATE],
    [429, 'RATE_LIMIT_EXCEEDED', WALLETS, 'rate_limit_exceeded', WALLETS],
  ])('%i occurs in both envelopes (rule 1.15)', async (status, ordinary, itsCall, layer, otherCall) => {
    const responses = [await provocations.provoke(ordinary, itsCall), await provocations.provoke(layer, otherCall)];

    expect(responses.map(({ body, ...response }) => [response.status, 'message' in body, 'error' in body])).toEqual([
      [status, true, false],
      [status, false, true],
    ]);
  });

  it.each<[string, Envelope, Call]>([
    ['INVALID_API_KEY', 'ordinary', CREATE],
    ['RATE_LIMIT_EXCEEDED', 'ordinary', WALLETS],
    ['invalid_api_key', 'layer', WALLETS],
    ['rate_limit_exceeded', 'layer', WALLETS],
    ['ORIGIN_NOT_ALLOWED', 'layer', WALLETS],
  ])('a client recognises the envelope by its key: %s is %s (rule 1.15)', async (code, envelope, call) => {
    const { status, body } = await provocations.provoke(code, call);
    const error = await errorOf({ status, body });

    expect(error).toMatchObject({ code, envelope, message: body.message ?? body.error });
  });

  it('ORIGIN_NOT_ALLOWED has success false and its text under error, and no message (rule 1.16)', async () => {
    const { body } = await provocations.provoke('ORIGIN_NOT_ALLOWED', WALLETS);

    expect(body).toEqual({ success: false, error: TEXT, code: 'ORIGIN_NOT_ALLOWED' });
  });

  it('a client identifies the error by its code, with any message (rule 1.17)', async () => {
    const wrongKey = new ServicePay({
      apiKey: `${merchant.apiKey.slice(0, -48)}${'A'.repeat(48)}`,
      baseUrl: service.url,
    });
    const error = await rejectionOf(wrongKey.wallets.list());
    const reworded = await errorOf({ status: 401, body: { error: 'Some other prose.', code: 'invalid_api_key' } });

    expect([error, reworded].map((each) => [isCode(each, 'invalid_api_key'), each.action])).toEqual(
      Array(2).fill([true, 'stop']),
    );
  });

  it.each<[string, Call, string, Call]>([
    ['invalid_api_key', WALLETS, 'INVALID_API_KEY', CREATE],
    ['rate_limit_exceeded', WALLETS, 'RATE_LIMIT_EXCEEDED', WALLETS],
  ])('%s, of a layer, differs from the ordinary code only by case (rule 1.17)', async (lower, its, upper, other) => {
    const [layer, ordinary] = [await provocations.provoke(lower, its), await provocations.provoke(upper, other)];

    expect([layer.body.code, ordinary.body.code]).toEqual([lower, upper]);
    expect(lower.toUpperCase()).toBe(upper);
    expect(layer.status).toBe(ordinary.status);
    expect(['error' in layer.body, 'message' in ordinary.body]).toEqual([true, true]);
  });

  it.each([
    ['invalid_api_key', 'INVALID_API_KEY'],
    ['rate_limit_exceeded', 'RATE_LIMIT_EXCEEDED'],
  ] as const)('to a client %s is not %s (rule 1.17)', async (lower, upper) => {
    const error = await errorOf({ status: 401, body: { error: 'Some prose.', code: lower } });

    expect([isCode(error, lower), isCode(error, upper)]).toEqual([true, false]);
  });

  it.each([
    [409, 'stop'],
    [429, 'retry'],
    [503, 'retry'],
  ])(
    'a client handles an unknown code by its status %i, and can log the whole body (rule 1.18)',
    async (status, action) => {
      const body = { success: false, code: `NEW_${newId()}`, message: 'Some prose.', further: { detail: [1] } };
      const error = await errorOf({ status, body });

      expect(error).toMatchObject({ code: body.code, status, action, body });
      expect(JSON.parse(JSON.stringify(error))).toMatchObject({ body });
    },
  );

  it('a client has only the status when the response is not JSON (rule 1.18)', async () => {
    const error = await errorOf(FOREIGN);

    expect(error).toMatchObject({ status: 502, envelope: 'foreign', code: undefined, body: FOREIGN.body });
  });

  // codes.e2e-spec.ts checks that all other codes are ordinary.
  it.each([
    'missing_api_key',
    'invalid_key_format',
    'invalid_tenant',
    'tenant_init_failed',
    'invalid_api_key',
    'insufficient_scope',
    'ORIGIN_NOT_ALLOWED',
    'rate_limit_exceeded',
  ])('%s comes from the layers, with any body (rule 1.19)', async (code) => {
    const { body } = await provocations.provoke(code, { ...CREATE, body: { amount: 'x' } });

    expect([body.code, 'error' in body, 'message' in body]).toEqual([code, true, false]);
  });
});
