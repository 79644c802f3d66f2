import { newId } from '@app/kernel';
import type { Answer } from '../../support/http-client';
import { TestService, type Merchant, type MerchantOptions } from '../../support/service';

const LINKS = '/v1/payment-links';
const CARDS = '/v1/cards/payment-links';
const LINK = { amount: 15000, currency: 'ARS', description: 'Order 1001' };
const TEXT = expect.any(String) as string;
const META = { meta: expect.any(Object) as object };
const WAIT = { retry_after: expect.any(Number) as number };
const ONE_REQUEST = { IP_RATE_LIMIT: '1' };

/** Every code of the table, with its status: what integrators decide on. */
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

/** The eight refusals of the layers in front of the controllers; all others are ordinary. */
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

/** The code, how it is provoked, and what its envelope has beyond the usual keys. */
type Row = readonly [code: string, provoke: () => Promise<Answer>, details?: object];

describe('Errors, Codes: every code of the table', () => {
  let service: TestService;
  let merchant: Merchant;
  const provoked = new Set<string>();

  beforeAll(async () => {
    service = await TestService.start();
    merchant = await service.merchant({ cards: true });
  });

  afterAll(() => service.stop());

  const createBy = async (options: MerchantOptions, fields: object = {}, path = LINKS) =>
    (await service.merchant(options)).api.post(path, { ...LINK, ...fields });
  const withKey = (key: string) => service.anonymous().get('/v1/wallets', { 'x-api-key': key });

  async function created(path: string): Promise<string> {
    const { body } = await merchant.api.post(path, LINK);
    return `${path}/${body.data.id}`;
  }

  async function cancelledTwice(path: string): Promise<Answer> {
    const link = await created(path);
    await merchant.api.delete(link);
    return merchant.api.delete(link);
  }

  /** Creates a link after the account was changed by SQL, as staff would. */
  async function afterChanging(change: string): Promise<Answer> {
    const { account, api } = await service.merchant();
    await service.sql(`UPDATE accounts SET ${change} WHERE id = $1`, [account.id]);
    return api.post(LINKS, LINK);
  }

  async function withoutUser(): Promise<Answer> {
    const { id } = await service.addUser(merchant);
    const { api } = await service.issueKey(merchant, { userId: id });
    await service.sql('UPDATE users SET deleted_at = now() WHERE id = $1', [id]);
    return api.post(LINKS, LINK);
  }

  async function beyondTheLimitOfTheAddress(): Promise<Answer> {
    const limited = await TestService.start({ env: ONE_REQUEST });
    try {
      await limited.anonymous().get('/v1/wallets');
      return await limited.anonymous().get('/v1/wallets');
    } finally {
      await limited.stop();
    }
  }

  const rows: readonly Row[] = [
    ['KYC_VERIFICATION_REQUIRED', () => createBy({ kyc: 'pending' }), META],
    ['KYB_VERIFICATION_REQUIRED', () => createBy({ kyb: 'pending' }), META],
    ['BUSINESS_PAYMENT_LINK_MINIMUM_AMOUNT', () => createBy({}, { amount: 1 }), META],
    ['missing_api_key', () => service.anonymous().get('/v1/wallets')],
    ['invalid_key_format', () => withKey('garbage')],
    ['invalid_tenant', () => withKey(`pay_nobodyhasthis_live_${'A'.repeat(48)}`)],
    ['tenant_init_failed', () => afterChanging(`name = ''`)],
    ['invalid_api_key', () => withKey(`${merchant.apiKey.slice(0, -48)}${'A'.repeat(48)}`)],
    [
      'INVALID_API_KEY',
      async () => {
        const { api, keyId } = await service.issueKey(merchant);
        await service.sql('UPDATE api_keys SET user_id = NULL WHERE id = $1', [keyId]);
        return api.post(LINKS, LINK);
      },
    ],
    ['insufficient_scope', async () => (await service.issueKey(merchant, { permissions: [] })).api.post(LINKS, LINK)],
    [
      'ORIGIN_NOT_ALLOWED',
      async () => (await service.issueKey(merchant, { allowedOrigins: ['https://a.example'] })).api.get('/v1/wallets'),
      { success: false },
    ],
    ['BUSINESS_TENANT_PAUSED', () => afterChanging(`status = 'paused'`)],
    ['CARD_PAYMENTS_NOT_ENABLED', () => createBy({ cards: false }, {}, CARDS)],
    ['USER_NOT_FOUND', withoutUser],
    ['PAYMENT_LINK_NOT_FOUND', () => merchant.api.get(`${LINKS}/${newId()}`)],
    ['CARD_PAYMENT_LINK_NOT_FOUND', () => merchant.api.get(`${CARDS}/${newId()}`)],
    ['WEBHOOK_NOT_FOUND', () => merchant.api.get(`/v1/webhooks/${newId()}`)],
    ['RESOURCE_NOT_FOUND', () => service.anonymous().get(`${LINKS}/1`)],
    ['VALIDATION_FAILED', () => createBy({}, { amount: 'x' }), { errors: { amount: [TEXT] } }],
    ['USD_ACCOUNT_NOT_ENABLED', () => createBy({}, { currency: 'USD', amount: 50 })],
    ['WALLET_NOT_FOUND', () => createBy({ localCurrency: null, usd: true })],
    ['PAYMENT_LINK_NOT_ACTIVE', () => cancelledTwice(LINKS), { errors: { status: 'cancelled' } }],
    [
      'PAYMENT_LINK_CANNOT_CANCEL',
      async () => {
        const link = await created(LINKS);
        await service.sql('UPDATE payment_links SET current_uses = 1 WHERE id = $1', [link.split('/').pop()]);
        return merchant.api.delete(link);
      },
      { errors: { current_uses: 1 } },
    ],
    ['CARD_PAYMENT_LINK_NOT_ACTIVE', () => cancelledTwice(CARDS), { errors: { status: 'cancelled' } }],
    [
      'EXCHANGE_RATE_UNAVAILABLE',
      () => merchant.api.post('/v1/conversions/rate', { origin: 'ZZZ', destination: 'ARS' }),
    ],
    [
      'WEBHOOK_ALREADY_EXISTS',
      async () => {
        await merchant.api.post('/v1/webhooks', { url: 'https://shop.example/' });
        return merchant.api.post('/v1/webhooks', { url: 'https://shop.example/' });
      },
    ],
    [
      'INVALID_CURRENCY',
      () => merchant.api.post('/v1/conversions/quote', { amount: 10, origin: 'PEN', destination: 'ARS' }),
      { errors: { error: TEXT } },
    ],
    ['RATE_LIMIT_EXCEEDED', beyondTheLimitOfTheAddress, WAIT],
    [
      'rate_limit_exceeded',
      async () => {
        const { api } = await service.issueKey(merchant, { rateLimit: 1 });
        await api.get('/v1/wallets');
        return api.get('/v1/wallets');
      },
      WAIT,
    ],
    ['SYSTEM_DATABASE_ERROR', () => createBy({ localCurrency: null })],
    ['CARD_PAYMENT_ERROR', () => createBy({ cards: true }, { description: '[card:fail]' }, CARDS)],
    [
      'CONVERSION_QUOTE_ERROR',
      () => merchant.api.post('/v1/conversions/quote', { amount: 10, origin: 'ARS', destination: 'ZZZ' }),
    ],
  ];

  const named = rows.map(([code, provoke, details]) => ({ code, provoke, details }));
  it.each(named)('$code has its status and its envelope', async ({ code, provoke, details }) => {
    const { status, body } = await provoke();

    const envelope = LAYER.has(code) ? { error: TEXT, code } : { success: false, code, message: TEXT };
    expect(body).toEqual({ ...envelope, ...details });
    expect(status).toBe(CODES[code]);
    provoked.add(code);
  });

  it('none was left out', () => {
    expect(Object.keys(CODES).filter((code) => !provoked.has(code))).toEqual([]);
  });
});
