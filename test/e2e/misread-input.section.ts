import { request } from 'node:http';
import { signIn } from '../support/panel';
import { expectError, naming } from '../support/expect-error';
import type { HttpClient } from '../support/http-client';
import { TestService, type Merchant } from '../support/service';

const LINK = { amount: 15000, currency: 'ARS', description: 'Order 1001' };
const PANEL_LINK = { ...LINK, currency_destiny: 'ARS' };

/** Input that programs and people send by mistake, and that a lenient parser would understand as something else. */
describe('input that could be misread', () => {
  let service: TestService;
  let merchant: Merchant;
  let panel: HttpClient;

  beforeAll(async () => {
    service = await TestService.start();
  });

  beforeEach(async () => {
    merchant = await service.merchant({ usd: true });
    ({ panel } = await signIn(service, merchant));
  });

  afterAll(() => service.stop());

  const links = async () => service.sql('SELECT id FROM payment_links WHERE account_id = $1', [merchant.account.id]);

  it('a body that names a member twice is rejected in every API, and nothing is written', async () => {
    const body = (fields: object) => JSON.stringify(fields).replace('"amount":', '"amount":90000,"amount":');
    const linkId = await service.createLink(merchant);
    const responses = [
      await merchant.api.post('/v1/payment-links', body(LINK)),
      await merchant.api.post('/v1/cards/payment-links', body(LINK)),
      await merchant.api.post('/v1/conversions/quote', body({ amount: 1, origin: 'BRL', destination: 'ARS' })),
      await panel.post('/payment-links', body(PANEL_LINK)),
      await service
        .anonymous()
        .post(`/sandbox/payment-links/${linkId}/simulate`, body({ event: 'pay', amount: '1.00' })),
    ];

    for (const response of responses) {
      expectError(response, 422, 'VALIDATION_FAILED');
      expect(response.body.message).toBe('The body has "amount" twice in the same object.');
    }
    expect(await links()).toEqual([{ id: linkId }]);
  });

  it.each(['15000.00999999999999999999', '4999.999999999999999999999', '123456789012.349999999999999999'])(
    'an amount with digits that a JSON number does not keep is rejected, not rounded: %s',
    async (amount) => {
      const body = (fields: object) => JSON.stringify(fields).replace('15000', amount);
      expectError(await merchant.api.post('/v1/payment-links', body(LINK)), 422, 'VALIDATION_FAILED', naming('amount'));
      expectError(await panel.post('/payment-links', body(PANEL_LINK)), 422, 'VALIDATION_FAILED', naming('amount'));
      expect(await links()).toEqual([]);
    },
  );

  it('an unknown field may have any number', async () => {
    const body = JSON.stringify({ ...LINK, order_id: 0 }).replace(':0', ':9007199254740993');
    expect((await merchant.api.post('/v1/payment-links', body)).status).toBe(201);
  });

  it.each([
    'status[]=completed',
    'status%5B%5D=completed',
    'status[0]=completed',
    'Status=completed',
    'perPage=5',
    'startDate=2030-01-01',
  ])('a filter under a name that is nearly right is rejected by name, not ignored: %s', async (query) => {
    const name = decodeURIComponent(query.split('=')[0] ?? '');
    const response = await panel.get(`/payment-links?${query}`);
    expect([response.status, response.body.errors]).toEqual([
      422,
      { [name]: [expect.stringMatching(/^Write \w+, and/)] },
    ]);
  });

  it('other parameters are ignored, as tools add them', async () => {
    expect((await panel.get('/payment-links?_=1764150000&utm_source=mail')).status).toBe(200);
  });

  it.each([
    '2020-01-01T00:00:00+00:00',
    '2020-01-01T00:00:00%2B0000',
    '2020-01-01T00:00:00-0300',
    '2020-01-01T00:00:00+00',
  ])('a time in a query is understood with its offset as programs write it: %s', async (time) => {
    const linkId = await service.createLink(merchant);
    const [since, until] = [
      await panel.get(`/payment-links?start_date=${time}`),
      await panel.get(`/payment-links?end_date=${time}`),
    ];
    expect(since.body.data).toMatchObject([{ id: linkId }]);
    expect(until.body.data).toEqual([]);
  });

  it('an Idempotency-Key that is sent twice is rejected, since it would be another key at the next attempt', async () => {
    const send = (keys: string | string[]) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { authorization: `Bearer ${merchant.apiKey}`, 'Idempotency-Key': keys };
        request(`${service.url}/v1/payment-links`, { method: 'POST', headers }, (response) => {
          response.resume().on('end', () => resolve(response.statusCode));
        })
          .on('error', reject)
          .end(JSON.stringify(LINK));
      });

    expect(await send(['order-1', 'order-1'])).toBe(422);
    expect(await links()).toEqual([]);
    expect(await send('order-1, of two')).toBe(201);
  });

  it.each([
    'https://https://shop.example/hook',
    'https:///hook',
    'https://{{HOST}}/hook',
    'https://shop.example/{ORDER_ID}',
    'https://shop..example/hook',
  ])('an address that leads nowhere or elsewhere is rejected for deliveries and for payers: %s', async (url) => {
    for (const path of ['/v1/webhooks', '/v1/payment-links']) {
      const field = path === '/v1/webhooks' ? 'url' : 'webhook_url';
      const response = await merchant.api.post(path, { ...LINK, [field]: url });
      expectError(response, 422, 'VALIDATION_FAILED', naming(field));
    }
    const response = await panel.post('/payment-links', { ...PANEL_LINK, return_url: url });
    expectError(response, 422, 'VALIDATION_FAILED', naming('return_url'));
  });

  it.each([
    ['CO', 'COP', 'nit', '890903938'],
    ['CO', 'COP', 'nit', '1020304058'],
    ['CL', 'CLP', 'rut', '12345607'],
  ])(
    'a document whose check digit was left out is not taken for a shorter one: %s %s %s %s',
    async (country, currency, type, number) => {
      const response = await panel.post('/bank-accounts', {
        holder_name: 'Ana',
        country,
        currency,
        document: { type, number },
        bank: { name: 'Banco', code: '007', account_number: '12345678901', account_type: 'savings' },
      });
      expectError(response, 422, 'VALIDATION_FAILED', naming('document.number'));
    },
  );

  it('a CBU that a spreadsheet shortened is not taken for an alias', async () => {
    const response = await panel.post('/bank-accounts', {
      holder_name: 'Ana',
      country: 'AR',
      currency: 'ARS',
      document: { type: 'cuit', number: '20-05536168-2' },
      bank: { name: 'Banco', cbu: '2.85059E21' },
    });
    expectError(response, 422, 'VALIDATION_FAILED', naming('bank.cbu'));
  });

  it.each(['ana..b@example.com', '.ana@example.com', 'ana.@example.com'])(
    'an e-mail address that no mail server takes is rejected: %s',
    async (email) => {
      const user = await panel.post('/users', { email, permissions: ['view_payins'], password: 'a long password' });
      expectError(user, 422, 'VALIDATION_FAILED', naming('email'));
    },
  );

  it('the sandbox’s mail to an address with a plus is found when the plus is not escaped', async () => {
    const linkId = await service.createLink(merchant);
    await service.simulate(linkId, { event: 'pay', payer: { email: `ana+${merchant.account.slug}@example.com` } });

    const { body } = await service.anonymous().get(`/sandbox/mailbox?to=ana+${merchant.account.slug}@example.com`);
    expect(body.data).toHaveLength(1);
  });
});
