import { Money, newId, UnitOfWork } from '@app/kernel';
import { LedgerService } from '@app/ledger';
import { expectBooksBalanced } from '../support/books';
import { until } from '../support/conditions';
import { allDone, isSignedWith, register, type TestEndpoint } from '../support/deliveries';
import { balancesOf, movementsOf, paymentsOf, readLink } from '../support/paid-links';
import type { RailOrderRecord } from '../support/rail';
import { Receiver } from '../support/receiver';
import { TestService, type Merchant } from '../support/service';
import { ISO, UUID } from '../support/shapes';

/** What the rail reports, in the words of its notifications. */
type Report = 'submitted' | 'settled' | 'refused' | 'returned';

describe('a collection by USD bank debit', () => {
  let service: TestService;
  let receiver: Receiver;
  let merchant: Merchant;
  let usd: string;
  let linkId: string;

  beforeAll(async () => {
    service = await TestService.start({ worker: true });
    receiver = await Receiver.start();
  });

  beforeEach(async () => {
    merchant = await service.merchant({ usd: true });
    usd = merchant.usd!.id;
    linkId = await service.createLink(merchant, { currency: 'USD', amount: 50 });
  });

  afterAll(async () => {
    await expectBooksBalanced(service);
    await service.stop();
    await receiver.stop();
  });

  async function simulate(...events: string[]): Promise<void> {
    for (const event of events) {
      const { status, text } = await service.simulate(linkId, { event });
      if (status !== 200) throw new Error(`${event} got ${status}: ${text}`);
    }
  }

  const linkNow = () => readLink(merchant, linkId);
  const statusNow = async () => (await linkNow()).status;
  const balance = () => service.balance(usd);
  const report = (what: Report, order: RailOrderRecord) => service.rail[what](order);

  const exceptions = () =>
    service.sql('SELECT reason, amount, status FROM payment_exceptions WHERE payment_link_id = $1', [linkId]);

  const outcomesOf = async ({ reference }: RailOrderRecord) =>
    (
      await service.sql<{ outcome: string | null }>(
        'SELECT outcome FROM provider_notifications WHERE reference = $1 ORDER BY type',
        [reference],
      )
    ).map(({ outcome }) => outcome);

  describe('goes through the states', () => {
    it.each([
      ['processing', ['debit_confirm']],
      ['in_transit', ['debit_confirm', 'debit_submit']],
      ['completed', ['debit_confirm', 'debit_submit', 'debit_settle']],
      ['completed', ['debit_confirm', 'debit_settle']],
      ['active', ['debit_confirm', 'debit_refuse']],
      ['active', ['debit_confirm', 'debit_submit', 'debit_refuse']],
      ['returned', ['debit_confirm', 'debit_submit', 'debit_settle', 'debit_return']],
      ['completed', ['pay']],
      ['completed', ['debit_confirm', 'pay']],
      ['completed', ['debit_confirm', 'debit_submit', 'pay']],
      ['returned', ['pay', 'debit_return']],
    ])('to %s by %p, and never has a deadline', async (status, events) => {
      await simulate(...events);

      expect(await linkNow()).toMatchObject({ status, expires_at: null, payment_method: 'usd_bank_debit' });
    });

    it('which each response of the simulator returns, with the notification', async () => {
      const responses = [];
      for (const event of ['debit_confirm', 'debit_submit', 'debit_settle', 'debit_return']) {
        responses.push((await service.simulate(linkId, { event })).body.data);
      }

      const id = expect.stringMatching(/^sbx_/);
      expect(responses).toMatchObject([
        { payment_link_id: linkId, event: 'debit_confirm', status: 'processing', notification_id: null },
        { event: 'debit_submit', status: 'in_transit', notification_id: id },
        { event: 'debit_settle', status: 'completed', notification_id: id },
        { event: 'debit_return', status: 'returned', notification_id: id },
      ]);
    });

    it.each(['debit_submit', 'debit_settle', 'debit_return'])(
      '%s sends one notification when it is simulated twice',
      async (event) => {
        await simulate('pay');
        const first = await service.simulate(linkId, { event });
        const before = [await statusNow(), await balance()];
        const again = await service.simulate(linkId, { event });

        expect(again.body.data).toEqual(first.body.data);
        expect([await statusNow(), await balance()]).toEqual(before);
      },
    );

    it('counts one use when it is completed, and also when it is returned', async () => {
      await simulate('debit_confirm', 'debit_submit');
      expect((await linkNow()).current_uses).toBe(0);
      await simulate('debit_settle');
      expect((await linkNow()).current_uses).toBe(1);
      await simulate('debit_return');
      expect((await linkNow()).current_uses).toBe(1);
    });
  });

  describe('cannot be cancelled', () => {
    it.each([
      ['processing', ['debit_confirm']],
      ['in_transit', ['debit_confirm', 'debit_submit']],
      ['completed', ['pay']],
      ['returned', ['pay', 'debit_return']],
    ])('while it is %s: PAYMENT_LINK_NOT_ACTIVE', async (status, events) => {
      await simulate(...events);
      const response = await merchant.api.delete(`/v1/payment-links/${linkId}`);

      expect(response.status).toBe(422);
      expect(response.body).toEqual({
        success: false,
        code: 'PAYMENT_LINK_NOT_ACTIVE',
        message: expect.any(String),
        errors: { status },
      });
      expect(await statusNow()).toBe(status);
    });

    it('but can be cancelled after its debit was declined', async () => {
      await simulate('debit_confirm', 'debit_refuse');

      expect((await merchant.api.delete(`/v1/payment-links/${linkId}`)).body.data.status).toBe('cancelled');
    });
  });

  describe('moves the USD wallet', () => {
    it('only when the debit has settled, by the amount minus the fee', async () => {
      await simulate('debit_confirm', 'debit_submit');
      expect(await balance()).toBe('0.00');
      await simulate('debit_settle');

      expect(await balance()).toBe('49.50');
      expect(await service.balance(merchant.local!.id)).toBe('0.00');
    });

    it('back to its former balance, including the fee, when the debit is returned', async () => {
      await simulate('pay', 'debit_return');

      expect(await balance()).toBe('0.00');
      expect(await movementsOf(service, usd)).toEqual([
        { label: 'Payment returned', direction: 'out', amount: '50.00', balanceAfter: '-0.50' },
        { label: 'Payment received', direction: 'in', amount: '50.00', balanceAfter: '50.00' },
      ]);
    });

    it('into debt when the debit is returned after the money was spent', async () => {
      await simulate('pay');
      await service.get(UnitOfWork).run((tx) =>
        service.get(LedgerService).adjust(tx, {
          walletId: usd,
          amount: Money.of('-49.50', 'USD'),
          reason: 'spent',
          occurredAt: new Date(),
        }),
      );
      await simulate('debit_return');

      expect(await balancesOf(service, usd)).toEqual({ balance: '-49.50', reserved: '0.00', available: '-49.50' });
    });

    it('by the whole declared amount when the payer bears the fee and gets a receipt for it', async () => {
      const email = `${newId()}@example.com`;
      linkId = await service.createLink(merchant, { currency: 'USD', amount: 50, customer_paid_fee: true });
      await service.simulate(linkId, { event: 'pay', payer: { name: 'Ana Pérez', email } });

      expect(await balance()).toBe('50.00');
      expect(await paymentsOf(service, linkId)).toMatchObject([
        { payer_amount: '50.50', credited_amount: '50.00', fee_receipt: { amount: '0.50', currency: 'USD' } },
      ]);
      const { body } = await service.anonymous().get(`/sandbox/mailbox?to=${email}`);
      const subjects = (body.data as { subject: string }[]).map(({ subject }) => subject).sort();
      expect(subjects).toEqual([
        expect.stringMatching(/^Comprobante FR-\d{8} del cargo por el pago: 0,50\sUSD$/),
        expect.stringMatching(/^Recibimos tu pago: 50,50\sUSD a /),
      ]);
    });

    it('also when USD is disabled while the debit is in progress', async () => {
      await simulate('debit_confirm', 'debit_submit');
      await service.sql('UPDATE accounts SET usd_enabled = false WHERE id = $1', [merchant.account.id]);
      await simulate('debit_settle');

      expect([await statusNow(), await balance()]).toEqual(['completed', '49.50']);
    });
  });

  describe('has a received payment', () => {
    it.each([
      ['in_process', ['debit_confirm']],
      ['in_process', ['debit_confirm', 'debit_submit']],
      ['credited', ['pay']],
      ['returned', ['pay', 'debit_return']],
    ])('that is %s after %p', async (status, events) => {
      await simulate(...events);

      expect(await paymentsOf(service, linkId)).toMatchObject([{ status, payer_amount: '50.00' }]);
    });

    it('until it is declined', async () => {
      await simulate('debit_confirm', 'debit_refuse');

      expect(await paymentsOf(service, linkId)).toEqual([]);
    });
  });

  describe('that was declined', () => {
    it('can be paid again, once, by a new order', async () => {
      const declined = await service.confirmDebit(linkId);
      await service.rail.refused(declined);
      const order = await service.confirmDebit(linkId);
      expect(order.reference).not.toBe(declined.reference);
      await service.rail.settled(order);

      expect([await statusNow(), await balance()]).toEqual(['completed', '49.50']);
      expect(await paymentsOf(service, linkId)).toMatchObject([{ status: 'credited' }]);
    });

    it('offers the debit again at the checkout', async () => {
      await simulate('debit_confirm', 'debit_refuse');

      expect((await service.anonymous().get(`/checkout/${linkId}`)).text).toContain('value="usd_bank_debit"');
    });

    it('is credited when the rail later reports its settlement', async () => {
      const order = await service.confirmDebit(linkId);
      await service.rail.refused(order);
      await service.rail.settled(order);

      expect([await statusNow(), await balance()]).toEqual(['completed', '49.50']);
    });

    it('becomes a payment exception when another debit has replaced it', async () => {
      const declined = await service.confirmDebit(linkId);
      await service.rail.refused(declined);
      const order = await service.confirmDebit(linkId);
      await service.rail.settled(declined);
      await service.rail.settled(order);

      expect([await statusNow(), await balance()]).toEqual(['completed', '49.50']);
      expect(await exceptions()).toEqual([{ reason: 'link_not_payable', amount: '50.00', status: 'open' }]);
    });

    it('does not change after it has been credited', async () => {
      const order = await service.confirmDebit(linkId);
      await service.rail.settled(order);
      await service.rail.refused(order);

      expect([await statusNow(), await balance()]).toEqual(['completed', '49.50']);
    });
  });

  describe('notifies the merchant’s endpoints', () => {
    let endpoint: TestEndpoint;
    let path: string;

    beforeEach(async () => {
      path = `/${newId()}`;
      endpoint = await register(merchant, receiver.url(path));
    });

    const payment = (status: string) => ({
      payment_link_id: linkId,
      kind: 'payment_link',
      status,
      amount: '50.00',
      currency: 'USD',
      currency_destiny: 'USD',
      description: 'Order 1001',
      reference: null,
      payment_method: 'usd_bank_debit',
      payer_amount: '50.00',
      credited_amount: '49.50',
      fees: { collection: '0.50', conversion: '0.00' },
      exchange_rate: null,
    });

    it('that it was credited, and that it was returned, each signed', async () => {
      await simulate('debit_confirm', 'debit_submit', 'debit_settle');
      const [first] = await receiver.received(1, path);
      await simulate('debit_return');
      const [, second] = await receiver.received(2, path);

      expect([first!, second!].map((delivery) => isSignedWith(endpoint.secret, delivery))).toEqual([true, true]);
      const [completed, returned] = [first!, second!].map(({ body }) => JSON.parse(body.toString()));
      expect(completed).toEqual({
        id: expect.stringMatching(UUID),
        event: 'payment.completed',
        created_at: expect.stringMatching(ISO),
        data: { ...payment('completed'), paid_at: expect.stringMatching(ISO), returned_at: null },
      });
      expect(returned).toEqual({
        id: expect.stringMatching(UUID),
        event: 'payment.returned',
        created_at: expect.stringMatching(ISO),
        data: {
          ...payment('returned'),
          paid_at: completed.data.paid_at,
          returned_at: returned.created_at,
          return: {
            type: 'debit',
            id: returned.data.return.id,
            amount: '50.00',
            currency: 'USD',
            wallet_amount: '50.00',
          },
        },
      });
      expect(returned.id).not.toBe(completed.id);
      expect(Date.parse(returned.data.returned_at)).toBeGreaterThanOrEqual(Date.parse(returned.data.paid_at));
    });

    it('of nothing else: no confirmation, submission or decline', async () => {
      await simulate('debit_confirm', 'debit_submit', 'debit_refuse', 'pay');
      await allDone(service, merchant);

      expect(receiver.arrived(path).map(({ body }) => JSON.parse(body.toString()).event)).toEqual([
        'payment.completed',
      ]);
    });

    it('of a return only if they subscribe to it', async () => {
      const chosen = `${path}/returns`;
      await register(merchant, receiver.url(chosen), { events: ['payment.returned'] });
      await simulate('pay', 'debit_return');
      await allDone(service, merchant);

      const names = receiver.arrived(chosen).map(({ body }) => JSON.parse(body.toString()).event);
      expect(names).toEqual(['payment.returned']);
    });

    it('once per event when the rail repeats its notifications', async () => {
      const order = await service.confirmDebit(linkId);
      for (const what of ['settled', 'settled', 'returned', 'returned'] as const) await report(what, order);
      await allDone(service, merchant);

      expect(receiver.arrived(path)).toHaveLength(2);
    });
  });

  describe('has the same result in any order of notifications', () => {
    const orders: (readonly Report[])[] = [
      ['submitted', 'settled', 'returned'],
      ['submitted', 'returned', 'settled'],
      ['settled', 'submitted', 'returned'],
      ['settled', 'returned', 'submitted'],
      ['returned', 'submitted', 'settled'],
      ['returned', 'settled', 'submitted'],
    ];

    it.each(orders.map((order) => [order.join(', '), order] as const))('%s', async (_what, reports) => {
      const order = await service.confirmDebit(linkId);
      for (const what of reports) expect((await report(what, order)).status).toBe(200);

      expect([await statusNow(), await balance()]).toEqual(['returned', '0.00']);
      expect(await paymentsOf(service, linkId)).toMatchObject([{ status: 'returned' }]);
      expect(await exceptions()).toEqual([]);
    });

    it('all at the same time', async () => {
      const order = await service.confirmDebit(linkId);
      await Promise.all((['returned', 'settled', 'submitted'] as const).map((what) => report(what, order)));

      await until('all is settled', async () => (await outcomesOf(order)).every((outcome) => outcome !== null));
      expect([await statusNow(), await balance()]).toEqual(['returned', '0.00']);
    });

    it('a return waits for its settlement, and takes no money in the meantime', async () => {
      const order = await service.confirmDebit(linkId);
      await service.rail.returned(order);

      expect([await statusNow(), await balance()]).toEqual(['processing', '0.00']);
      expect(await outcomesOf(order)).toEqual([null]);
    });

    it('a decline before the submission of the same debit', async () => {
      const order = await service.confirmDebit(linkId);
      await service.rail.refused(order);
      await service.rail.submitted(order);

      expect(await statusNow()).toBe('active');
    });

    it('a submission and a settlement without a confirmation', async () => {
      const order = await service.openOrder(linkId, 'usd_bank_debit');
      await service.rail.submitted(order);
      expect(await statusNow()).toBe('in_transit');
      await service.rail.settled(order);

      expect([await statusNow(), await balance()]).toEqual(['completed', '49.50']);
    });
  });

  describe('whose rail repeats notifications', () => {
    it.each<readonly [Report, readonly Report[], string]>([
      ['submitted', [], '0.00'],
      ['settled', ['submitted'], '49.50'],
      ['returned', ['submitted', 'settled'], '0.00'],
      ['refused', ['submitted'], '0.00'],
    ])('over ten connections at once, with %s, is processed once', async (what, before, expected) => {
      const order = await service.confirmDebit(linkId);
      for (const earlier of before) await report(earlier, order);
      const responses = await Promise.all(Array.from({ length: 10 }, () => report(what, order)));

      expect(responses.map(({ status, text }) => [status, text])).toEqual(Array(10).fill([200, responses[0]!.text]));
      expect(await balance()).toBe(expected);
      expect(await exceptions()).toEqual([]);
    });

    const again = (type: string, { reference }: RailOrderRecord) =>
      service.rail.notify({ id: `${reference}:again`, type, reference });

    it('under another id, a second settlement becomes a payment exception', async () => {
      const order = await service.confirmDebit(linkId);
      await service.rail.settled(order);
      await service.rail.settled(order, `${order.reference}:again`);

      expect(await balance()).toBe('49.50');
      expect(await exceptions()).toEqual([{ reason: 'link_not_payable', amount: '50.00', status: 'open' }]);
    });

    it('under another id, a second return takes no more money', async () => {
      const order = await service.confirmDebit(linkId);
      await service.rail.settled(order);
      await service.rail.returned(order);
      expect((await again('debit.returned', order)).status).toBe(200);

      expect([await statusNow(), await balance()]).toEqual(['returned', '0.00']);
    });

    it('a second return after a second settlement takes back the payment exception', async () => {
      const order = await service.confirmDebit(linkId);
      await service.rail.settled(order);
      await service.rail.settled(order, `${order.reference}:settled-again`);
      await service.rail.returned(order);
      await again('debit.returned', order);

      expect([await statusNow(), await balance()]).toEqual(['returned', '0.00']);
      expect(await exceptions()).toMatchObject([{ status: 'returned' }]);
    });
  });

  describe('rejects invalid notifications', () => {
    const ALL: readonly Report[] = ['submitted', 'settled', 'refused', 'returned'];
    const message = (what: Report, order: RailOrderRecord) => ({
      id: `${order.reference}:${what}`,
      type: `debit.${what}`,
      ...order,
    });

    it.each(ALL)('%s, signed more than five minutes ago: 401', async (what) => {
      const order = await service.confirmDebit(linkId);
      const timestamp = Math.floor(Date.now() / 1_000) - 400;
      const { status, body } = await service.rail.notify(message(what, order), { timestamp });

      expect([status, body.code]).toEqual([401, 'INVALID_SIGNATURE']);
      expect([await statusNow(), await balance()]).toEqual(['processing', '0.00']);
    });

    it.each(ALL)('%s, with another secret: 401', async (what) => {
      const order = await service.confirmDebit(linkId);
      const { status } = await service.rail.notify(message(what, order), { secret: Buffer.alloc(32, 9) });

      expect([status, await statusNow()]).toEqual([401, 'processing']);
    });

    it.each([
      ['a settlement without an amount', { amount: undefined }],
      ['a settlement of zero', { amount: '0.00' }],
      ['a settlement with a negative amount', { amount: '-50.00' }],
      ['a settlement whose amount is a number', { amount: 50 }],
      ['a settlement without a currency', { currency: undefined }],
      ['an unknown type', { type: 'debit.lost' }],
      ['no reference', { reference: '' }],
      ['no id', { id: undefined }],
    ])('%s: 400', async (_what, changed) => {
      const order = await service.confirmDebit(linkId);
      const { status, body } = await service.rail.notify({ ...message('settled', order), ...changed });

      expect([status, body.code]).toEqual([400, 'MALFORMED_NOTIFICATION']);
      expect([await statusNow(), await balance()]).toEqual(['processing', '0.00']);
    });

    it.each(ALL)('%s of an unknown order: 404', async (what) => {
      const order = { reference: `sbx_${newId()}`, amount: '50.00', currency: 'USD' };
      const { status, body } = await report(what, order);

      expect([status, body.code]).toEqual([404, 'CHECKOUT_ORDER_NOT_FOUND']);
      const kept = await service.sql('SELECT reason FROM payment_exceptions WHERE reference = $1', [order.reference]);
      expect(kept).toEqual(what === 'settled' ? [{ reason: 'unknown_order' }] : []);
    });
  });

  it.each([
    ['too little', { amount: '49.99' }, 'amount_mismatch'],
    ['too much', { amount: '50.01' }, 'amount_mismatch'],
    ['another currency', { currency: 'ARS' }, 'currency_mismatch'],
  ])('that settles with %s becomes a payment exception', async (_what, other, reason) => {
    const order = await service.confirmDebit(linkId);
    await service.rail.submitted(order);
    await service.rail.settled({ ...order, ...other });

    expect([await statusNow(), await balance()]).toEqual(['in_transit', '0.00']);
    expect(await exceptions()).toMatchObject([{ reason, status: 'open' }]);
  });

  it.each<Report>(['submitted', 'refused', 'returned'])(
    'does not affect a local order: %s is accepted and changes nothing',
    async (what) => {
      linkId = await service.createLink(merchant);
      const order = await service.openOrder(linkId);
      expect((await report(what, order)).status).toBe(200);
      expect(await statusNow()).toBe('active');
      await service.rail.paid(order);
      await report(what, order);

      expect([await statusNow(), await service.balance(merchant.local!.id)]).toEqual(['completed', '14265.00']);
    },
  );
});
