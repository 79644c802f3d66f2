import { expectBooksBalanced } from '../../support/books';
import type { RailOrderRecord } from '../../support/rail';
import { TestService, type Merchant } from '../../support/service';

describe('notifications of the rails', () => {
  let service: TestService;
  let merchant: Merchant;
  let linkId: string;
  let order: RailOrderRecord;

  beforeAll(async () => {
    service = await TestService.start();
  });

  beforeEach(async () => {
    merchant = await service.merchant();
    linkId = await service.createLink(merchant);
    order = await service.openOrder(linkId);
  });

  afterAll(async () => {
    await expectBooksBalanced(service);
    await service.stop();
  });

  const balance = () => service.balance(merchant.local!.id);
  const linkNow = async () => (await merchant.api.get(`/v1/payment-links/${linkId}`)).body.data as { status: string };
  const notification = () => ({ id: `${order.reference}:paid`, type: 'payment.received', ...order });

  const exceptions = () =>
    service.sql<{ reason: string; amount: string; currency: string; status: string }>(
      'SELECT reason, amount, currency, status FROM payment_exceptions WHERE payment_link_id = $1',
      [linkId],
    );

  it('a payment returns 200 and is credited', async () => {
    expect((await service.rail.paid(order)).status).toBe(200);
    expect(await balance()).toBe('14265.00');
    expect((await linkNow()).status).toBe('completed');
  });

  describe('are rejected with 401 and change nothing', () => {
    const now = Math.floor(Date.now() / 1_000);
    it.each([
      ['without a signature', { headers: { 'x-rail-signature': null } }],
      ['without a time', { headers: { 'x-rail-timestamp': null } }],
      ['with an empty signature', { headers: { 'x-rail-signature': '' } }],
      ['with a signature of zeros', { headers: { 'x-rail-signature': `sha256=${'0'.repeat(64)}` } }],
      ['with another secret', { secret: Buffer.alloc(32, 9) }],
      [
        'with a time that differs from the signed one',
        { headers: { 'x-rail-timestamp': String(now + 1) }, timestamp: now },
      ],
      ['with a time that is not a number', { headers: { 'x-rail-timestamp': 'now' } }],
      ['signed more than five minutes ago', { timestamp: now - 400 }],
      ['signed more than five minutes ahead', { timestamp: now + 400 }],
    ])('%s', async (_what, signing) => {
      const stored = () => service.sql('SELECT count(*) FROM provider_notifications');
      const before = await stored();
      const { status, body } = await service.rail.notify(notification(), signing);

      expect(status).toBe(401);
      expect(await stored()).toEqual(before);
      expect(body).toEqual({ success: false, code: 'INVALID_SIGNATURE', message: expect.any(String) });
      expect(await balance()).toBe('0.00');
    });

    it('before the body is read', async () => {
      expect((await service.rail.notify('{', { secret: Buffer.alloc(32, 9) })).status).toBe(401);
    });
  });

  it('are accepted when they were signed less than five minutes ago', async () => {
    await service.rail.notify(notification(), { timestamp: Math.floor(Date.now() / 1_000) - 240 });

    expect(await balance()).toBe('14265.00');
  });

  it.each([
    ['in an unknown currency', { currency: 'XXX' }],
    ['with more decimals than its currency has', { amount: '15000.001' }],
  ])('are accepted about money %s, which waits for staff', async (_what, money) => {
    expect((await service.rail.notify({ ...notification(), ...money })).status).toBe(200);
    expect(await exceptions()).toEqual([
      { reason: 'unsupported_amount', amount: null, currency: null, status: 'open' },
    ]);
    expect(await balance()).toBe('0.00');
  });

  describe('are rejected with 400 when they cannot be understood', () => {
    it.each([
      ['no JSON', () => '{'],
      ['a list', () => '[]'],
      ['nothing', () => ''],
      ['no id', () => ({ ...notification(), id: undefined })],
      ['an empty id', () => ({ ...notification(), id: '' })],
      ['no reference', () => ({ ...notification(), reference: undefined })],
      ['an unknown type', () => ({ ...notification(), type: 'payment.maybe' })],
      ['no amount', () => ({ ...notification(), amount: undefined })],
      ['an amount that is a number', () => ({ ...notification(), amount: 15000 })],
      ['an amount that is not a decimal', () => ({ ...notification(), amount: '15.000,00' })],
    ])('%s', async (_what, body) => {
      const response = await service.rail.notify(body());

      expect(response.status).toBe(400);
      expect(response.body.code).toBe('MALFORMED_NOTIFICATION');
      expect(await balance()).toBe('0.00');
    });
  });

  it.each([
    ['half a character', '\ud83d'],
    ['a character that no column can hold', 'Ana\u0000'],
    ['more text than the column is given', 'x'.repeat(1_000)],
  ])('are credited although the payer’s name has %s', async (_what, name) => {
    const { status } = await service.rail.notify({ ...notification(), payer: { name, email: name, document: name } });

    expect(status).toBe(200);
    expect(await balance()).toBe('14265.00');
  });

  it('about an unknown order return 404, also when they are repeated', async () => {
    const unknown = { ...notification(), id: 'of-nobody', reference: 'sbx_nobody' };

    expect((await service.rail.notify(unknown)).status).toBe(404);
    expect((await service.rail.notify(unknown)).status).toBe(404);
  });

  it('that arrive before their order is stored are credited when they are repeated', async () => {
    await service.sql('UPDATE checkout_orders SET provider_reference = $2 WHERE provider_reference = $1', [
      order.reference,
      `${order.reference}-not-yet`,
    ]);
    expect((await service.rail.paid(order)).status).toBe(404);
    await service.sql('UPDATE checkout_orders SET provider_reference = $2 WHERE provider_reference = $1', [
      `${order.reference}-not-yet`,
      order.reference,
    ]);

    expect((await service.rail.paid(order)).status).toBe(200);
    expect(await balance()).toBe('14265.00');
  });

  describe('Contract, Collection: exactly once', () => {
    it('a repeated id returns the same response and is credited once', async () => {
      const responses = [await service.rail.paid(order), await service.rail.paid(order)];

      expect(responses.map(({ status, text }) => [status, text])).toEqual(Array(2).fill([200, responses[0]!.text]));
      expect(await balance()).toBe('14265.00');
    });

    it('the same id with another content changes nothing', async () => {
      await service.rail.paid(order);
      const response = await service.rail.notify({ ...notification(), amount: '99999.00' });

      expect(response.status).toBe(200);
      expect(await balance()).toBe('14265.00');
      expect(await exceptions()).toEqual([]);
    });

    it('the same id over 20 connections at once is credited once', async () => {
      const responses = await Promise.all(Array.from({ length: 20 }, () => service.rail.paid(order)));

      expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
      expect(await balance()).toBe('14265.00');
    });

    it('a second payment of a paid link becomes a payment exception', async () => {
      await service.rail.paid(order);
      expect((await service.rail.paid(order, 'paid-again')).status).toBe(200);

      expect(await balance()).toBe('14265.00');
      expect(await exceptions()).toEqual([
        { reason: 'link_not_payable', amount: '15000.00', currency: 'ARS', status: 'open' },
      ]);
    });

    it('one payment causes one webhook delivery when it is notified repeatedly', async () => {
      await merchant.api.post('/v1/webhooks', { url: 'http://127.0.0.1:9/never' });
      await Promise.all(Array.from({ length: 5 }, () => service.rail.paid(order)));

      const deliveries = await service.sql('SELECT 1 FROM webhook_deliveries WHERE account_id = $1', [
        merchant.account.id,
      ]);
      expect(deliveries).toHaveLength(1);
    });
  });

  describe('Contract, Collection: a payment that differs from the order becomes a payment exception', () => {
    it.each([
      ['too little', { amount: '14999.99' }, 'amount_mismatch'],
      ['too much', { amount: '15000.01' }, 'amount_mismatch'],
      ['another currency', { currency: 'BRL' }, 'currency_mismatch'],
    ])('%s', async (_what, paid, reason) => {
      expect((await service.rail.notify({ ...notification(), ...paid })).status).toBe(200);

      expect(await balance()).toBe('0.00');
      expect((await linkNow()).status).toBe('active');
      expect(await exceptions()).toEqual([{ reason, amount: '15000.00', currency: 'ARS', ...paid, status: 'open' }]);
    });

    it('the link stays payable: the right amount is credited afterwards', async () => {
      await service.rail.notify({ ...notification(), id: 'half', amount: '7500.00' });
      await service.rail.paid(order);

      expect(await balance()).toBe('14265.00');
    });

    it('a payment of a cancelled link becomes a payment exception', async () => {
      await merchant.api.delete(`/v1/payment-links/${linkId}`);
      await service.rail.paid(order);

      expect(await balance()).toBe('0.00');
      expect(await exceptions()).toMatchObject([{ reason: 'link_not_payable' }]);
      expect((await linkNow()).status).toBe('cancelled');
    });
  });

  describe('Contract, Collection: of a payment after the deadline', () => {
    it('are credited, and the link is completed: expired → completed', async () => {
      await service.rail.lapsed(order);
      expect((await linkNow()).status).toBe('expired');
      await service.rail.paid(order);

      expect([(await linkNow()).status, await balance()]).toEqual(['completed', '14265.00']);
    });

    it('publish the expiry and then the payment', async () => {
      await merchant.api.post('/v1/webhooks', { url: 'http://127.0.0.1:9/never' });
      await service.rail.lapsed(order);
      await service.rail.paid(order);

      const events = await service.sql('SELECT type FROM webhook_events WHERE account_id = $1 ORDER BY created_at', [
        merchant.account.id,
      ]);
      expect(events).toEqual([{ type: 'payment_link.expired' }, { type: 'payment.completed' }]);
    });

    it('have the same result when the payment is notified first', async () => {
      await service.rail.paid(order);
      await service.rail.lapsed(order);

      expect([(await linkNow()).status, await balance()]).toEqual(['completed', '14265.00']);
    });
  });

  describe('about an order that the payer replaced', () => {
    it('are credited', async () => {
      const replacement = await service.openOrder(linkId, 'ars_qr');
      expect(replacement.reference).not.toBe(order.reference);

      await service.rail.paid(order);

      expect(await balance()).toBe('14265.00');
      expect(await linkNow()).toMatchObject({ status: 'completed', payment_method: 'ars_transfer' });
    });

    it('do not let the link expire', async () => {
      await service.openOrder(linkId, 'ars_qr');
      await service.rail.lapsed(order);

      expect((await linkNow()).status).toBe('active');
    });

    it('are credited once together with those about the new order', async () => {
      const replacement = await service.openOrder(linkId, 'ars_qr');
      await Promise.all([service.rail.paid(order), service.rail.paid(replacement)]);

      expect(await balance()).toBe('14265.00');
      expect(await exceptions()).toHaveLength(1);
    });
  });
});
