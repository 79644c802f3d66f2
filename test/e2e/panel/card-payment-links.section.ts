import { newId } from '@app/kernel';
import type { HttpClient } from '../../support/http-client';
import { createCardLink, payNewCardLink, paymentIdOf } from '../../support/paid-links';
import { signIn, userWith } from '../../support/panel';
import { data, ids, LINK, owner, paged, TEXT, watchDocumented } from '../../support/panel-money';
import { expectError, naming } from '../../support/expect-error';
import { TestService, type Merchant } from '../../support/service';
import { ISO, UUID } from '../../support/shapes';

const PATH = '/cards/payment-links';

describe('card payment links in the panel', () => {
  let service: TestService;
  let merchant: Merchant;
  let panel: HttpClient;

  beforeAll(async () => {
    service = await TestService.start();
    await watchDocumented(service);
  });

  beforeEach(async () => {
    merchant = await service.merchant({ usd: true, cards: true });
    ({ panel } = await signIn(service, merchant));
  });

  afterAll(() => service.stop());

  const create = (fields: object = {}, by = panel) => by.post(PATH, { ...LINK, ...fields });
  const cancel = (id: string, by = panel) => by.send('PATCH', `${PATH}/${id}/cancel`);
  const statusOf = async (id: string) => (await data(panel, `${PATH}/${id}`)).status;

  it('are created with exactly the fields of a link, and read again', async () => {
    const given = { reference: 'A-1001', return_url: 'https://shop.example/orders/1001' };
    const { status, body } = await create(given);

    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      message: TEXT,
      data: {
        id: expect.stringMatching(UUID),
        amount: '15000.00',
        currency: 'ARS',
        currency_destiny: 'ARS',
        description: 'Order 1001',
        expires_at: null,
        max_uses: 1,
        current_uses: 0,
        status: 'active',
        checkout_url: `https://pay.example.com/checkout/${body.data.id}`,
        payment_method: null,
        created_at: expect.stringMatching(ISO),
        updated_at: expect.stringMatching(ISO),
        amount_currency: 'ARS',
        amount_type: 'receive',
        customer_paid_fee: false,
        ...given,
        created_by: { user_id: merchant.userId, api_key_id: null },
      },
    });
    expect(await data(panel, `${PATH}/${body.data.id}`)).toEqual(body.data);
    expect((await merchant.api.get(`/v1${PATH}/${body.data.id}`)).status).toBe(200);
  });

  it('need no currency_destiny, and accept only the one that the payer’s currency determines', async () => {
    expect((await create({ currency_destiny: undefined })).body.data.currency_destiny).toBe('ARS');
    expect((await create({ currency_destiny: null })).status).toBe(201);
    expectError(await create({ currency_destiny: 'USD' }), 422, 'VALIDATION_FAILED', naming('currency_destiny'));
  });

  it('have the default of the account for customer_paid_fee', async () => {
    await service.changeAccount(merchant, { customerPaidFeeDefault: true });

    expect((await create()).body.data.customer_paid_fee).toBe(true);
    expect((await create({ customer_paid_fee: false })).body.data.customer_paid_fee).toBe(false);
  });

  it('are created once under an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': newId() };
    const [first, again] = [await panel.post(PATH, LINK, headers), await panel.post(PATH, LINK, headers)];

    expect([again.text, again.headers['idempotency-replayed']]).toEqual([first.text, 'true']);
    expect(await ids(panel, PATH)).toEqual([first.body.data.id]);
  });

  it.each([
    ['amount', 'x'],
    ['description', ''],
    ['amount_type', 'both'],
    ['currency_destiny', 7],
  ])('are rejected with %s = %j, naming it', async (field, value) => {
    expectError(await create({ [field]: value }), 422, 'VALIDATION_FAILED', naming(field));
    expect(await ids(panel, PATH)).toEqual([]);
  });

  it('are rejected where the platform fails, and where the account does not collect by card', async () => {
    expectError(await create({ description: '[card:fail]' }), 500, 'CARD_PAYMENT_ERROR');
    expectError(await create({}, await owner(service, {})), 403, 'CARD_PAYMENTS_NOT_ENABLED');
    expect(await ids(panel, PATH)).toEqual([]);
  });

  describe('POST /cards/payment-links/estimate', () => {
    const ESTIMATE = `${PATH}/estimate`;
    const CHARGE = { ...LINK, currency: 'BRL', amount: 500, amount_type: 'charge' };
    const FEES = {
      collection: { percentage: '2.9', fixed_usd: '0.30' },
      cards: { percentage: '3.9', fixed_usd: '0.50' },
      conversion: { percentage: '1' },
    };

    it.each([
      [{}, '500.00', '94600.00', 'merchant'],
      [{ customer_paid_fee: true }, '522.00', '99000.00', 'payer'],
    ])('returns 200 with what a paid link is credited, and writes nothing: %j', async (fields, ...row) => {
      const [payer_amount, credited_amount, borne_by] = row;
      const body = { ...CHARGE, ...fields };
      const shop = await service.merchant({ cards: true, fees: FEES });
      const { panel: by } = await signIn(service, shop);
      const { status, body: response } = await by.post(ESTIMATE, body);
      const { method, maximum, ...figures } = response.data;

      expect([status, maximum]).toEqual([200, null]);
      expect(response).toEqual({ success: true, message: TEXT, data: expect.any(Object) });
      expect(figures).toMatchObject({ payer_amount, credited_amount, collection_fee: { borne_by } });
      expect(await ids(by, PATH)).toEqual([]);
      const link = await payNewCardLink(service, shop, body);
      const payment = await data(by, `/received-payments/${await paymentIdOf(service, link)}`);
      expect(payment).toMatchObject({ ...figures, payment_method: method });
    });

    it('is rejected where a link would be, in the same order', async () => {
      const unverified = await service.merchant({ kyc: 'pending', kyb: 'pending' });
      const { panel: by } = await signIn(service, unverified);
      const change = (changes: object) => service.changeAccount(unverified, changes);
      const codes = async (fields: object) => {
        const responses = [await by.post(ESTIMATE, { ...LINK, ...fields }), await create(fields, by)];
        return responses.map((response) => response.body.code as string);
      };
      const both = (code: string) => [code, code];
      const broken = { description: '', amount: 1 };

      expect(await codes(broken)).toEqual(both('KYC_VERIFICATION_REQUIRED'));
      await change({ kycStatus: 'verified' });
      expect(await codes(broken)).toEqual(both('KYB_VERIFICATION_REQUIRED'));
      await change({ kybStatus: 'verified' });
      expect(await codes(broken)).toEqual(both('BUSINESS_PAYMENT_LINK_MINIMUM_AMOUNT'));
      expect(await codes({ description: '' })).toEqual(both('VALIDATION_FAILED'));
      expect(await codes({})).toEqual(both('CARD_PAYMENTS_NOT_ENABLED'));
    });

    it('does not ask the card platform', async () => {
      expect((await panel.post(ESTIMATE, { ...LINK, description: '[card:fail]' })).status).toBe(200);
    });

    it('is for users who may create links or see them', async () => {
      const statusFor = async (permission: string) =>
        (await (await userWith(service, merchant, permission)).post(ESTIMATE, LINK)).status;

      expect([await statusFor('create_payins'), await statusFor('view_payins')]).toEqual([200, 200]);
      expect(await statusFor('manage_webhooks')).toBe(403);
    });
  });

  describe('the list', () => {
    it('has those of all users and keys, newest first, page by page, and none of the other kind', async () => {
      const made: string[] = [];
      for (let count = 0; count < 2; count++) made.unshift(await createCardLink(merchant));
      made.unshift((await create()).body.data.id as string);
      await service.createLink(merchant);

      expect(await paged(panel, PATH)).toEqual({ sizes: [2, 1], seen: made });
      expect(await ids(panel, '/payment-links')).not.toEqual(expect.arrayContaining([made[0]]));
    });

    it('has the filters of payment links', async () => {
      const paid = await payNewCardLink(service, merchant);
      const brl = await createCardLink(merchant, { currency: 'BRL', amount: 5000, description: 'Yerba mate' });

      expect(await ids(panel, `${PATH}?status=completed`)).toEqual([paid]);
      expect(await ids(panel, `${PATH}?currency=BRL`)).toEqual([brl]);
      expect(await ids(panel, `${PATH}?search=YERBA`)).toEqual([brl]);
      expect(await ids(panel, `${PATH}?end_date=2020-01-01`)).toEqual([]);
      expectError(await panel.get(`${PATH}?status=lost`), 422, 'VALIDATION_FAILED', naming('status'));
    });
  });

  describe('PATCH /cards/payment-links/{id}/cancel', () => {
    it('cancels a link, whichever key made it', async () => {
      const id = await createCardLink(merchant);
      const { status, body } = await cancel(id);

      expect([status, body.data]).toEqual([200, { ...(await data(panel, `${PATH}/${id}`)), status: 'cancelled' }]);
    });

    it('rejects a link that is paid, used or whose session the platform does not close', async () => {
      const [paid, used] = [await payNewCardLink(service, merchant), await createCardLink(merchant)];
      const stuck = await createCardLink(merchant, { description: '[card:fail-cancel]' });
      await service.sql('UPDATE payment_links SET current_uses = 1 WHERE id = $1', [used]);

      expect((await cancel(paid)).body).toMatchObject({
        code: 'CARD_PAYMENT_LINK_NOT_ACTIVE',
        errors: { status: 'completed' },
      });
      expect((await cancel(used)).body.code).toBe('PAYMENT_LINK_CANNOT_CANCEL');
      expectError(await cancel(stuck), 500, 'CARD_PAYMENT_ERROR');
      expect(await statusOf(stuck)).toBe('active');
    });
  });

  it('require the permission, whatever the body', async () => {
    const id = await createCardLink(merchant);
    const [viewer, collector] = [
      await userWith(service, merchant, 'view_payins'),
      await userWith(service, merchant, 'create_payins'),
    ];

    expectError(await viewer.post(PATH, '{'), 403, 'PERMISSION_DENIED');
    expectError(await cancel(id, viewer), 403, 'PERMISSION_DENIED');
    expectError(await collector.get(PATH), 403, 'PERMISSION_DENIED');
    expectError(await collector.get(`${PATH}/${id}`), 403, 'PERMISSION_DENIED');
    expect([(await viewer.get(PATH)).status, (await viewer.get(`${PATH}/${id}`)).status]).toEqual([200, 200]);
    expect([(await create({}, collector)).status, (await cancel(id, collector)).status]).toEqual([201, 200]);
  });

  it('of another account, and links of the other kind, are not found', async () => {
    const [id, other] = [await createCardLink(merchant), await service.createLink(merchant)];
    const stranger = await owner(service, { cards: true });

    for (const response of [
      await stranger.get(`${PATH}/${id}`),
      await cancel(id, stranger),
      await panel.get(`${PATH}/${other}`),
      await cancel(other),
    ]) {
      expectError(response, 404, 'CARD_PAYMENT_LINK_NOT_FOUND');
    }
    expect(await statusOf(id)).toBe('active');
  });
});
