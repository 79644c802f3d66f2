import { Money, UnitOfWork } from '@app/kernel';
import { LedgerService } from '@app/ledger';
import { ServicePay } from '@app/sdk';
import { expectBooksBalanced } from '../../support/books';
import { balancesOf, payNewLink, readLink } from '../../support/paid-links';
import { until } from '../../support/conditions';
import type { HttpResponse } from '../../support/http-client';
import { Receiver } from '../../support/receiver';
import { TestService, type Merchant } from '../../support/service';

const UNKNOWN_STATE = 'under_review';

describe('States, Payment link status', () => {
  let service: TestService;
  let merchant: Merchant;
  let linkId: string;

  beforeAll(async () => {
    service = await TestService.start({ worker: true });
    await recordStatuses();
  });

  beforeEach(async () => {
    merchant = await service.merchant({ usd: true });
    linkId = await service.createLink(merchant);
  });

  afterAll(async () => {
    await service.sql('DROP FUNCTION record_link_status() CASCADE');
    await service.sql('DROP TABLE link_statuses');
    await expectBooksBalanced(service);
    await service.stop();
  });

  /** Records every state of a link: polling could miss one. */
  async function recordStatuses(): Promise<void> {
    await service.sql('CREATE TABLE link_statuses (id bigserial PRIMARY KEY, link_id uuid, status text)');
    await service.sql(`
      CREATE FUNCTION record_link_status() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO link_statuses (link_id, status) VALUES (NEW.id, NEW.status);
        RETURN NULL;
      END $$`);
    await service.sql(`
      CREATE TRIGGER record_link_status AFTER INSERT OR UPDATE OF status ON payment_links
        FOR EACH ROW EXECUTE FUNCTION record_link_status()`);
  }

  /** The states of the link so far, in order. */
  async function statesOf(id = linkId): Promise<string[]> {
    const rows = await service.sql<{ status: string }>(
      'SELECT status FROM link_statuses WHERE link_id = $1 ORDER BY id',
      [id],
    );
    return rows.map(({ status }) => status).filter((status, at, all) => status !== all[at - 1]);
  }

  const stateNow = async (id = linkId) => (await readLink(merchant, id)).status;
  const balance = () => service.balance(merchant.local!.id);
  const pay = () => service.simulate(linkId, { event: 'pay' });
  const lapse = () => service.simulate(linkId, { event: 'lapse' });
  const cancel = () => merchant.api.delete(`/v1/payment-links/${linkId}`);
  const page = async () => (await service.anonymous().get(`/checkout/${linkId}`)).text;
  const choose = (method = 'ars_qr') =>
    service.anonymous().post(`/checkout/${linkId}/orders`, `method=${method}`, {
      'content-type': 'application/x-www-form-urlencoded',
    });
  const orders = () => service.sql('SELECT 1 FROM checkout_orders WHERE link_id = $1', [linkId]);

  /** Uses a link in USD from here on, and simulates these events of its debit. */
  async function debit(...events: string[]): Promise<void> {
    linkId = await service.createLink(merchant, { currency: 'USD', amount: 50 });
    for (const event of events) {
      const { status, text } = await service.simulate(linkId, { event });
      if (status !== 200) throw new Error(`${event} got ${status}: ${text}`);
    }
  }

  const usdBalance = () => service.balance(merchant.usd!.id);

  /** Ends the deadline of the open order; the worker must find out. */
  const letDeadlinePass = (id: string) =>
    service.sql(`UPDATE checkout_orders SET expires_at = now() - interval '1 second' WHERE link_id = $1`, [id]);

  const BRING_ABOUT: Readonly<Record<string, () => Promise<unknown>>> = {
    completed: pay,
    cancelled: cancel,
    expired: lapse,
    processing: () => debit('debit_confirm'),
    in_transit: () => debit('debit_confirm', 'debit_submit'),
    returned: () => debit('pay', 'debit_return'),
  };

  function expectError({ status, body }: HttpResponse, code: string, errors: object): void {
    expect(body).toEqual({ success: false, code, message: expect.any(String), errors });
    expect(status).toBe(422);
  }

  it('active: is the initial state, in which a link can be paid (rule 3.16)', async () => {
    expect(await statesOf()).toEqual(['active']);
    expect(await page()).toContain('name="method"');
  });

  it('completed: the collection is in the wallet (rule 3.16)', async () => {
    await pay();

    expect([await stateNow(), await balance()]).toEqual(['completed', '14265.00']);
  });

  it('cancelled: there is no payment (rule 3.17)', async () => {
    await cancel();

    expect(await readLink(merchant, linkId)).toMatchObject({ status: 'cancelled', current_uses: 0 });
    expect(await balance()).toBe('0.00');
  });

  it('expired: the order of a payer has expired (rule 3.18)', async () => {
    await lapse();

    expect(await stateNow()).toBe('expired');
    expect(await service.sql('SELECT status FROM checkout_orders WHERE link_id = $1', [linkId])).toEqual([
      { status: 'lapsed' },
    ]);
  });

  it('processing: the payer has confirmed a debit; the link is not payable and nothing is credited (rule 3.19)', async () => {
    await debit('debit_confirm');

    expect([await stateNow(), await usdBalance()]).toEqual(['processing', '0.00']);
    expect(await page()).not.toContain('name="method"');
  });

  it('in_transit: the debit is in progress, and nothing is credited (rule 3.19)', async () => {
    await debit('debit_confirm', 'debit_submit');

    expect([await stateNow(), await usdBalance()]).toEqual(['in_transit', '0.00']);
    expect(await page()).not.toContain('name="method"');
  });

  it('returned: the debit was credited and then returned (rule 3.19)', async () => {
    await debit('pay');
    expect(await usdBalance()).toBe('49.50');
    await service.simulate(linkId, { event: 'debit_return' });

    expect([await stateNow(), await usdBalance()]).toEqual(['returned', '0.00']);
  });

  it.each([
    ['ARS', 'ars_transfer'],
    ['ARS', 'ars_qr'],
    ['BRL', 'brl_pix'],
    ['COP', 'cop_pse'],
    ['CLP', 'clp_webpay'],
    ['CLP', 'clp_khipu'],
    ['MXN', 'mxn_spei'],
    ['BOB', 'bob_qr'],
  ])('active → completed: in one step, when the payer pays in %s by %s (rule 3.16)', async (currency, method) => {
    const id = await service.createLink(merchant, { currency });
    await service.simulate(id, { event: 'pay', method });

    expect(await statesOf(id)).toEqual(['active', 'completed']);
  });

  it('active → processing: the payer confirms a USD bank debit (rule 3.19)', async () => {
    await debit();
    expect(await page()).toContain('name="method"');
    await service.simulate(linkId, { event: 'debit_confirm' });

    expect(await statesOf()).toEqual(['active', 'processing']);
    expect(await page()).not.toContain('name="method"');
  });

  it('active → processing: no other payer can confirm a debit afterwards (rule 3.19)', async () => {
    await debit('debit_confirm');
    const { status, body } = await service.simulate(linkId, { event: 'debit_confirm' });

    expect([status, body.code]).toEqual([422, 'PAYMENT_LINK_NOT_ACTIVE']);
    expect(await service.sql('SELECT 1 FROM checkout_orders WHERE link_id = $1', [linkId])).toHaveLength(1);
  });

  it('active → cancelled: the cancel operation, when there is no payment (rule 3.17)', async () => {
    expect((await cancel()).status).toBe(200);
    expect(await statesOf()).toEqual(['active', 'cancelled']);
  });

  it('active → cancelled: also when a payer has an open order, which can no longer be paid (rule 3.17)', async () => {
    const order = await service.openOrder(linkId);
    expect((await cancel()).status).toBe(200);
    await service.rail.paid(order);

    expect([await stateNow(), await balance()]).toEqual(['cancelled', '0.00']);
  });

  it('active → cancelled: does not reverse other payments of the account (rule 3.17)', async () => {
    await payNewLink(service, merchant);
    await cancel();

    expect(await balance()).toBe('14265.00');
  });

  it('active → expired: the deadline of the link passes without a payment (rule 3.18)', async () => {
    await service.openOrder(linkId);
    expect((await readLink(merchant, linkId)).expires_at).not.toBeNull();
    await letDeadlinePass(linkId);

    await until('the link has expired', async () => (await stateNow()) === 'expired');
    expect(await statesOf()).toEqual(['active', 'expired']);
  });

  it('completed → returned: the debit is returned, also when the money has been spent (rule 3.19)', async () => {
    await debit('pay');
    const wallet = merchant.usd!.id;
    await service.get(UnitOfWork).run((tx) =>
      service.get(LedgerService).adjust(tx, {
        walletId: wallet,
        amount: Money.of('-40.00', 'USD'),
        reason: 'spent',
        occurredAt: new Date(),
      }),
    );
    await service.simulate(linkId, { event: 'debit_return' });

    expect((await statesOf()).slice(-2)).toEqual(['completed', 'returned']);
    expect(await balancesOf(service, wallet)).toMatchObject({ balance: '-40.00', available: '-40.00' });
  });

  it.each([
    ['paid', [pay]],
    ['paid twice', [pay, pay]],
    ['cancelled', [cancel]],
    ['lapsed', [lapse]],
    ['paid too late', [lapse, pay]],
  ])('a link of a local method is never in a state of the USD debit: %s (rule 3.19)', async (_what, steps) => {
    for (const step of steps) await step();

    const states = await statesOf();
    expect(states.length).toBeGreaterThan(1);
    expect(states.filter((state) => ['processing', 'in_transit', 'returned'].includes(state))).toEqual([]);
  });

  it('the USD bank debit goes through all three states (rule 3.19)', async () => {
    await debit('debit_confirm', 'debit_submit', 'debit_settle', 'debit_return');

    expect(await statesOf()).toEqual(expect.arrayContaining(['processing', 'in_transit', 'returned']));
  });

  it('a link does not expire at any age until its checkout is opened (rule 3.13)', async () => {
    await service.sql(`UPDATE payment_links SET created_at = now() - interval '1 year' WHERE id = $1`, [linkId]);
    const opened = await service.createLink(merchant);
    await service.openOrder(opened);
    await letDeadlinePass(opened);

    await until('the worker has expired links', async () => (await stateNow(opened)) === 'expired');
    expect(await stateNow()).toBe('active');
  });

  it('cancelling stops such a link from being payable (rule 3.13)', async () => {
    await cancel();

    expect(await page()).not.toContain('name="method"');
    expect((await pay()).status).toBe(422);
  });

  it.each(['completed', 'cancelled', 'expired', 'processing', 'in_transit', 'returned'])(
    'the checkout accepts no method for a link that is %s (rule 3.20)',
    async (state) => {
      await BRING_ABOUT[state]!();
      const before = await orders();
      const { status } = await choose(
        (await readLink(merchant, linkId)).currency === 'USD' ? 'usd_bank_debit' : undefined,
      );

      expect([status, await stateNow()]).toEqual([303, state]);
      expect(await orders()).toEqual(before);
    },
  );

  it('the checkout accepts a method for an active link (rule 3.20)', async () => {
    await choose();

    expect(await orders()).toHaveLength(1);
  });

  it('a link that was paid is not credited a second time (rule 3.20)', async () => {
    const order = await service.openOrder(linkId);
    await service.rail.paid(order);
    await service.rail.paid(order, `${order.reference}:again`);

    expect(await balance()).toBe('14265.00');
  });

  it.each(['completed', 'cancelled', 'expired'])(
    'a link that is %s cannot be cancelled: PAYMENT_LINK_NOT_ACTIVE with the state as text (rule 3.21)',
    async (status) => {
      await BRING_ABOUT[status]!();

      expectError(await cancel(), 'PAYMENT_LINK_NOT_ACTIVE', { status });
      expect(await stateNow()).toBe(status);
    },
  );

  it.each(['processing', 'in_transit'])('a link whose debit is %s cannot be cancelled (rule 3.21)', async (status) => {
    await BRING_ABOUT[status]!();

    expectError(await cancel(), 'PAYMENT_LINK_NOT_ACTIVE', { status });
    expect(await stateNow()).toBe(status);
  });

  it('an active, used link cannot be cancelled: PAYMENT_LINK_CANNOT_CANCEL with the uses as an integer (rule 3.21)', async () => {
    await service.sql('UPDATE payment_links SET current_uses = 1 WHERE id = $1', [linkId]);

    expectError(await cancel(), 'PAYMENT_LINK_CANNOT_CANCEL', { current_uses: 1 });
    expect(await stateNow()).toBe('active');
  });

  it('the SDK returns an unknown state unchanged (rule 1.28)', async () => {
    const later = await Receiver.start();
    const data = { ...(await readLink(merchant, linkId)), status: UNKNOWN_STATE };
    later.response = () => ({ status: 200, body: JSON.stringify({ success: true, message: 'Found.', data }) });
    const client = new ServicePay({ apiKey: merchant.apiKey, baseUrl: later.url('') });
    const { status } = await client.paymentLinks.retrieve(linkId);
    await later.stop();

    expect(status).toBe(UNKNOWN_STATE);
  });

  // The specification does not define the steps of a debit; these are our decision.
  it.each([
    [
      'is confirmed, submitted and settled',
      ['debit_confirm', 'debit_submit', 'debit_settle'],
      ['processing', 'in_transit', 'completed'],
    ],
    [
      'settles before the notification of its submission',
      ['debit_confirm', 'debit_settle'],
      ['processing', 'completed'],
    ],
    ['is declined before it is submitted', ['debit_confirm', 'debit_refuse'], ['processing', 'active']],
    [
      'is declined in transit',
      ['debit_confirm', 'debit_submit', 'debit_refuse'],
      ['processing', 'in_transit', 'active'],
    ],
  ])('a debit that %s (rule 3.22)', async (_what, events, states) => {
    await debit(...events);

    expect(await statesOf()).toEqual(['active', ...states]);
  });
});
