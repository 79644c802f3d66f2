import { newId } from '@app/kernel';
import { paymentOf, payNewLink, readLink } from '../../support/paid-links';
import { until } from '../../support/conditions';
import type { HttpResponse } from '../../support/http-client';
import { TestService, type Merchant } from '../../support/service';
import { UUID } from '../../support/shapes';

const LINK = { amount: 15000, currency: 'ARS', description: 'Order 1001' };
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/;

let service: TestService;
let merchant: Merchant;

function begin(): void {
  beforeAll(async () => {
    service = await TestService.start();
    merchant = await service.merchant({ usd: true });
  });

  afterAll(() => service.stop());
}

const create = (fields: Record<string, unknown> = {}, by: Merchant = merchant) =>
  by.api.post('/v1/payment-links', { ...LINK, ...fields });

describe('Resources, Payment link, create request', () => {
  begin();

  function expectError({ status, body }: HttpResponse, field: string): void {
    expect(body).toMatchObject({ code: 'VALIDATION_FAILED', errors: { [field]: [expect.any(String)] } });
    expect(status).toBe(422);
  }

  /** The amount that the payer of a new link owes. */
  const amountDue = async (fields: Record<string, unknown>, method?: string) =>
    (await service.openOrder(await service.createLink(merchant, fields), method)).amount;

  it('amount: is a number (rule 3.4)', async () => {
    expect((await create({ amount: 15000.5 })).status).toBe(201);
  });

  it('amount: is required (rule 3.4)', async () => {
    expectError(await create({ amount: undefined }), 'amount');
  });

  it.each(['ARS', 'BRL', 'COP', 'CLP', 'MXN', 'BOB', 'USD'])(
    'currency: can be %s, for wallets of any currency (rule 3.4)',
    async (currency) => {
      for (const localCurrency of ['ARS', 'CLP']) {
        const by = await service.merchant({ localCurrency, usd: true });

        expect((await create({ currency }, by)).status).toBe(201);
      }
    },
  );

  it.each(['EUR', 'ars', 'AR', 'ARSX'])('currency: cannot be %s (rule 3.4)', async (currency) => {
    const { status, body } = await create({ currency });

    expect([status, body.code]).toEqual([422, 'VALIDATION_FAILED']);
  });

  it('description: is stored unchanged (rule 3.4)', async () => {
    const description = 'Ñandú «1001» <b>&amp;</b> "\\" 👩‍🚀 / ';

    expect(await readLink(merchant, await service.createLink(merchant, { description }))).toMatchObject({
      description,
    });
  });

  it('description: is text (rule 3.4)', async () => {
    expectError(await create({ description: 1001 }), 'description');
  });

  it.each([
    ['receive', '505.00'],
    ['charge', '100000.00'],
    [undefined, '505.00'],
  ])('amount_type: %s makes the payer of 100000 owe %s BRL (rule 3.4)', async (amount_type, amount) => {
    expect(await amountDue({ currency: 'BRL', amount: 100000, amount_type }, 'brl_pix')).toBe(amount);
  });

  it('amount_type: has no other values (rule 3.4)', async () => {
    expectError(await create({ amount_type: 'send' }), 'amount_type');
  });

  it.each([
    [true, '15735.00'],
    [false, '15000.00'],
    [undefined, '15000.00'],
  ])('customer_paid_fee: %s makes the payer of 15000 owe %s (rule 3.4)', async (customer_paid_fee, amount) => {
    expect(await amountDue({ customer_paid_fee })).toBe(amount);
  });

  it('customer_paid_fee: is a boolean (rule 3.4)', async () => {
    expectError(await create({ customer_paid_fee: 'true' }), 'customer_paid_fee');
  });

  it('webhook_url: gets the events of the link (rule 3.4)', async () => {
    const fresh = await service.merchant();
    await payNewLink(service, fresh, { webhook_url: 'https://shop.example/link' });

    expect(await destinationsOf(fresh)).toEqual(['https://shop.example/link']);
  });

  it('webhook_url: is optional, and without it nothing is sent (rule 3.4)', async () => {
    const fresh = await service.merchant();
    await payNewLink(service, fresh);

    expect(await destinationsOf(fresh)).toEqual([]);
  });

  it('webhook_url: must be a valid URL (rule 3.4)', async () => {
    expectError(await create({ webhook_url: 'shop.example/hook' }), 'webhook_url');
  });

  const destinationsOf = async ({ account }: Merchant) =>
    (await service.sql<{ url: string }>('SELECT url FROM webhook_deliveries WHERE account_id = $1', [account.id])).map(
      ({ url }) => url,
    );
});

describe('Resources, Payment link, create response', () => {
  begin();

  const created = async () => (await create()).body.data as { id: string; url: string; expires_at: string | null };

  it('fields: are exactly three (rule 3.5)', async () => {
    expect(Object.keys(await created()).sort()).toEqual(['expires_at', 'id', 'url']);
  });

  it('id: is the UUID under which the link is read (rule 3.5)', async () => {
    const { id } = await created();

    expect(id).toMatch(UUID);
    expect((await merchant.api.get(`/v1/payment-links/${id}`)).status).toBe(200);
  });

  it('url: is the checkout address that the read shows (rule 3.5)', async () => {
    const { id, url } = await created();

    expect((await readLink(merchant, id)).checkout_url).toBe(url);
  });

  it('expires_at: is null (rule 3.5)', async () => {
    expect((await created()).expires_at).toBeNull();
  });
});

