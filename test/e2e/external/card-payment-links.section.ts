import { ApiKeyVerifier } from '@app/accounts';
import { UnitOfWork } from '@app/kernel';
import { SANDBOX_CARDS_PROVIDER, SandboxCardPlatform, SandboxCollectionRail } from '@app/providers';
import { Rates } from '@app/rates';
import { expectBooksBalanced } from '../../support/books';
import type { HttpResponse } from '../../support/http-client';
import { EXAMPLE_FEES, TestService, type Merchant, type MerchantOptions } from '../../support/service';
import { UUID } from '../../support/shapes';

const PATH = '/v1/cards/payment-links';
const FEES = { ...EXAMPLE_FEES, cards: { percentage: '3.9', fixed_usd: '0.50' } };

type Signer = Pick<SandboxCardPlatform, 'sign'>;

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('card payment links', () => {
  let service: TestService;
  let merchant: Merchant;

  beforeAll(async () => {
    service = await TestService.start();
  });

  beforeEach(async () => {
    merchant = await aMerchant();
    // Events are stored but not delivered, because no worker runs.
    await merchant.api.post('/v1/webhooks', { url: 'http://127.0.0.1:9/' });
  });

  afterEach(() => jest.restoreAllMocks());

  /** Skips the ten seconds that an external system has for its response. */
  function expireTimeouts(): void {
    const start = setTimeout;
    const soon = (run: () => void, ms?: number, ...rest: unknown[]) =>
      start(run, ms === 10_000 ? 0 : ms, ...(rest as []));
    jest.spyOn(globalThis, 'setTimeout').mockImplementation(soon as typeof setTimeout);
  }

  afterAll(async () => {
    await expectBooksBalanced(service);
    await service.stop();
  });

  const aMerchant = (options: MerchantOptions = {}) => service.merchant({ cards: true, fees: FEES, ...options });
  const post = (fields: Record<string, unknown> = {}, { api } = merchant) =>
    api.post(PATH, { amount: 15000, currency: 'ARS', description: 'Order 1001', ...fields });
  const read = async (id: string) => (await merchant.api.get(`${PATH}/${id}`)).body.data as Record<string, unknown>;
  const cancel = (id: string) => merchant.api.delete(`${PATH}/${id}`);
  const balance = () => service.balance(merchant.local!.id);
  const simulate = (id: string, body: Record<string, unknown>) =>
    service.anonymous().post(`/sandbox/cards/payment-links/${id}/simulate`, body);

  async function create(fields: Record<string, unknown> = {}): Promise<string> {
    const { status, text, body } = await post(fields);
    if (status !== 201) throw new Error(`the link was not created: ${text}`);
    return body.data.id as string;
  }

  async function setRate(base: string, quote: string, rate: string, asOf?: Date): Promise<void> {
    await service.get(UnitOfWork).run((tx) => service.get(Rates).setRate(tx, base, quote, rate, asOf));
    service.get(Rates).invalidate();
  }

  const linksOf = ({ account }: Merchant) =>
    service.sql('SELECT 1 FROM payment_links WHERE account_id = $1', [account.id]);

  /** The merchant's events, in order, with their data. */
  async function eventsOf({ account }: Merchant): Promise<{ event: string; data: Record<string, unknown> }[]> {
    const rows = await service.sql<{ body: string }>(
      'SELECT body FROM webhook_events WHERE account_id = $1 ORDER BY created_at, id',
      [account.id],
    );
    return rows.map(({ body }) => JSON.parse(body) as { event: string; data: Record<string, unknown> });
  }

  /** A notification in the card platform's name, with its signature by default. */
  function notify(notification: object, signer: Signer = service.get(SandboxCardPlatform)): Promise<HttpResponse> {
    const body = Buffer.from(JSON.stringify(notification));
    const timestamp = String(Math.floor(Date.now() / 1_000));
    return service.anonymous().post(`/providers/${SANDBOX_CARDS_PROVIDER}/notifications`, body, {
      'x-rail-timestamp': timestamp,
      'x-rail-signature': signer.sign(timestamp, body),
    });
  }

  describe('creating', () => {
    it('returns 201 with id, url and expires_at', async () => {
      const { status, body } = await post();

      expect(status).toBe(201);
      expect(body).toEqual({
        success: true,
        message: expect.any(String),
        data: {
          id: expect.stringMatching(UUID),
          url: `https://pay.example.com/checkout/${body.data.id}`,
          expires_at: null,
        },
      });
    });

    it.each<[string, MerchantOptions]>([
      ['KYC_VERIFICATION_REQUIRED', { kyc: 'pending' }],
      ['KYB_VERIFICATION_REQUIRED', { kyb: 'pending' }],
    ])('requires a verified account: 400 %s', async (code, options) => {
      const { status, body } = await post({}, await aMerchant(options));
      expect([status, body.code]).toEqual([400, code]);
    });

    it('is rejected below 2.00 USD before the body is validated', async () => {
      const { status, body } = await post({ amount: 1999, description: null });
      expect([status, body.code]).toEqual([400, 'BUSINESS_PAYMENT_LINK_MINIMUM_AMOUNT']);
    });

    it('is rejected with the invalid fields before the check whether cards are enabled', async () => {
      const { status, body } = await post({ description: null }, await aMerchant({ cards: false }));
      expect([status, body.code]).toEqual([422, 'VALIDATION_FAILED']);
      expect(body.errors).toHaveProperty('description');
    });

    it('returns 422 with the field when the currency is a list', async () => {
      const { status, body } = await post({ currency: ['ARS'] });
      expect(status).toBe(422);
      expect(body.errors).toHaveProperty('currency');
    });

    it('requires enabled cards: 403 CARD_PAYMENTS_NOT_ENABLED', async () => {
      const { status, body } = await post({}, await aMerchant({ cards: false }));
      expect(status).toBe(403);
      expect(body).toEqual({ success: false, code: 'CARD_PAYMENTS_NOT_ENABLED', message: expect.any(String) });
    });

    it('requires a local wallet: 422 WALLET_NOT_FOUND', async () => {
      const { status, body } = await post({}, await aMerchant({ localCurrency: null, usd: true }));
      expect([status, body.code]).toEqual([422, 'WALLET_NOT_FOUND']);
    });

    it('in USD requires enabled USD: 422 USD_ACCOUNT_NOT_ENABLED', async () => {
      const { status, body } = await post({ currency: 'USD', amount: 50 });
      expect([status, body.code]).toEqual([422, 'USD_ACCOUNT_NOT_ENABLED']);
    });

    it('is rejected with the field amount when the amount is less than the fees', async () => {
      merchant = await aMerchant({ fees: { cards: { percentage: '0', fixed_usd: '20' } } });
      const { status, body } = await post();
      expect([status, body.code]).toEqual([422, 'VALIDATION_FAILED']);
      expect(body.errors).toHaveProperty('amount');
    });

    it.each([
      ['[card:fail]', () => undefined],
      ['[card:timeout]', expireTimeouts],
    ])('returns 500 CARD_PAYMENT_ERROR and stores nothing when the platform does %s', async (description, arrange) => {
      arrange();
      const { status, body } = await post({ description });

      expect(status).toBe(500);
      expect(body).toEqual({ success: false, code: 'CARD_PAYMENT_ERROR', message: expect.any(String) });
      expect(await linksOf(merchant)).toEqual([]);
    });
  });

  describe('reading', () => {
    it('returns the same 12 fields as for a payment link', async () => {
      const id = await create();

      expect(await read(id)).toEqual({
        amount: '15000.00',
        currency: 'ARS',
        currency_destiny: 'ARS',
        description: 'Order 1001',
        expires_at: null,
        max_uses: 1,
        current_uses: 0,
        status: 'active',
        checkout_url: `https://pay.example.com/checkout/${id}`,
        payment_method: null,
        created_at: TIME,
        updated_at: TIME,
      });
    });

    it('finds every card link of the key’s user, and none of another user', async () => {
      const id = await create();
      const same = await service.issueKey(merchant);
      const other = await service.issueKey(merchant, { userId: (await service.addUser(merchant)).id });

      expect((await same.api.get(`${PATH}/${id}`)).status).toBe(200);
      const { status, body } = await other.api.get(`${PATH}/${id}`);
      expect([status, body.code]).toEqual([404, 'CARD_PAYMENT_LINK_NOT_FOUND']);
    });

    it('does not find links of the other kind', async () => {
      const [card, link] = [await create(), await service.createLink(merchant)];

      const ofCard = await merchant.api.get(`/v1/payment-links/${card}`);
      expect([ofCard.status, ofCard.body.code]).toEqual([404, 'PAYMENT_LINK_NOT_FOUND']);
      const ofLink = await merchant.api.get(`${PATH}/${link}`);
      expect([ofLink.status, ofLink.body.code]).toEqual([404, 'CARD_PAYMENT_LINK_NOT_FOUND']);
    });

    it('does not match an id that is not a UUID', async () => {
      const { status, body } = await service.anonymous().get(`${PATH}/1`);
      expect([status, body.code]).toEqual([404, 'RESOURCE_NOT_FOUND']);
    });
  });

  describe('permissions', () => {
    const operations = [
      ['POST', 'card_payment_links:create'],
      ['GET', 'card_payment_links:read'],
      ['DELETE', 'card_payment_links:cancel'],
    ] as const;

    it.each(operations)('%s requires %s', async (method, permission) => {
      const path = method === 'POST' ? PATH : `${PATH}/${await create()}`;
      const body = method === 'POST' ? { amount: 15000, currency: 'ARS', description: 'x' } : undefined;
      const without = operations.map(([, each]) => each).filter((each) => each !== permission);
      const [granted, rejected] = await Promise.all([
        service.issueKey(merchant, { permissions: [permission] }),
        service.issueKey(merchant, { permissions: [...without, 'payment_links:create', 'payment_links:read'] }),
      ]);

      const { status, body: response } = await rejected.api.send(method, path, body);
      expect([status, response.code]).toEqual([403, 'insufficient_scope']);
      expect((await granted.api.send(method, path, body)).status).toBeLessThan(300);
    });
  });

  describe('cancelling', () => {
    it('returns the id and the status, and publishes it', async () => {
      const id = await create();

      const { status, body } = await cancel(id);

      expect([status, body.data]).toEqual([200, { id, status: 'cancelled' }]);
      expect(await read(id)).toMatchObject({ status: 'cancelled', current_uses: 0 });
      expect(await eventsOf(merchant)).toEqual([
        expect.objectContaining({
          event: 'payment_link.cancelled',
          data: {
            payment_link_id: id,
            kind: 'card_payment_link',
            status: 'cancelled',
            amount: '15000.00',
            currency: 'ARS',
            currency_destiny: 'ARS',
            description: 'Order 1001',
            reference: null,
            payment_method: null,
          },
        }),
      ]);
    });

    it.each([
      ['completed', (id: string) => simulate(id, { event: 'pay' })],
      ['cancelled', (id: string) => cancel(id)],
      ['expired', (id: string) => simulate(id, { event: 'lapse' })],
    ])('is rejected when the link is %s', async (state, arrange) => {
      const id = await create();
      await arrange(id);

      const { status, body } = await cancel(id);

      expect(status).toBe(422);
      expect(body).toEqual({
        success: false,
        code: 'CARD_PAYMENT_LINK_NOT_ACTIVE',
        message: expect.any(String),
        errors: { status: state },
      });
    });

    it('is rejected, or prevents the payment, when both happen at the same time', async () => {
      const id = await create();

      const [cancelled] = await Promise.all([cancel(id), simulate(id, { event: 'pay' })]);

      const { status } = await read(id);
      expect({ status, credited: await balance(), code: cancelled.status }).toEqual(
        cancelled.status === 200
          ? { status: 'cancelled', credited: '0.00', code: 200 }
          : { status: 'completed', credited: '13915.00', code: 422 },
      );
    });

    it('returns 500 CARD_PAYMENT_ERROR when the platform fails, and the link can still be paid', async () => {
      const id = await create({ description: 'Order [card:fail-cancel]' });

      const { status, body } = await cancel(id);

      expect([status, body.code]).toEqual([500, 'CARD_PAYMENT_ERROR']);
      expect(await read(id)).toMatchObject({ status: 'active' });
      expect((await simulate(id, { event: 'pay' })).body.data.status).toBe('completed');
    });

    it('does not find a link of the other kind', async () => {
      const link = await service.createLink(merchant);

      const { status, body } = await cancel(link);

      expect([status, body.code]).toEqual([404, 'CARD_PAYMENT_LINK_NOT_FOUND']);
      expect((await merchant.api.get(`/v1/payment-links/${link}`)).body.data.status).toBe('active');
    });

    it('is not possible through the operation for the other kind', async () => {
      const id = await create();

      const { status, body } = await merchant.api.delete(`/v1/payment-links/${id}`);

      expect([status, body.code]).toEqual([404, 'PAYMENT_LINK_NOT_FOUND']);
      expect(await read(id)).toMatchObject({ status: 'active' });
    });
  });

  it('a paused account cannot create links, but can read and cancel them', async () => {
    const id = await create();
    await service.sql(`UPDATE accounts SET status = 'paused' WHERE id = $1`, [merchant.account.id]);
    service.get(ApiKeyVerifier).forget(merchant.account.id);

    const rejected = await post();
    expect([rejected.status, rejected.body.code]).toEqual([403, 'BUSINESS_TENANT_PAUSED']);
    expect((await merchant.api.get(`${PATH}/${id}`)).status).toBe(200);
    expect((await cancel(id)).status).toBe(200);
  });

  describe('paying', () => {
    it('credits the amount minus the card fee, and completes the link', async () => {
      const id = await create();

      const { status, body } = await simulate(id, { event: 'pay' });

      expect([status, body.data]).toEqual([
        200,
        { payment_link_id: id, event: 'pay', notification_id: expect.any(String), status: 'completed' },
      ]);
      expect(await balance()).toBe('13915.00');
      expect(await read(id)).toMatchObject({ status: 'completed', current_uses: 1, payment_method: 'card' });
    });

    it('records the payment with every figure', async () => {
      const id = await create();
      await simulate(id, { event: 'pay' });

      const rows = await service.sql('SELECT * FROM received_payments WHERE payment_link_id = $1', [id]);
      expect(rows).toEqual([
        expect.objectContaining({
          kind: 'card_payment_link',
          status: 'credited',
          payment_method: 'card',
          payer_amount: '15000.00',
          gross_amount: '15000.00',
          fee_percentage_amount: '585.00',
          fee_fixed_amount: '500.00',
          collection_fee: '1085.00',
          credited_amount: '13915.00',
          provider: 'sandbox_cards',
        }),
      ]);
    });

    it('publishes the payment', async () => {
      const id = await create();
      await simulate(id, { event: 'pay' });

      expect(await eventsOf(merchant)).toEqual([
        expect.objectContaining({
          event: 'payment.completed',
          data: {
            payment_link_id: id,
            kind: 'card_payment_link',
            status: 'completed',
            amount: '15000.00',
            currency: 'ARS',
            currency_destiny: 'ARS',
            description: 'Order 1001',
            reference: null,
            payment_method: 'card',
            payer_amount: '15000.00',
            credited_amount: '13915.00',
            fees: { collection: '1085.00', conversion: '0.00' },
            exchange_rate: null,
            paid_at: TIME,
            returned_at: null,
          },
        }),
      ]);
    });

    it('sends the payer a receipt', async () => {
      const email = `${merchant.account.slug}@example.com`;
      await simulate(await create(), { event: 'pay', payer: { email } });

      const rows = await service.sql<{ subject: string }>('SELECT subject FROM mail_messages WHERE to_address = $1', [
        email,
      ]);
      expect(rows).toEqual([{ subject: 'Recibimos tu pago: 15.000,00\u00A0ARS a Café Río' }]);
    });

    it('credits once when it is repeated', async () => {
      const id = await create();
      await simulate(id, { event: 'pay' });
      await simulate(id, { event: 'pay' });

      expect(await balance()).toBe('13915.00');
    });

    it('becomes a payment exception when the amount differs', async () => {
      const id = await create();
      const { body } = await simulate(id, { event: 'pay', amount: '100.00' });

      expect(body.data.status).toBe('active');
      expect(await exceptionsOf(id)).toEqual([{ reason: 'amount_mismatch', amount: '100.00', currency: 'ARS' }]);
    });

    it('becomes a payment exception when the link is cancelled', async () => {
      const id = await create();
      await cancel(id);
      await simulate(id, { event: 'pay' });

      expect(await read(id)).toMatchObject({ status: 'cancelled' });
      expect(await balance()).toBe('0.00');
      expect(await exceptionsOf(id)).toEqual([{ reason: 'link_not_payable', amount: '15000.00', currency: 'ARS' }]);
    });
  });

  const exceptionsOf = (id: string) =>
    service.sql('SELECT reason, amount, currency FROM payment_exceptions WHERE payment_link_id = $1', [id]);

  describe('expiry', () => {
    it('expires the link and publishes it', async () => {
      const id = await create();
      await simulate(id, { event: 'lapse' });

      expect(await read(id)).toMatchObject({ status: 'expired', expires_at: TIME });
      expect(await eventsOf(merchant)).toEqual([
        expect.objectContaining({
          event: 'payment_link.expired',
          data: expect.objectContaining({ kind: 'card_payment_link', status: 'expired' }),
        }),
      ]);
    });

    it('is followed by the late payment, which is credited', async () => {
      const id = await create();
      await simulate(id, { event: 'lapse' });
      const { body } = await simulate(id, { event: 'pay' });

      expect(body.data.status).toBe('completed');
      expect(await balance()).toBe('13915.00');
    });
  });

  describe('converting', () => {
    const charge = { currency: 'BRL', amount: 500, amount_type: 'charge' };

    afterEach(async () => {
      await setRate('USD', 'BRL', '5');
      await setRate('USD', 'MXN', '18');
    });

    it('does not credit twice its worth when the rate doubled after it was locked: staff decide (rule 5.2)', async () => {
      const id = await create({ amount: 1_000_000, currency: 'BRL', description: 'Order 1001' });
      await service.sql(`UPDATE checkout_orders SET created_at = created_at - interval '24 hours' WHERE link_id = $1`, [
        id,
      ]);
      await setRate('USD', 'ARS', '2000');
      await simulate(id, { event: 'pay' });
      await setRate('USD', 'ARS', '1000');

      const found = await service.sql('SELECT reason, status FROM payment_exceptions WHERE payment_link_id = $1', [id]);
      expect(found).toEqual([{ reason: 'rate_moved', status: 'open' }]);
      expect(await balance()).toBe('0.00');
    });

    it('settles at the rate of the creation when rates change later', async () => {
      const id = await create(charge);
      await setRate('USD', 'BRL', '10');
      await simulate(id, { event: 'pay' });

      const [{ data } = { data: {} }] = await eventsOf(merchant);
      expect(data).toMatchObject({
        exchange_rate: '200',
        payer_amount: '500.00',
        fees: { collection: '4400.00', conversion: '1000.00' },
        credited_amount: '94600.00',
      });
      expect(await balance()).toBe('94600.00');
    });

    it('is rejected when the stored rate is too old: 422 EXCHANGE_RATE_UNAVAILABLE', async () => {
      await setRate('USD', 'MXN', '18', new Date(Date.now() - 2 * 3_600_000));

      const { status, body } = await post({ ...charge, currency: 'MXN' });

      expect(status).toBe(422);
      expect(body).toEqual({ success: false, code: 'EXCHANGE_RATE_UNAVAILABLE', message: expect.any(String) });
      expect(await linksOf(merchant)).toEqual([]);
    });

    it('does not prevent a payment link when the rate is too old, since its rate is that of the choice', async () => {
      await setRate('USD', 'MXN', '18', new Date(Date.now() - 2 * 3_600_000));

      await expect(service.createLink(merchant, { ...charge, currency: 'MXN' })).resolves.toMatch(UUID);
    });
  });

  describe('notifications of the platform', () => {
    it('are rejected when the rail of the other kind signed them', async () => {
      const lapsed = { id: 'n1', type: 'order.lapsed', reference: 'sbxc_1' };
      const { status, body } = await notify(lapsed, service.get(SandboxCollectionRail));
      expect([status, body.code]).toEqual([401, 'INVALID_SIGNATURE']);
    });

    it('return 404 for an unknown session', async () => {
      const { status, body } = await notify({ id: 'n1', type: 'order.lapsed', reference: 'sbxc_unknown' });
      expect([status, body.code]).toEqual([404, 'CHECKOUT_ORDER_NOT_FOUND']);
    });

    it('return 404 for an unknown provider', async () => {
      const { status, body } = await service.anonymous().post('/providers/nobody/notifications', {});
      expect([status, body.code]).toEqual([404, 'RESOURCE_NOT_FOUND']);
    });
  });

  describe('the simulator', () => {
    it('does not find links of the other kind', async () => {
      const [card, link] = [await create(), await service.createLink(merchant)];

      const byCard = await simulate(link, { event: 'pay' });
      expect([byCard.status, byCard.body.code]).toEqual([404, 'CARD_PAYMENT_LINK_NOT_FOUND']);
      const byRail = await service.simulate(card, { event: 'pay' });
      expect([byRail.status, byRail.body.code]).toEqual([404, 'PAYMENT_LINK_NOT_FOUND']);
    });
  });

  describe('the checkout page', () => {
    const page = async (id: string, query = '') => (await service.anonymous().get(`/checkout/${id}${query}`)).text;

    it('shows the amount, the merchant and the description, with a button that simulates the payment', async () => {
      const id = await create({ customer_paid_fee: true });

      const text = await page(id);

      expect(text).toContain('Café Río');
      expect(text).toContain('16,085.00');
      expect(text).toContain('Order 1001');
      expect(text).toContain('Pay with card');
      expect(text).toContain(`action="/sandbox/cards/payment-links/${id}/simulate"`);
    });

    it('offers no other method', async () => {
      const id = await create();

      expect(await page(id)).not.toContain('?change=1');
      expect(await page(id, '?change=1')).not.toContain('type="radio"');
    });

    it('opens no order for another method', async () => {
      const id = await create();
      await service
        .anonymous()
        .post(`/checkout/${id}/orders`, 'method=ars_qr', { 'content-type': 'application/x-www-form-urlencoded' });

      const orders = await service.sql('SELECT method FROM checkout_orders WHERE link_id = $1', [id]);
      expect(orders).toEqual([{ method: 'card' }]);
    });

    it('shows the payment after the button was pressed', async () => {
      const id = await create();
      const { status, headers } = await service
        .anonymous()
        .post(`/sandbox/cards/payment-links/${id}/simulate`, 'event=pay', {
          'content-type': 'application/x-www-form-urlencoded',
        });

      expect([status, headers.location]).toEqual([303, `/checkout/${id}`]);
      expect(await page(id)).toContain('Payment received');
    });
  });
});
