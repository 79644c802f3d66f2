import type { HttpResponse } from '../../support/http-client';
import type { Call } from '../../support/call';
import { Provocations } from '../../support/provocations';
import { TestService } from '../../support/service';

const LINKS = '/v1/payment-links';
const CARDS = '/v1/cards/payment-links';
const LINK = { amount: 15000, currency: 'ARS', description: 'Order 1001' };
const WALLETS: Call = { method: 'GET', path: '/v1/wallets' };
const CREATE: Call = { method: 'POST', path: LINKS, body: LINK };
const READ: Call = { method: 'GET', path: `${LINKS}/{id}` };
const CANCEL: Call = { method: 'DELETE', path: `${LINKS}/{id}` };
const CREATE_CARD: Call = { ...CREATE, path: CARDS };
const READ_CARD: Call = { ...READ, path: `${CARDS}/{id}` };
const CANCEL_CARD: Call = { ...CANCEL, path: `${CARDS}/{id}` };
const QUOTE: Call = {
  method: 'POST',
  path: '/v1/conversions/quote',
  body: { amount: 10, origin: 'ARS', destination: 'BRL' },
};
const RATE: Call = { method: 'POST', path: '/v1/conversions/rate', body: { origin: 'ARS', destination: 'BRL' } };
const TEXT = expect.any(String) as string;
const META = { meta: expect.any(Object) as object };
const WAIT = { retry_after: expect.any(Number) as number };

/** Every code of the table, with its status. Integrators rely on both. */
const CODES: Readonly<Record<string, number>> = {
  KYC_VERIFICATION_REQUIRED: 400,
  KYB_VERIFICATION_REQUIRED: 400,
  BUSINESS_PAYMENT_LINK_MINIMUM_AMOUNT: 400,
  missing_api_key: 401,
  invalid_key_format: 401,
  invalid_tenant: 401,
  tenant_init_failed: 401,
  invalid_api_key: 401,
  INVALID_API_KEY: 401,
  insufficient_scope: 403,
  ORIGIN_NOT_ALLOWED: 403,
  BUSINESS_TENANT_PAUSED: 403,
  CARD_PAYMENTS_NOT_ENABLED: 403,
  USER_NOT_FOUND: 404,
  PAYMENT_LINK_NOT_FOUND: 404,
  CARD_PAYMENT_LINK_NOT_FOUND: 404,
  WEBHOOK_NOT_FOUND: 404,
  RESOURCE_NOT_FOUND: 404,
  VALIDATION_FAILED: 422,
  USD_ACCOUNT_NOT_ENABLED: 422,
  WALLET_NOT_FOUND: 422,
  PAYMENT_LINK_NOT_ACTIVE: 422,
  PAYMENT_LINK_CANNOT_CANCEL: 422,
  CARD_PAYMENT_LINK_NOT_ACTIVE: 422,
  EXCHANGE_RATE_UNAVAILABLE: 422,
  WEBHOOK_ALREADY_EXISTS: 422,
  INVALID_CURRENCY: 422,
  RATE_LIMIT_EXCEEDED: 429,
  rate_limit_exceeded: 429,
  SYSTEM_DATABASE_ERROR: 500,
  CARD_PAYMENT_ERROR: 500,
  CONVERSION_QUOTE_ERROR: 500,
};

/** The eight errors of the layers in front of the controllers; all others are ordinary. */
const LAYER = new Set([
  'missing_api_key',
  'invalid_key_format',
  'invalid_tenant',
  'tenant_init_failed',
  'invalid_api_key',
  'insufficient_scope',
  'ORIGIN_NOT_ALLOWED',
  'rate_limit_exceeded',
]);

/** The code, a call that can return it, and the additional keys of its envelope. */
type Row = readonly [code: string, call: Call, details?: object];

const ROWS: readonly Row[] = [
  ['KYC_VERIFICATION_REQUIRED', CREATE, META],
  ['KYB_VERIFICATION_REQUIRED', CREATE, META],
  ['BUSINESS_PAYMENT_LINK_MINIMUM_AMOUNT', CREATE, META],
  ['missing_api_key', WALLETS],
  ['invalid_key_format', WALLETS],
  ['invalid_tenant', WALLETS],
  ['tenant_init_failed', CREATE],
  ['invalid_api_key', WALLETS],
  ['INVALID_API_KEY', CREATE],
  ['insufficient_scope', CREATE],
  ['ORIGIN_NOT_ALLOWED', WALLETS, { success: false }],
  ['BUSINESS_TENANT_PAUSED', CREATE],
  ['CARD_PAYMENTS_NOT_ENABLED', CREATE_CARD],
  ['USER_NOT_FOUND', CREATE],
  ['PAYMENT_LINK_NOT_FOUND', READ],
  ['CARD_PAYMENT_LINK_NOT_FOUND', READ_CARD],
  ['WEBHOOK_NOT_FOUND', { method: 'GET', path: '/v1/webhooks/{id}' }],
  ['RESOURCE_NOT_FOUND', READ],
  ['VALIDATION_FAILED', CREATE, { errors: { amount: [TEXT], currency: [TEXT], description: [TEXT] } }],
  ['USD_ACCOUNT_NOT_ENABLED', CREATE],
  ['WALLET_NOT_FOUND', CREATE],
  ['PAYMENT_LINK_NOT_ACTIVE', CANCEL, { errors: { status: 'cancelled' } }],
  ['PAYMENT_LINK_CANNOT_CANCEL', CANCEL, { errors: { current_uses: 1 } }],
  ['CARD_PAYMENT_LINK_NOT_ACTIVE', CANCEL_CARD, { errors: { status: 'cancelled' } }],
  ['EXCHANGE_RATE_UNAVAILABLE', RATE],
  ['WEBHOOK_ALREADY_EXISTS', { method: 'POST', path: '/v1/webhooks' }],
  ['INVALID_CURRENCY', QUOTE, { errors: { error: TEXT } }],
  ['RATE_LIMIT_EXCEEDED', WALLETS, WAIT],
  ['rate_limit_exceeded', WALLETS, WAIT],
  ['SYSTEM_DATABASE_ERROR', WALLETS],
  ['CARD_PAYMENT_ERROR', CREATE_CARD],
  ['CONVERSION_QUOTE_ERROR', QUOTE],
];

describe('Errors, Codes: every code of the table', () => {
  let service: TestService;
  let provocations: Provocations;
  const provoked = new Set<string>();

  beforeAll(async () => {
    service = await TestService.start();
    provocations = await Provocations.on(service);
  });

  afterAll(async () => {
    await provocations.stop();
    await service.stop();
  });

  function expectCode({ status, body }: HttpResponse, code: string, details?: object): void {
    const envelope = LAYER.has(code) ? { error: TEXT, code } : { success: false, code, message: TEXT };
    expect(body).toEqual({ ...envelope, ...details });
    expect(status).toBe(CODES[code]);
  }

  const named = ROWS.map(([code, call, details]) => ({ code, call, details }));
  it.each(named)('$code has its status and its envelope (rule 1.20)', async ({ code, call, details }) => {
    expectCode(await provocations.provoke(code, call), code, details);
    provoked.add(code);
  });

  it('returns SYSTEM_DATABASE_ERROR when an account without a wallet creates a link (rule 1.21)', async () => {
    expectCode(await provocations.withoutWallets(CREATE), 'SYSTEM_DATABASE_ERROR');
  });

  it('no code of the table is missing here', () => {
    expect(Object.keys(CODES).filter((code) => !provoked.has(code))).toEqual([]);
  });
});