describe('Resources, Payment link, read response', () => {
  begin();

  const newLink = async (fields: Record<string, unknown> = {}) =>
    readLink(merchant, await service.createLink(merchant, fields));

  it('fields: are exactly twelve, without the id and amount_type (rule 3.5)', async () => {
    expect(Object.keys(await newLink({ amount_type: 'charge' })).sort()).toEqual([
      'amount',
      'checkout_url',
      'created_at',
      'currency',
      'currency_destiny',
      'current_uses',
      'description',
      'expires_at',
      'max_uses',
      'payment_method',
      'status',
      'updated_at',
    ]);
  });

  it.each([
    ['the payer’s currency under charge', 'charge', '15000'],
    ['the wallet’s currency under receive', 'receive', '15000.00'],
  ])('amount: is in %s (rule 3.4)', async (_what, amount_type, amount) => {
    expect(await newLink({ currency: 'CLP', amount_type })).toMatchObject({ amount, currency_destiny: 'ARS' });
  });

  it('amount: is the declared amount also when the payer pays more; the received payment shows both (rule 3.4)', async () => {
    const linkId = await payNewLink(service, merchant, { customer_paid_fee: true });

    expect((await readLink(merchant, linkId)).amount).toBe('15000.00');
    expect((await paymentOf(service, linkId)).payer_amount).toBe('15735.00');
  });

  it('currency: is the payer’s (rule 3.4)', async () => {
    expect((await newLink({ currency: 'BRL' })).currency).toBe('BRL');
  });

  it.each([
    ['ARS', 'the local wallet', 'BRL'],
    ['USD', 'the USD wallet', 'USD'],
  ])('currency_destiny: is %s, that of %s, for a payer in %s (rule 3.6)', async (destiny, _wallet, currency) => {
    expect((await newLink({ currency })).currency_destiny).toBe(destiny);
  });

  it('description: is the text that was sent (rule 3.4)', async () => {
    expect((await newLink({ description: 'Two chairs' })).description).toBe('Two chairs');
  });

  it('expires_at: is null until a payer has chosen how to pay, then a time (rule 3.5)', async () => {
    const linkId = await service.createLink(merchant);
    expect((await readLink(merchant, linkId)).expires_at).toBeNull();

    await service.openOrder(linkId);
    expect((await readLink(merchant, linkId)).expires_at).toMatch(TIME);
  });

  it('max_uses: is 1 (rule 3.12)', async () => {
    expect((await newLink()).max_uses).toBe(1);
  });

  it('current_uses: counts the payment (rule 3.12)', async () => {
    const linkId = await service.createLink(merchant);
    expect((await readLink(merchant, linkId)).current_uses).toBe(0);

    await service.simulate(linkId, { event: 'pay' });
    expect((await readLink(merchant, linkId)).current_uses).toBe(1);
  });

  it('status: is the state (rule 3.15)', async () => {
    const linkId = await service.createLink(merchant);
    expect((await readLink(merchant, linkId)).status).toBe('active');

    await merchant.api.delete(`/v1/payment-links/${linkId}`);
    expect((await readLink(merchant, linkId)).status).toBe('cancelled');
  });

  it('checkout_url: is where the payer finds the link, on the public host (rule 3.6)', async () => {
    const linkId = await service.createLink(merchant);
    const { checkout_url } = await readLink(merchant, linkId);
    const { origin, pathname } = new URL(checkout_url);

    expect(origin).toBe('https://pay.example.com');
    expect((await service.anonymous().get(pathname)).text).toContain('Order 1001');
  });

  it('payment_method: is null until a payer has chosen a method, then that method (rule 3.5)', async () => {
    const linkId = await service.createLink(merchant);
    expect((await readLink(merchant, linkId)).payment_method).toBeNull();

    await service.openOrder(linkId, 'ars_qr');
    expect((await readLink(merchant, linkId)).payment_method).toBe('ars_qr');
  });

  it('created_at: is an ISO 8601 time in UTC with fractions of a second, of the creation (rule 3.7)', async () => {
    const before = Date.now();
    const { created_at } = await newLink({ description: newId() });

    expect(created_at).toMatch(TIME);
    expect(Date.parse(created_at)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(created_at)).toBeLessThanOrEqual(Date.now());
  });

  it('updated_at: is such a time, and changes with the link (rule 3.7)', async () => {
    const linkId = await service.createLink(merchant);
    const { created_at, updated_at } = await readLink(merchant, linkId);
    expect([updated_at, Date.parse(updated_at)]).toEqual([expect.stringMatching(TIME), Date.parse(created_at)]);

    await until('the clock has moved on', () => Date.now() > Date.parse(updated_at) + 1);
    await merchant.api.delete(`/v1/payment-links/${linkId}`);
    const moved = await readLink(merchant, linkId);
    expect(Date.parse(moved.updated_at)).toBeGreaterThan(Date.parse(updated_at));
    expect(moved.created_at).toBe(created_at);
  });
});
