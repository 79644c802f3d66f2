import { TestService, type Merchant } from '../../support/service';
import { expectError, naming } from '../../support/expect-error';

describe('conversions of the external API', () => {
  let service: TestService;
  let merchant: Merchant;

  beforeAll(async () => {
    service = await TestService.start();
    merchant = await service.merchant();
  });

  afterAll(() => service.stop());

  const quote = (body: unknown) => merchant.api.post('/v1/conversions/quote', body);
  const rate = (body: unknown) => merchant.api.post('/v1/conversions/rate', body);

  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/);

  describe('a quote', () => {
    const fee = { percentage: '1', amount: '1000.00', currency: 'ARS' };

    it('of the charged amount: the fee is deducted from the received amount', async () => {
      const { status, body } = await quote({ amount: 500, origin: 'BRL', destination: 'ARS', amount_type: 'charge' });

      expect(status).toBe(200);
      expect(body).toEqual({
        success: true,
        message: expect.any(String),
        data: {
          origin: 'BRL',
          destination: 'ARS',
          amount_type: 'charge',
          origin_amount: '500.00',
          destination_amount: '99000.00',
          rate: '200',
          conversion_fee: fee,
          quoted_at: time,
        },
      });
    });

    it('of the received amount, by default: the fee is added to the charged amount', async () => {
      const { body } = await quote({ amount: '100000.00', origin: 'BRL', destination: 'ARS' });

      expect(body.data).toMatchObject({
        amount_type: 'receive',
        origin_amount: '505.00',
        destination_amount: '100000.00',
        conversion_fee: fee,
      });
    });

    it.each([
      ['amount', undefined],
      ['amount', 'x'],
      ['amount', 0],
      ['amount', -1],
      ['amount', '1.001'],
      ['amount', '15.000'],
      ['origin', undefined],
      ['origin', ['ARS']],
      ['origin', 'ARSX'],
      ['destination', undefined],
      ['destination', ['ARS']],
      ['amount_type', ''],
      ['amount_type', null],
      ['amount_type', 'both'],
    ])('is rejected with the field when %s is %j', async (field, value) => {
      const body = { amount: 10, origin: 'BRL', destination: 'ARS', [field]: value };

      expectError(await quote(body), 422, 'VALIDATION_FAILED', naming(field));
    });
  });

  describe('a rate', () => {
    it('is returned with its time', async () => {
      const { status, body } = await rate({ origin: 'USD', destination: 'ARS' });

      expect(status).toBe(200);
      expect(body.data).toEqual({ origin: 'USD', destination: 'ARS', rate: '1000', as_of: time });
    });

    it('converts an amount, without fees', async () => {
      const { body } = await rate({ origin: 'BRL', destination: 'ARS', amount: '12.34' });

      expect(body.data).toMatchObject({ rate: '200', amount: '12.34', converted_amount: '2468.00' });
    });

    it.each([
      ['origin', undefined],
      ['origin', ['USD']],
      ['destination', { code: 'ARS' }],
      ['destination', 'DOLLAR'],
      ['amount', 'x'],
      ['amount', 0],
      ['amount', '1.001'],
      ['amount', '15.000'],
    ])('is rejected with the field when %s is %j', async (field, value) => {
      const body = { origin: 'USD', destination: 'ARS', [field]: value };

      expectError(await rate(body), 422, 'VALIDATION_FAILED', naming(field));
    });
  });
});

describe('payment methods of the external API', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await TestService.start();
  });

  afterAll(() => service.stop());

  const methodsOf = async ({ api }: Merchant) =>
    (await api.get('/v1/payment-methods')).body.data as { code: string; currency: string }[];

  it('each have exactly eight fields', async () => {
    const [method] = await methodsOf(await service.merchant());

    expect(method).toEqual({
      code: 'ars_transfer',
      name: expect.any(String),
      currency: 'ARS',
      country: 'AR',
      type: 'bank_transfer',
      min_amount: '1.00',
      max_amount: '50000000.00',
      expires_in_seconds: 86_400,
    });
  });

  it('are the local ones for an account with a local wallet', async () => {
    const codes = (await methodsOf(await service.merchant())).map(({ code }) => code);

    expect(codes).toEqual([
      'ars_transfer',
      'ars_qr',
      'brl_pix',
      'cop_pse',
      'clp_webpay',
      'clp_khipu',
      'mxn_spei',
      'bob_qr',
    ]);
  });

  it('are only the bank debit for an account that collects only USD', async () => {
    const codes = (await methodsOf(await service.merchant({ localCurrency: null, usd: true }))).map(({ code }) => code);

    expect(codes).toEqual(['usd_bank_debit']);
  });

  it('are none for an account without wallets', async () => {
    expect(await methodsOf(await service.merchant({ localCurrency: null }))).toEqual([]);
  });
});
