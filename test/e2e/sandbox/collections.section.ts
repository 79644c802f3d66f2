import { newId } from '@app/kernel';
import { expectBooksBalanced } from '../../support/books';
import { createCardLink } from '../../support/paid-links';
import { expectError } from '../../support/expect-error';
import { PRODUCTION } from '@app/platform/testing';
import { TestService, type Merchant } from '../../support/service';

describe('the sandbox simulator', () => {
  let service: TestService;
  let merchant: Merchant;
  let linkId: string;

  beforeAll(async () => {
    service = await TestService.start();
  });

  beforeEach(async () => {
    merchant = await service.merchant();
    linkId = await service.createLink(merchant);
  });

  afterAll(async () => {
    await expectBooksBalanced(service);
    await service.stop();
  });

  const balance = () => service.balance(merchant.local!.id);
  const linkNow = async () =>
    (await merchant.api.get(`/v1/payment-links/${linkId}`)).body.data as { status: string; expires_at: string | null };

  describe('pay', () => {
    it('opens an order when none is open, and pays it', async () => {
      const { status, body } = await service.simulate(linkId, { event: 'pay' });

      expect(status).toBe(200);
      expect(body.data).toMatchObject({ payment_link_id: linkId, event: 'pay', status: 'completed' });
      expect(await balance()).toBe('14265.00');
    });

    it('pays the order that the payer has opened', async () => {
      await service.openOrder(linkId, 'ars_qr');
      await service.simulate(linkId, { event: 'pay' });

      const orders = await service.sql('SELECT method, status FROM checkout_orders WHERE link_id = $1', [linkId]);
      expect(orders).toEqual([{ method: 'ars_qr', status: 'paid' }]);
    });

    it('opens an order with the given method', async () => {
      await service.simulate(linkId, { event: 'pay', method: 'ars_qr' });

      expect(await linkNow()).toMatchObject({ payment_method: 'ars_qr', status: 'completed' });
    });

    it('sends the same notification when it is repeated, which changes nothing', async () => {
      const first = await service.simulate(linkId, { event: 'pay' });
      const second = await service.simulate(linkId, { event: 'pay' });

      expect(second.status).toBe(200);
      expect(second.body.data.notification_id).toBe(first.body.data.notification_id);
      expect(await balance()).toBe('14265.00');
    });

    it('of another amount is recorded and not credited', async () => {
      const { status, body } = await service.simulate(linkId, { event: 'pay', amount: '100.00' });

      expect([status, body.data.status]).toEqual([200, 'active']);
      expect(await balance()).toBe('0.00');
    });

    it('of the amount due in another notation is credited', async () => {
      await service.simulate(linkId, { event: 'pay', amount: 15000 });

      expect(await balance()).toBe('14265.00');
    });
  });

  it('accepts at most as many payments of other amounts as a link may have orders, however many come at once', async () => {
    await service.openOrder(linkId, 'ars_qr');
    const amounts = Array.from({ length: 25 }, (_, index) => `${index + 1}.00`);
    const responses = await Promise.all(amounts.map((amount) => service.simulate(linkId, { event: 'pay', amount })));

    // The order has used up one of the twenty.
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(19);
    for (const response of responses) if (response.status !== 200) expectError(response, 429, 'TOO_MANY_ORDERS');
    const kept = await service.sql('SELECT id FROM payment_exceptions WHERE payment_link_id = $1', [linkId]);
    expect(kept).toHaveLength(19);
    expect((await service.simulate(linkId, { event: 'pay' })).body.data).toMatchObject({ status: 'completed' });
  });

  describe('lapse', () => {
    it('expires the link at once', async () => {
      await service.simulate(linkId, { event: 'lapse' });

      const { status, expires_at } = await linkNow();
      expect(status).toBe('expired');
      expect(Date.parse(expires_at!)).toBeLessThanOrEqual(Date.now() + 1_000);
    });

    it('is followed by the late payment, which is credited: expired → completed', async () => {
      await service.simulate(linkId, { event: 'lapse' });
      const { body } = await service.simulate(linkId, { event: 'pay' });

      expect(body.data.status).toBe('completed');
      expect(await balance()).toBe('14265.00');
      expect((await linkNow()).status).toBe('completed');
    });

    it('of a paid link changes nothing', async () => {
      await service.simulate(linkId, { event: 'pay' });
      await service.simulate(linkId, { event: 'lapse' });

      expect((await linkNow()).status).toBe('completed');
      expect(await balance()).toBe('14265.00');
    });
  });

  describe('a bank debit', () => {
    let usdLink: string;

    beforeEach(async () => {
      merchant = await service.merchant({ usd: true });
      usdLink = await service.createLink(merchant, { currency: 'USD', amount: 50 });
    });

    const play = (event: string, fields: object = {}) => service.simulate(usdLink, { event, ...fields });

    async function expectError(response: ReturnType<typeof play>): Promise<void> {
      const { status, body } = await response;
      expect(body).toMatchObject({ code: 'VALIDATION_FAILED', errors: { event: [expect.any(String)] } });
      expect(status).toBe(422);
    }

    it('is confirmed by the given payer', async () => {
      const payer = { name: 'Ana Pérez', email: 'ana@example.com', document: null };
      await play('debit_confirm', { payer });

      const orders = await service.sql('SELECT payer, status, debit FROM checkout_orders WHERE link_id = $1', [
        usdLink,
      ]);
      expect(orders).toEqual([{ payer, status: 'confirmed', debit: expect.objectContaining({ lastDigits: '6789' }) }]);
    });

    it('that settles with another amount becomes a payment exception', async () => {
      await play('debit_confirm');
      await play('debit_settle', { amount: '40.00' });

      expect(await service.balance(merchant.usd!.id)).toBe('0.00');
      expect(await service.sql('SELECT amount FROM payment_exceptions WHERE payment_link_id = $1', [usdLink])).toEqual([
        { amount: '40.00' },
      ]);
    });

    it('cannot be confirmed twice: the link is not active', async () => {
      await play('debit_confirm');
      const { status, body } = await play('debit_confirm');

      expect(status).toBe(422);
      expect(body).toMatchObject({ code: 'PAYMENT_LINK_NOT_ACTIVE', errors: { status: 'processing' } });
    });

    it('cannot expire, naming the event, and opens no order', async () => {
      await expectError(play('lapse'));

      expect(await service.sql('SELECT 1 FROM checkout_orders WHERE link_id = $1', [usdLink])).toEqual([]);
    });

    it.each(['debit_submit', 'debit_settle', 'debit_refuse', 'debit_return'])(
      'requires an order for %s, and names the event',
      async (event) => {
        await expectError(play(event));

        expect((await merchant.api.get(`/v1/payment-links/${usdLink}`)).body.data.status).toBe('active');
      },
    );

    it.each(['debit_confirm', 'debit_submit', 'debit_settle', 'debit_refuse', 'debit_return'])(
      'cannot pay a link in ARS: %s is rejected with the field event',
      async (event) => {
        await expectError(service.simulate(linkId, { event }));
      },
    );

    it('cannot pay a card link in USD, and names the event', async () => {
      const cards = await service.merchant({ usd: true, cards: true });
      const cardLink = await createCardLink(cards, { currency: 'USD', amount: 50 });
      const path = `/sandbox/cards/payment-links/${cardLink}/simulate`;

      await expectError(service.anonymous().post(path, { event: 'debit_confirm' }));
    });

    it('of a merchant without enabled USD cannot be chosen', async () => {
      await service.sql('UPDATE accounts SET usd_enabled = false WHERE id = $1', [merchant.account.id]);

      expect((await play('pay')).body.code).toBe('PAYMENT_METHOD_UNAVAILABLE');
    });
  });

  describe('rejects', () => {
    it.each([
      ['no event', {}, 'event'],
      ['an unknown event', { event: 'steal' }, 'event'],
      ['a method that is not text', { event: 'pay', method: 1 }, 'method'],
      ['a payer that is not an object', { event: 'pay', payer: 'Ana' }, 'payer'],
      ['a payer with text that cannot be stored', { event: 'pay', payer: { name: '\u0000' } }, 'payer'],
      ['half a character', { event: 'pay', payer: { name: '\ud83d' } }, 'payer'],
      ['an invalid amount', { event: 'pay', amount: 'all' }, 'amount'],
      ['an amount with more decimals than the currency', { event: 'pay', amount: '15000.001' }, 'amount'],
      ['a zero amount', { event: 'pay', amount: 0 }, 'amount'],
      ['an amount that may mean thousands', { event: 'pay', amount: '15.000' }, 'amount'],
      ['a zero amount, as text', { event: 'pay', amount: '0.00' }, 'amount'],
      ['a negative amount', { event: 'pay', amount: '-1.00' }, 'amount'],
    ])('%s, naming it', async (_what, body, field) => {
      const response = await service.simulate(linkId, body);

      expect(response.status).toBe(422);
      expect(response.body).toMatchObject({ code: 'VALIDATION_FAILED', errors: { [field]: [expect.any(String)] } });
    });

    it.each(['cop_pse', 'usd_bank_debit', 'nothing'])('a method that the link does not offer: %s', async (method) => {
      expect((await service.simulate(linkId, { event: 'pay', method })).status).toBe(422);
    });

    it('a link that was cancelled', async () => {
      await merchant.api.delete(`/v1/payment-links/${linkId}`);

      const { status, body } = await service.simulate(linkId, { event: 'pay' });
      expect(status).toBe(422);
      expect(body).toMatchObject({ code: 'PAYMENT_LINK_NOT_ACTIVE', errors: { status: 'cancelled' } });
    });

    it('an unknown link', async () => {
      expect((await service.simulate(newId(), { event: 'pay' })).body.code).toBe('PAYMENT_LINK_NOT_FOUND');
    });

    it.each(['{', 'null', '[]'])('the body %s', async (body) => {
      const response = await service.anonymous().post(`/sandbox/payment-links/${linkId}/simulate`, body);

      expect(response.status).toBe(422);
    });

    it('an empty form', async () => {
      const response = await service.anonymous().post(`/sandbox/payment-links/${linkId}/simulate`, '', {
        'content-type': 'application/x-www-form-urlencoded',
      });

      expect(response.status).toBe(422);
    });
  });

  it('sends the form of the checkout page back to it', async () => {
    const { status, headers } = await service
      .anonymous()
      .post(`/sandbox/payment-links/${linkId}/simulate`, 'event=pay', {
        'content-type': 'application/x-www-form-urlencoded',
      });

    expect([status, headers.location]).toEqual([303, `/checkout/${linkId}`]);
    expect(await balance()).toBe('14265.00');
  });

  it('accepts JSON without its content type, as curl -d sends it', async () => {
    const response = await service.anonymous().post(`/sandbox/payment-links/${linkId}/simulate`, '{"event":"pay"}', {
      'content-type': 'application/x-www-form-urlencoded',
    });

    expect([response.status, response.body.data.status]).toEqual([200, 'completed']);
  });

  describe('GET /sandbox/mailbox', () => {
    const mailOf = async (to: string) =>
      (await service.anonymous().get(`/sandbox/mailbox?to=${encodeURIComponent(to)}`)).body.data as {
        to: string;
        subject: string;
        text: string;
      }[];

    it('has the payer’s receipt', async () => {
      const email = `${newId()}@example.com`;
      await service.simulate(linkId, { event: 'pay', payer: { name: 'Ana Pérez', email } });

      expect(await mailOf(email)).toMatchObject([
        {
          to: email,
          subject: expect.stringMatching(/^Recibimos tu pago: 15\.000,00\sARS a /),
          text: expect.stringContaining('Order 1001'),
        },
      ]);
    });

    it('has one receipt when the payment is notified repeatedly', async () => {
      const email = `${newId()}@example.com`;
      await service.openOrder(linkId, 'ars_transfer', { email });
      await Promise.all(Array.from({ length: 5 }, () => service.simulate(linkId, { event: 'pay' })));

      expect(await mailOf(email)).toHaveLength(1);
    });

    it('shows the newest first', async () => {
      const email = `${newId()}@example.com`;
      for (const description of ['first', 'second']) {
        const each = await service.createLink(merchant, { description });
        await service.simulate(each, { event: 'pay', payer: { email } });
      }

      const texts = (await mailOf(email)).map(({ text }) => /Descripción: (\w+)/.exec(text)?.[1]);
      expect(texts).toEqual(['second', 'first']);
    });

    it('is empty for an address without messages', async () => {
      expect(await mailOf(`${newId()}@example.com`)).toEqual([]);
    });

    it.each(['', '?to=', '?to=%00', '?to=a&to=b'])('rejects the query "%s"', async (query) => {
      const { status, body } = await service.anonymous().get(`/sandbox/mailbox${query}`);

      expect(status).toBe(422);
      expect(body).toMatchObject({ code: 'VALIDATION_FAILED', errors: { to: [expect.any(String)] } });
    });
  });
});

