import { newId, type Currency } from '@app/kernel';
import { until } from '../../support/conditions';
import { TestService, type Merchant, type MerchantOptions } from '../../support/service';
import { expectError, naming } from '../../support/expect-error';

const LINK = { amount: 15000, currency: 'ARS', description: 'Order 1001' };
const NO_FEES = {};

/** Adds the beginning of each value, as JSON, for the titles of tests. */
function shown(rows: readonly (readonly [string, unknown])[]): [string, string, unknown][] {
  return rows.map(([field, value]) => [field, JSON.stringify(value ?? null).slice(0, 40), value]);
}

describe('payment links of the external API', () => {
  let service: TestService;
  let merchant: Merchant;

  beforeAll(async () => {
    service = await TestService.start();
    merchant = await service.merchant({ usd: true });
  });

  afterAll(() => service.stop());

  const create = (fields: Record<string, unknown> = {}, by: Merchant = merchant) =>
    by.api.post('/v1/payment-links', { ...LINK, ...fields });

  const read = async (linkId: string, by: Merchant = merchant) =>
    (await by.api.get(`/v1/payment-links/${linkId}`)).body.data as Record<string, unknown>;

  describe('create', () => {
    it('ignores unknown fields', async () => {
      const id = (await create({ max_uses: 5, status: 'completed', id: newId(), wallet_id: 1 })).body.data.id as string;

      expect(await read(id)).toMatchObject({ max_uses: 1, status: 'active' });
    });

    it('writes nothing when it rejects a request', async () => {
      const fresh = await service.merchant();
      await create({ amount: 'x' }, fresh);
      await create({ amount: 1 }, fresh);

      const links = await service.sql('SELECT 1 FROM payment_links WHERE account_id = $1', [fresh.account.id]);
      expect(links).toEqual([]);
    });
  });

  describe('cancel', () => {
    const cancel = (id: string) => merchant.api.delete(`/v1/payment-links/${id}`);

    it('responds with the id and the new state', async () => {
      const id = await service.createLink(merchant);

      const { status, body } = await cancel(id);
      expect(status).toBe(200);
      expect(body).toEqual({ success: true, message: expect.any(String), data: { id, status: 'cancelled' } });
    });

    it('is rejected for other users', async () => {
      const id = await service.createLink(merchant);
      await (await service.merchant()).api.delete(`/v1/payment-links/${id}`);

      expect((await read(id)).status).toBe('active');
    });
  });

  describe('who may create', () => {
    const pending = (options: MerchantOptions) => service.merchant(options);

    it('is rejected without identity verification', async () => {
      const meta = { verification: 'kyc', status: 'pending' };
      expectError(await create({}, await pending({ kyc: 'pending' })), 400, 'KYC_VERIFICATION_REQUIRED', { meta });
    });

    it('is rejected without business verification', async () => {
      const meta = { verification: 'kyb', status: 'pending' };
      expectError(await create({}, await pending({ kyb: 'pending' })), 400, 'KYB_VERIFICATION_REQUIRED', { meta });
    });

    it('checks the identity first', async () => {
      const response = await create({}, await pending({ kyc: 'pending', kyb: 'pending' }));

      expect(response.body.code).toBe('KYC_VERIFICATION_REQUIRED');
    });

    it('is rejected while the account is paused, before any other check', async () => {
      const paused = await pending({ kyc: 'pending' });
      await service.sql(`UPDATE accounts SET status = 'paused' WHERE id = $1`, [paused.account.id]);

      expectError(await create({ amount: 1 }, paused), 403, 'BUSINESS_TENANT_PAUSED');
    });

    it('checks the verification before the minimum', async () => {
      const response = await create({ amount: 1 }, await pending({ kyb: 'pending' }));

      expect(response.body.code).toBe('KYB_VERIFICATION_REQUIRED');
    });

    it('a paused, unverified account can still read and cancel', async () => {
      const fresh = await service.merchant();
      const id = await service.createLink(fresh);
      await service.sql(
        `UPDATE accounts SET status = 'paused', kyc_status = 'pending', kyb_status = 'pending' WHERE id = $1`,
        [fresh.account.id],
      );

      await until('the pause has come through', async () => (await create({}, fresh)).status === 403);
      expect((await fresh.api.get(`/v1/payment-links/${id}`)).status).toBe(200);
      expect((await fresh.api.delete(`/v1/payment-links/${id}`)).status).toBe(200);
    });
  });

  describe('Limits: at least the equivalent of 2.00 USD', () => {
    const code = 'BUSINESS_PAYMENT_LINK_MINIMUM_AMOUNT';
    const meta = (amount: string, currency: string, amount_usd: string) => ({
      meta: { amount, currency, amount_usd, minimum_usd: '2.00' },
    });

    it('names the measured amount and currency', async () => {
      expectError(await create({ amount: '1999.99' }), 400, code, meta('1999.99', 'ARS', '1.99'));
    });

    it('accepts exactly 2.00 USD', async () => {
      expect((await create({ amount: 2000 })).status).toBe(201);
    });

    it.each([
      [
        'charge in the payer’s currency',
        { amount: '9.99', currency: 'BRL', amount_type: 'charge' },
        '9.99',
        'BRL',
        '1.99',
      ],
      ['receive in the wallet’s currency', { amount: 1500, currency: 'BRL' }, '1500.00', 'ARS', '1.50'],
      ['USD in USD', { amount: '1.99', currency: 'USD' }, '1.99', 'USD', '1.99'],
      ['a missing currency in the local wallet’s', { amount: 5, currency: undefined }, '5.00', 'ARS', '0.00'],
      ['an unknown currency in the local wallet’s', { amount: 5, currency: 'EUR' }, '5.00', 'ARS', '0.00'],
      ['zero', { amount: 0 }, '0.00', 'ARS', '0.00'],
    ])('measures %s', async (_what, fields, amount, currency, usd) => {
      expectError(await create(fields), 400, code, meta(amount, currency, usd));
    });

    it('rejects a negative amount too', async () => {
      expect((await create({ amount: -15000 })).body.code).toBe(code);
    });

    it('is checked before the rest of the body', async () => {
      const response = await create({ amount: 1, description: undefined, amount_type: 'nonsense', webhook_url: 5 });

      expect(response.body.code).toBe(code);
    });

    it('is skipped when the amount is not a number, which is a validation error', async () => {
      expectError(await create({ amount: 'cheap' }), 422, 'VALIDATION_FAILED', naming('amount'));
    });
  });

  describe('Shapes of errors: validation', () => {
    it.each(
      shown([
        ['amount', undefined],
        ['amount', null],
        ['amount', ''],
        ['amount', '15000,00'],
        ['amount', '1e5'],
        ['amount', ' 15000'],
        ['amount', true],
        ['amount', [15000]],
        ['amount', { value: 15000 }],
        ['amount', '15000.001'],
        ['amount', '15.000'],
        ['amount', '15000.500'],
        ['amount', 15000.001],
        ['amount', '1000000000000.00'],
        ['amount', '9'.repeat(40)],
        ['currency', undefined],
        ['currency', null],
        ['currency', ['ARS']],
        ['currency', { code: 'ARS' }],
        ['currency', 32],
        ['description', undefined],
        ['description', null],
        ['description', ''],
        ['description', '   '],
        ['description', 1001],
        ['description', 'x'.repeat(256)],
        ['description', 'nul \u0000'],
        ['description', 'half a character \ud83d'],
        ['amount_type', ''],
        ['amount_type', 'RECEIVE'],
        ['amount_type', ['charge']],
        ['customer_paid_fee', 'true'],
        ['customer_paid_fee', 1],
        ['webhook_url', ''],
        ['webhook_url', 'shop.example/hook'],
        ['webhook_url', '//shop.example/hook'],
        ['webhook_url', 'ftp://shop.example/hook'],
        ['webhook_url', 'javascript:alert(1)'],
        ['webhook_url', 'https://user:secret@shop.example/hook'],
        ['webhook_url', 'https://shop.example/a b'],
        ['webhook_url', 'https://'],
        ['webhook_url', 'http://[::ffff:169.254.169.254]/'],
        ['webhook_url', 42],
        ['webhook_url', `https://shop.example/${'x'.repeat(2_048)}`],
      ]),
    )('names %s, which is %s', async (field, _shown, value) => {
      expectError(await create({ [field]: value }), 422, 'VALIDATION_FAILED', naming(field));
    });

    it('names all invalid fields', async () => {
      const { body } = await create({ amount: 'x', description: '', amount_type: 'x', customer_paid_fee: 0 });

      expect(Object.keys(body.errors).sort()).toEqual(['amount', 'amount_type', 'customer_paid_fee', 'description']);
    });

    it.each(
      shown([
        ['currency', 'EUR'],
        ['currency', 'ars'],
        ['currency', 'PEN'],
        ['currency', 'ARSX'],
        ['currency', ''],
        ['currency', 'A'.repeat(5_000)],
      ]),
    )('has a message only for a %s outside the list, %s', async (_field, _shown, currency) => {
      expectError(await create({ currency }), 422, 'VALIDATION_FAILED');
    });

    it.each([
      ['the longest description', { description: 'x'.repeat(255) }],
      ['255 characters outside the basic plane', { description: '😀'.repeat(255) }],
      ['the largest amount that one of its methods takes', { amount: '50000000.00' }],
      ['optional fields that are null', { amount_type: null, customer_paid_fee: null, webhook_url: null }],
      ['an http address for the notification, in sandbox', { webhook_url: 'http://shop.example:8080/hook?x=1#y' }],
      ['a name for it, which is judged when it is resolved', { webhook_url: 'http://intranet/hook' }],
    ])('accepts %s', async (_what, fields) => {
      expect((await create(fields)).status).toBe(201);
    });
  });

  describe('amounts', () => {
    it.each([
      [15000, '15000.00'],
      [15000.5, '15000.50'],
      ['15000', '15000.00'],
      ['15000.5', '15000.50'],
      ['15000.50', '15000.50'],
      ['015000', '15000.00'],
      [12345678.34, '12345678.34'],
    ])('accepts %j as %s', async (amount, shown) => {
      const id = await service.createLink(merchant, { amount });

      expect((await read(id)).amount).toBe(shown);
    });

    it.each([
      ['ARS', 'charge', '15000.55', '15000.55'],
      ['CLP', 'charge', '15000', '15000'],
      ['COP', 'charge', '15000.55', '15000.55'],
      ['CLP', 'receive', '15000.55', '15000.55'],
    ])('have the digits of the currency they are in: %s %s', async (currency, amount_type, amount, shown) => {
      const id = await service.createLink(merchant, { currency, amount_type, amount });

      expect((await read(id)).amount).toBe(shown);
    });

    it.each([
      ['CLP', 'charge', '15000.5', 'ARS'],
      ['CLP', 'charge', '2000.000', 'ARS'],
      ['BRL', 'charge', '15.000', 'ARS'],
      ['COP', 'charge', '15000.555', 'ARS'],
      ['ARS', 'receive', '15000.5', 'CLP'],
    ])('with more digits than %s %s has are rejected', async (currency, amount_type, amount, localCurrency) => {
      const by = await service.merchant({ localCurrency: localCurrency as Currency, fees: NO_FEES });

      expectError(await create({ currency, amount_type, amount }, by), 422, 'VALIDATION_FAILED', naming('amount'));
    });

    it('that do not exceed the fees are rejected at creation', async () => {
      const fees = { collection: { percentage: '1', minimum: '5000' } };
      const by = await service.merchant({ fees });

      expectError(await create({ amount: 4999 }, by), 422, 'VALIDATION_FAILED', naming('amount'));
      expect((await create({ amount: 5000 }, by)).status).toBe(201);
    });
  });

  describe('Codes: accounts that cannot collect', () => {
    it('in USD without enabled USD: USD_ACCOUNT_NOT_ENABLED', async () => {
      expectError(await create({ currency: 'USD' }, await service.merchant()), 422, 'USD_ACCOUNT_NOT_ENABLED');
    });

    it('in USD after USD was disabled: USD_ACCOUNT_NOT_ENABLED', async () => {
      const by = await service.merchant({ usd: true });
      await service.sql('UPDATE accounts SET usd_enabled = false WHERE id = $1', [by.account.id]);

      expectError(await create({ currency: 'USD' }, by), 422, 'USD_ACCOUNT_NOT_ENABLED');
    });

    it('in a local currency without a local wallet: WALLET_NOT_FOUND', async () => {
      const by = await service.merchant({ usd: true, localCurrency: null });

      expectError(await create({}, by), 422, 'WALLET_NOT_FOUND');
      expect((await create({ currency: 'USD' }, by)).status).toBe(201);
    });

    it.each([{}, { currency: 'USD' }, { amount: 1 }, { description: '' }])(
      'without any wallet: SYSTEM_DATABASE_ERROR on every create, here %j',
      async (fields) => {
        const by = await service.merchant({ localCurrency: null });

        expectError(await create(fields, by), 500, 'SYSTEM_DATABASE_ERROR');
      },
    );
  });
});
