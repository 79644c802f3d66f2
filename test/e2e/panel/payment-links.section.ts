import { newId } from '@app/kernel';
import { expectBooksBalanced } from '../../support/books';
import type { HttpClient } from '../../support/http-client';
import { payNewCardLink, payNewLink } from '../../support/paid-links';
import { signIn } from '../../support/panel';
import { data, ids, LINK, owner, paged, TEXT, watchDocumented, type Item } from '../../support/panel-money';
import { TestService, type Merchant } from '../../support/service';
import { expectError, naming } from '../../support/expect-error';
import { ISO, UUID } from '../../support/shapes';

describe('payment links in the panel', () => {
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

  afterAll(async () => {
    await expectBooksBalanced(service);
    await service.stop();
  });

  describe('POST /payment-links', () => {
    const create = (body: object = LINK, by = panel) => by.post('/payment-links', body);
    const setDefault = (value: boolean, of = merchant) => service.changeAccount(of, { customerPaidFeeDefault: value });

    it('returns 201 with the link, with exactly its fields', async () => {
      const given = { reference: 'A-1001', return_url: 'https://shop.example/orders/1001?a=b#top' };
      const { status, body } = await create({ ...LINK, ...given, webhook_url: 'https://shop.example/hook' });

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
          ...given,
          amount_currency: 'ARS',
          amount_type: 'receive',
          customer_paid_fee: false,
          created_by: { user_id: merchant.userId, api_key_id: null },
        },
      });
      expect(await data(panel, `/payment-links/${body.data.id}`)).toEqual(body.data);
    });

    it('creates a link that can be paid, and that the API keys of its user can read', async () => {
      const { id } = (await create()).body.data as Item;
      await service.simulate(id, { event: 'pay' });

      expect((await merchant.api.get(`/v1/payment-links/${id}`)).body.data.status).toBe('completed');
      expect(await service.balance(merchant.local!.id)).toBe('14265.00');
    });

    it.each([
      ['BRL', 'ARS', 201],
      ['ARS', 'ARS', 201],
      ['USD', 'USD', 201],
      ['BRL', 'BRL', 422],
      ['ARS', 'USD', 422],
      ['USD', 'ARS', 422],
      ['ARS', 'ars', 422],
      ['ARS', 'ZZZ', 422],
      ['ARS', '', 422],
    ])('%s into %s: %i, because the payer’s currency determines the wallet', async (...row) => {
      const [currency, currency_destiny, status] = row;
      const response = await create({ ...LINK, currency, currency_destiny, amount: 5000 });

      if (status === 201) expect(response.body.data).toMatchObject({ currency, currency_destiny });
      else expectError(response, 422, 'VALIDATION_FAILED', naming('currency_destiny'));
      expect(response.status).toBe(status);
    });

    it('rejects the address of a private network for notifications, naming it', async () => {
      const response = await create({ ...LINK, webhook_url: 'http://10.1/hook' });
      expectError(response, 422, 'VALIDATION_FAILED', naming('webhook_url'));
    });

    it.each([undefined, null, 7, ['ARS'], {}])('rejects currency_destiny %j, naming it', async (currency_destiny) => {
      expectError(await create({ ...LINK, currency_destiny }), 422, 'VALIDATION_FAILED', naming('currency_destiny'));
      expect(await ids(panel, '/payment-links')).toEqual([]);
    });

    it('names all invalid fields at once', async () => {
      const wrong = { amount: 15000, currency: 'ARS', customer_paid_fee: 'no' };

      expectError(
        await create(wrong),
        422,
        'VALIDATION_FAILED',
        naming('currency_destiny', 'customer_paid_fee', 'description'),
      );
    });

    it.each([
      [true, undefined, true],
      [true, null, true],
      [true, false, false],
      [false, undefined, false],
      [false, true, true],
    ])('with the default %s, customer_paid_fee %s becomes %s', async (byDefault, sent, wanted) => {
      await setDefault(byDefault);

      expect((await create({ ...LINK, customer_paid_fee: sent })).body.data.customer_paid_fee).toBe(wanted);
    });

    it('ignores the default on an account whose payers may not bear the fee', async () => {
      const without = await service.merchant({ customerPaidFee: false });
      await setDefault(true, without);

      expect((await create(LINK, (await signIn(service, without)).panel)).body.data.customer_paid_fee).toBe(false);
    });

    it('does not apply the default to the external API, which deducts the fee', async () => {
      await setDefault(true);
      const id = await service.createLink(merchant);

      expect(await data(panel, `/payment-links/${id}`)).toMatchObject({ customer_paid_fee: false });
    });

    it('checks the account, its verification and the minimum before the body, in this order', async () => {
      const broken = { currency: 'ARS', amount: 1 };
      const unverified = await service.merchant({ kyc: 'pending', kyb: 'pending' });
      const { panel: by } = await signIn(service, unverified);
      const change = (change: object) => service.changeAccount(unverified, change);
      const code = async () => (await create(broken, by)).body.code as string;
      await change({ status: 'paused' });

      expect(await code()).toBe('BUSINESS_TENANT_PAUSED');
      await change({ status: 'active' });
      expect(await code()).toBe('KYC_VERIFICATION_REQUIRED');
      await change({ kycStatus: 'verified' });
      expect(await code()).toBe('KYB_VERIFICATION_REQUIRED');
      await change({ kybStatus: 'verified' });
      expect(await code()).toBe('BUSINESS_PAYMENT_LINK_MINIMUM_AMOUNT');
      expect((await create({ ...broken, amount: 15000 }, by)).body.code).toBe('VALIDATION_FAILED');
    });

    it.each([
      [{ usd: false }, 'USD', 'USD_ACCOUNT_NOT_ENABLED', 422],
      [{ localCurrency: null, usd: true }, 'ARS', 'WALLET_NOT_FOUND', 422],
      [{ localCurrency: null }, 'ARS', 'SYSTEM_DATABASE_ERROR', 500],
    ] as const)(
      'rejects %j a link in %s with %s, as the external API does',
      async (options, currency, code, status) => {
        expectError(await create({ ...LINK, currency }, await owner(service, options)), status, code);
      },
    );

    it('creates one link with an Idempotency-Key, and returns it to a repeated call', async () => {
      const headers = { 'idempotency-key': newId() };
      const [first, again] = [
        await panel.post('/payment-links', LINK, headers),
        await panel.post('/payment-links', LINK, headers),
      ];

      expect([again.status, again.text]).toEqual([201, first.text]);
      expect(again.headers['idempotency-replayed']).toBe('true');
      expect(await ids(panel, '/payment-links')).toEqual([first.body.data.id]);
    });
  });

  describe('GET /payment-links', () => {
    const made = async (fields: object = {}) => service.createLink(merchant, { ...fields });

    it('has the links of all users and keys of the account, with their creators', async () => {
      const { id: userId } = await service.addUser(merchant);
      const key = await service.issueKey(merchant, { userId });
      const id = await service.createLink(key);
      await service.createLink(await service.merchant());
      await payNewCardLink(service, merchant);

      expect(await data<Item[]>(panel, '/payment-links')).toMatchObject([
        { id, created_by: { user_id: userId, api_key_id: key.keyId } },
      ]);
    });

    it('can be filtered by status, by the payer’s currency and by period', async () => {
      const [ars, brl] = [await made(), await made({ currency: 'BRL' })];
      await merchant.api.delete(`/v1/payment-links/${brl}`);
      await service.sql(`UPDATE payment_links SET created_at = '2020-05-05T00:00:00Z' WHERE id = $1`, [ars]);

      expect(await ids(panel, '/payment-links')).toEqual([brl, ars]);
      expect(await ids(panel, '/payment-links?status=cancelled')).toEqual([brl]);
      expect(await ids(panel, '/payment-links?status=in_transit')).toEqual([]);
      expect(await ids(panel, '/payment-links?currency=BRL')).toEqual([brl]);
      expect(await ids(panel, '/payment-links?currency=BRL&status=active')).toEqual([]);
      expect(await ids(panel, '/payment-links?start_date=2020-05-05&end_date=2020-05-05')).toEqual([ars]);
      expect(await ids(panel, '/payment-links?start_date=2020-05-05T00:00:00.001Z&end_date=2020-12-31')).toEqual([]);
    });

    it('finds links by words anywhere in the description, the reference or the id: "2024" finds "Pedido 2024"', async () => {
      const one = await made({ description: 'Pedido 2024', reference: 'FAC-77' });
      const other = await made({ description: 'Año 2024, pedido' });
      const search = (text: string) => ids(panel, `/payment-links?search=${encodeURIComponent(text)}`);

      expect(await search('2024')).toEqual([other, one]);
      expect(await search('PEDIDO ano')).toEqual([other]);
      expect(await search('fac-77')).toEqual([one]);
      expect(await search('%')).toEqual([]);
      expect(await search(other)).toEqual([other]);
      expect(await search(other.slice(0, -1))).toEqual([other]);
    });

    it('has the totals of what the filter shows on the first page, each amount in its own currency (rule 14.9)', async () => {
      await made();
      await made();
      await made({ currency: 'BRL', amount: 500, amount_type: 'charge' });
      const meta = async (query: string) => (await panel.get(`/payment-links?per_page=1${query}`)).body.meta;

      const { totals, next_cursor: cursor } = await meta('');
      expect(totals).toEqual([
        { currency: 'ARS', count: 2, amount: '30000.00' },
        { currency: 'BRL', count: 1, amount: '500.00' },
      ]);
      expect((await meta('&currency=BRL')).totals).toEqual([totals[1]]);
      expect((await meta(`&cursor=${cursor}`)).totals).toBeNull();
    });

    it('shows an amount that the wallet receives in the wallet’s currency, beside that of the payer', async () => {
      await made({ currency: 'BOB', amount: 20000 });

      const [link] = await data<Item[]>(panel, '/payment-links');
      expect(link).toMatchObject({ amount: '20000.00', amount_currency: 'ARS', currency: 'BOB' });
      const { text } = await panel.get('/payment-links?format=csv');
      expect(
        text
          .split('\r\n')
          .slice(0, 2)
          .map((line) => line.split(',').slice(1, 4)),
      ).toEqual([
        ['amount', 'amount_currency', 'currency'],
        ['20000.00', 'ARS', 'BOB'],
      ]);
    });

    it('has pages, newest first, without gaps or repetitions', async () => {
      const wanted: string[] = [];
      for (let count = 0; count < 5; count++) wanted.unshift(await made());

      expect(await paged(panel, '/payment-links')).toEqual({ sizes: [2, 2, 1], seen: wanted });
    });

    it.each([
      ['status=paid', 'status'],
      ['currency=EUR', 'currency'],
      ['search=', 'search'],
      ['start_date=2030-01-02&end_date=2030-01-01', 'end_date'],
      ['per_page=0', 'per_page'],
      ['cursor=garbage', 'cursor'],
    ])('rejects %s, naming %s', async (query, field) => {
      expectError(await panel.get(`/payment-links?${query}`), 422, 'VALIDATION_FAILED', naming(field));
    });
  });

  describe('PATCH /payment-links/{id}/cancel', () => {
    const cancel = (id: string, by = panel) => by.send('PATCH', `/payment-links/${id}/cancel`);

    it('cancels a link of any user of the account, and returns the changed link', async () => {
      const { id: userId } = await service.addUser(merchant);
      const id = await service.createLink(await service.issueKey(merchant, { userId }));
      const { status, body } = await cancel(id);

      expect([status, body.data.status]).toEqual([200, 'cancelled']);
      expect(await data(panel, `/payment-links/${id}`)).toEqual(body.data);
      expect((await service.simulate(id, { event: 'pay' })).status).not.toBe(200);
    });

    it('sends an event to the merchant’s webhook endpoints, like the external API', async () => {
      const url = `https://127.0.0.1:9/${newId()}`;
      await merchant.api.post('/v1/webhooks', { url });
      await cancel(await service.createLink(merchant));

      const queued = await service.sql(
        'SELECT e.type FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id WHERE d.url = $1',
        [url],
      );
      expect(queued).toEqual([{ type: 'payment_link.cancelled' }]);
    });

    it('rejects a link that is no longer active, with its state', async () => {
      const id = await payNewLink(service, merchant);

      expectError(await cancel(id), 422, 'PAYMENT_LINK_NOT_ACTIVE', { errors: { status: 'completed' } });
    });

    it('rejects an active link that has been used, with its uses', async () => {
      const id = await service.createLink(merchant);
      await service.sql('UPDATE payment_links SET current_uses = 1 WHERE id = $1', [id]);

      expectError(await cancel(id), 422, 'PAYMENT_LINK_CANNOT_CANCEL', { errors: { current_uses: 1 } });
    });

    it('works for a paused account', async () => {
      const id = await service.createLink(merchant);
      await service.changeAccount(merchant, { status: 'paused' });

      expect((await cancel(id)).status).toBe(200);
    });

    it('treats the id of another account, and of a card link, like an unknown id', async () => {
      const foreign = await service.createLink(await service.merchant());
      const responses = [
        await cancel(foreign),
        await cancel(await payNewCardLink(service, merchant)),
        await cancel(newId()),
      ];

      for (const response of responses) expectError(response, 404, 'PAYMENT_LINK_NOT_FOUND');
      expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    });
  });
});