describe('in production', () => {
  let service: TestService;
  let merchant: Merchant;

  beforeAll(async () => {
    service = await TestService.start({ env: PRODUCTION });
    merchant = await service.merchant();
  });

  afterAll(() => service.stop());

  it.each([
    ['POST', `/sandbox/payment-links/{link}/simulate`],
    ['POST', `/sandbox/cards/payment-links/{link}/simulate`],
    ['POST', `/sandbox/payouts/{link}/simulate`],
    ['GET', '/sandbox/mailbox?to=ana@example.com'],
    ['GET', '/sandbox/mailbox'],
    ['GET', '/sandbox'],
  ] as const)('%s %s is 404 RESOURCE_NOT_FOUND', async (method, path) => {
    const linkId = await service.createLink(merchant);
    const body = method === 'POST' ? { event: 'pay' } : undefined;
    const response = await service.anonymous().send(method, path.replace('{link}', linkId), body);

    expect(response.status).toBe(404);
    expect(response.body).toEqual({ success: false, code: 'RESOURCE_NOT_FOUND', message: expect.any(String) });
  });

  it('webhook addresses must use https', async () => {
    const url = 'http://shop.example/hook';
    const link = { amount: 15000, currency: 'ARS', description: 'Order 1001', webhook_url: url };
    const responses = [
      await merchant.api.post('/v1/webhooks', { url }),
      await merchant.api.post('/v1/payment-links', link),
    ];

    expect(responses.map(({ body }) => Object.keys(body.errors as object))).toEqual([['url'], ['webhook_url']]);
  });

  it('the checkout page offers no simulation', async () => {
    const linkId = await service.createLink(merchant);
    await service.openOrder(linkId);

    expect((await service.anonymous().get(`/checkout/${linkId}`)).text).not.toContain('/sandbox/');
  });
});
