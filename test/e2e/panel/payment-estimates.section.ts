import type { HttpClient } from '../../support/http-client';
import { paymentIdOf } from '../../support/paid-links';
import { signIn, userWith } from '../../support/panel';
import { data, ids, LINK, TEXT, watchDocumented, type Item } from '../../support/panel-money';
import { expectError, naming } from '../../support/expect-error';
import { TestService, type Merchant } from '../../support/service';

const PATH = '/payment-links/estimate';
const CHARGE = { ...LINK, currency: 'BRL', amount: 500, amount_type: 'charge' };

describe('estimates of payment links in the panel', () => {
  let service: TestService;
  let merchant: Merchant;
  let panel: HttpClient;

  beforeAll(async () => {
    service = await TestService.start();
    await watchDocumented(service);
  });

  beforeEach(async () => {
    merchant = await service.merchant({ usd: true });
    ({ panel } = await signIn(service, merchant));
  });

  afterAll(() => service.stop());

  const estimate = (fields: object = {}, by = panel) => by.post(PATH, { ...LINK, ...fields });

  it('returns 200 with exactly the figures of each method of the currency, and writes nothing', async () => {
    const { status, body } = await estimate();

    expect(status).toBe(200);
    const figures = {
      payer_amount: '15000.00',
      payer_currency: 'ARS',
      gross_amount: '15000.00',
      collection_fee: {
        percentage_amount: '435.00',
        fixed_amount: '300.00',
        fixed_amount_usd: '0.30',
        total: '735.00',
        bounded_by: null,
        borne_by: 'merchant',
      },
      conversion_fee: '0.00',
      credited_amount: '14265.00',
      currency: 'ARS',
      exchange_rate: null,
      reference_rate: null,
      effective_rate: null,
    };
    expect(body).toEqual({
      success: true,
      message: TEXT,
      data: ['ars_transfer', 'ars_qr'].map((method) => ({ method, ...figures })),
    });
    expect(await ids(panel, '/payment-links')).toEqual([]);
  });

  it.each([
    [{}, '500.00', '95800.00', 'merchant'],
    [{ customer_paid_fee: true }, '516.00', '99000.00', 'payer'],
    [{ amount: 100000, amount_type: 'receive' }, '505.00', '96800.00', 'merchant'],
    [{ amount: 100000, amount_type: 'receive', customer_paid_fee: true }, '521.00', '100000.00', 'payer'],
  ])('have the figures of the worked example: %j charges %s BRL and credits %s ARS', async (fields, ...row) => {
    const [payer_amount, credited_amount, borne_by] = row;

    expect((await estimate({ ...CHARGE, ...fields })).body.data).toMatchObject([
      {
        method: 'brl_pix',
        payer_amount,
        credited_amount,
        exchange_rate: '200',
        reference_rate: '200',
        payer_currency: 'BRL',
        currency: 'ARS',
        gross_amount: '100000.00',
        conversion_fee: '1000.00',
        collection_fee: { total: '3200.00', borne_by },
      },
    ]);
  });

  it('are what a payment of the link then credits', async () => {
    const [{ method, ...figures }] = (await estimate(CHARGE)).body.data as [Item];
    const { id } = (await panel.post('/payment-links', CHARGE)).body.data as Item;
    await service.simulate(id, { event: 'pay' });
    const payment = await data(panel, `/received-payments/${await paymentIdOf(service, id)}`);

    expect(payment).toMatchObject({ ...figures, payment_method: method });
  });

  it('have the fee of each method, and leave out a method whose limits the amount exceeds', async () => {
    const fees = { collection: { percentage: '2.9' }, methods: { ars_qr: { percentage: '0.8' } } };
    const { panel: by } = await signIn(service, await service.merchant({ fees }));
    const bring = async (amount: number) =>
      ((await estimate({ amount }, by)).body.data as Item[]).map((each) => [each.method, each.credited_amount]);

    expect(await bring(10_000)).toEqual([
      ['ars_transfer', '9710.00'],
      ['ars_qr', '9920.00'],
    ]);
    expect(await bring(20_000_000)).toEqual([['ars_transfer', '19420000.00']]);
  });

  it('have the default of the account for customer_paid_fee', async () => {
    await service.changeAccount(merchant, { customerPaidFeeDefault: true });

    expect((await estimate()).body.data).toMatchObject([{ payer_amount: '15735.00' }, { payer_amount: '15735.00' }]);
  });

  it('are rejected where a link would be, in the same order', async () => {
    const unverified = await service.merchant({ kyc: 'pending', kyb: 'pending' });
    const { panel: by } = await signIn(service, unverified);
    const change = (change: object) => service.changeAccount(unverified, change);
    const codes = async (fields: object) => {
      const body = { ...LINK, ...fields };
      const responses = [await by.post(PATH, body), await by.post('/payment-links', body)];
      return responses.map((response) => response.body.code as string);
    };
    const both = (code: string) => [code, code];
    const broken = { description: '', amount: 1 };
    await change({ status: 'paused' });

    expect(await codes(broken)).toEqual(both('BUSINESS_TENANT_PAUSED'));
    await change({ status: 'active' });
    expect(await codes(broken)).toEqual(both('KYC_VERIFICATION_REQUIRED'));
    await change({ kycStatus: 'verified' });
    expect(await codes(broken)).toEqual(both('KYB_VERIFICATION_REQUIRED'));
    await change({ kybStatus: 'verified' });
    expect(await codes(broken)).toEqual(both('BUSINESS_PAYMENT_LINK_MINIMUM_AMOUNT'));
    expect(await codes({ description: '' })).toEqual(both('VALIDATION_FAILED'));
    expect(await codes({ currency: 'USD', amount: 50, currency_destiny: 'USD' })).toEqual(
      both('USD_ACCOUNT_NOT_ENABLED'),
    );
  });

  it('are rejected where the fees exceed the amount', async () => {
    const fees = { collection: { percentage: '2.9', minimum: '20000' } };
    const { panel: by } = await signIn(service, await service.merchant({ fees }));

    expectError(await estimate({}, by), 422, 'VALIDATION_FAILED', naming('amount'));
  });

  it.each([
    ['amount', 'x'],
    ['amount', '15000.001'],
    ['currency_destiny', undefined],
    ['currency_destiny', 'USD'],
    ['description', undefined],
    ['amount_type', 'both'],
  ])('are rejected with %s = %j, naming it', async (field, value) => {
    expectError(await estimate({ [field]: value }), 422, 'VALIDATION_FAILED', naming(field));
  });

  it('are for users who may create links or see them', async () => {
    const statusFor = async (permission: string) =>
      (await estimate({}, await userWith(service, merchant, permission))).status;

    expect([await statusFor('create_payins'), await statusFor('view_payins')]).toEqual([200, 200]);
    expectError(await (await userWith(service, merchant, 'manage_webhooks')).post(PATH, '{'), 403, 'PERMISSION_DENIED');
  });
});
