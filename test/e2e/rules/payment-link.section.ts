import { newId } from '@app/kernel';
import { expectBooksBalanced } from '../../support/books';
import { paymentOf, payNewCardLink, payNewLink, readLink, setUsdRate } from '../../support/paid-links';
import { signIn } from '../../support/panel';
import { TestService, type Merchant } from '../../support/service';

const CHARGE = { currency: 'BRL', amount: 500, amount_type: 'charge' };
const RECEIVE = { currency: 'BRL', amount: 100000, amount_type: 'receive' };

describe('Resources, Payment link', () => {
  let service: TestService;
  let merchant: Merchant;

  beforeAll(async () => {
    service = await TestService.start();
    merchant = await service.merchant({ usd: true, cards: true });
  });

  afterEach(() => setUsdRate(service, 'BRL', '5'));

  afterAll(async () => {
    await expectBooksBalanced(service);
    await service.stop();
  });

  /** The amount that the payer of a new link pays, and the amount that the wallet gets. */
  async function figures(fields: Record<string, unknown>, by: Merchant = merchant) {
    const { payer_amount, credited_amount } = await paymentOf(service, await payNewLink(service, by, fields));
    return { pays: payer_amount, gets: credited_amount };
  }

  /** A link for 15,000 ARS that the merchant's user creates in the panel. */
  async function panelLink(by: Merchant, fields: Record<string, unknown> = {}) {
    const { panel } = await signIn(service, by);
    const body = { amount: 15000, currency: 'ARS', currency_destiny: 'ARS', description: 'Order 1001', ...fields };
    const { data } = (await panel.post('/payment-links', body)).body;
    return data as { id: string; max_uses: number; customer_paid_fee: boolean };
  }

  it.each(['receive', 'charge'])(
    '%s changes neither the paid nor the credited amount when the currencies are the same (rule 3.8)',
    async (amount_type) => {
      expect(await figures({ amount_type })).toEqual({ pays: '15000.00', gets: '14265.00' });
    },
  );

  it.each(['receive', 'charge'])('%s changes neither amount in USD by card (rule 3.8)', async (amount_type) => {
    const linkId = await payNewCardLink(service, merchant, { currency: 'USD', amount: 50, amount_type });

    expect(await paymentOf(service, linkId)).toMatchObject({ payer_amount: '50.00', credited_amount: '49.50' });
  });

  it.each(['receive', 'charge'])('%s changes neither amount in USD by bank debit (rule 3.8)', async (amount_type) => {
    expect(await figures({ currency: 'USD', amount: 50, amount_type })).toEqual({ pays: '50.00', gets: '49.50' });
  });

  it.each([
    ['5', '505.00'],
    ['10', '1010.00'],
  ])('receive fixes the wallet’s side before fees, also at %s BRL (rule 3.8)', async (rate, payer_amount) => {
    await setUsdRate(service, 'BRL', rate);
    const payment = await paymentOf(service, await payNewLink(service, merchant, RECEIVE));

    expect(payment).toMatchObject({ gross_amount: '100000.00', payer_amount });
  });

  it('the payer’s equivalent under receive is computed when the payer chooses how to pay (rule 3.8)', async () => {
    const linkId = await service.createLink(merchant, RECEIVE);
    await setUsdRate(service, 'BRL', '10');

    expect((await service.openOrder(linkId, 'brl_pix')).amount).toBe('1010.00');
  });

  it.each([
    ['5', '95800.00'],
    ['10', '47750.00'],
  ])('charge fixes the payer’s amount, and the wallet gets the rest, also at %s BRL (rule 3.8)', async (rate, gets) => {
    await setUsdRate(service, 'BRL', rate);

    expect(await figures(CHARGE)).toEqual({ pays: '500.00', gets });
  });

  it('the collection fee is deducted from the credited amount (rule 3.9)', async () => {
    expect(await figures({})).toEqual({ pays: '15000.00', gets: '14265.00' });
  });

  it('customer_paid_fee adds it to the payer’s amount, and the wallet gets the whole declared amount (rule 3.9)', async () => {
    expect(await figures({ customer_paid_fee: true })).toEqual({ pays: '15735.00', gets: '15000.00' });
  });

  it('customer_paid_fee is ignored without an error on an account without that feature (rule 3.10)', async () => {
    const without = await service.merchant({ customerPaidFee: false });

    expect(await figures({ customer_paid_fee: true }, without)).toEqual({ pays: '15000.00', gets: '14265.00' });
  });

  it('the fee is deducted when the field is omitted, also if payers may bear it (rule 3.10)', async () => {
    const may = await service.merchant({ customerPaidFee: true });

    expect(await figures({ customer_paid_fee: undefined }, may)).toEqual({ pays: '15000.00', gets: '14265.00' });
  });

  it('the default for the panel is ignored, but applies in the panel (rule 3.10)', async () => {
    const may = await service.merchant();
    await service.changeAccount(may, { customerPaidFeeDefault: true });
    const inPanel = await panelLink(may);

    expect(await figures({}, may)).toEqual({ pays: '15000.00', gets: '14265.00' });
    expect(inPanel.customer_paid_fee).toBe(true);
  });

  it('customer_paid_fee does not change the conversion fee (rule 3.11)', async () => {
    const linkId = await payNewLink(service, merchant, { ...CHARGE, customer_paid_fee: true });

    expect(await paymentOf(service, linkId)).toMatchObject({
      gross_amount: '100000.00',
      conversion_fee: '1000.00',
      credited_amount: '99000.00',
    });
  });

  it('max_uses is 1, and another value is ignored on creation (rule 3.12)', async () => {
    const { max_uses } = await readLink(merchant, await service.createLink(merchant, { max_uses: 5 }));

    expect(max_uses).toBe(1);
  });

  it('max_uses is 1 for a link of the panel too, and another value is ignored (rule 3.12)', async () => {
    expect((await panelLink(merchant, { max_uses: 5 })).max_uses).toBe(1);
  });

  it('a link is created without a deadline, and one that is sent is ignored (rule 3.13)', async () => {
    const expires_at = new Date(Date.now() + 60_000).toISOString();
    const linkId = await service.createLink(merchant, { expires_at });

    expect((await readLink(merchant, linkId)).expires_at).toBeNull();
  });

  it('opening the checkout page does not set a deadline (rule 3.13)', async () => {
    const linkId = await service.createLink(merchant);
    await service.anonymous().get(`/checkout/${linkId}`);

    expect((await readLink(merchant, linkId)).expires_at).toBeNull();
  });

  it.each([
    ['ars_transfer', 86_400],
    ['ars_qr', 1_800],
  ])('choosing %s sets the deadline of that order on the link: %i s (rule 3.13)', async (method, seconds) => {
    const linkId = await service.createLink(merchant);
    const before = Date.now();
    await service.openOrder(linkId, method);

    const { expires_at } = await readLink(merchant, linkId);
    const [order] = await service.sql<{ expires_at: Date }>(
      'SELECT expires_at FROM checkout_orders WHERE link_id = $1',
      [linkId],
    );
    expect(new Date(expires_at!)).toEqual(order!.expires_at);
    const left = (Date.parse(expires_at!) - before) / 1_000;
    expect(left).toBeGreaterThanOrEqual(seconds - 1);
    expect(left).toBeLessThan(seconds + 30);
  });

  it.each(['chosen', 'confirmed', 'paid', 'returned'])(
    'a bank debit that is %s sets no deadline (rule 3.13)',
    async (how) => {
      const linkId = await service.createLink(merchant, { currency: 'USD', amount: 50 });
      await service.openOrder(linkId, 'usd_bank_debit');
      const events = { chosen: [], confirmed: ['debit_confirm'], paid: ['pay'], returned: ['pay', 'debit_return'] }[
        how
      ]!;
      for (const event of events) await service.simulate(linkId, { event });

      expect((await readLink(merchant, linkId)).expires_at).toBeNull();
    },
  );

  it('a read finds links created with other keys of the same user (rule 3.14)', async () => {
    const id = await service.createLink(await service.issueKey(merchant));

    expect((await merchant.api.get(`/v1/payment-links/${id}`)).status).toBe(200);
  });

  it('a read finds links that the user created in the panel (rule 3.14)', async () => {
    const { id } = await panelLink(merchant);

    expect((await merchant.api.get(`/v1/payment-links/${id}`)).status).toBe(200);
  });

  it.each(['get', 'delete'] as const)(
    'links of other users and accounts are not found, like unknown links: %s (rule 3.14)',
    async (method) => {
      const colleague = await service.issueKey(merchant, { userId: (await service.addUser(merchant)).id });
      const ids = [await service.createLink(colleague), await service.createLink(await service.merchant()), newId()];

      const responses = await Promise.all(ids.map((id) => merchant.api[method](`/v1/payment-links/${id}`)));
      expect(responses.map(({ status, body }) => [status, body.code as string])).toEqual(
        Array(3).fill([404, 'PAYMENT_LINK_NOT_FOUND']),
      );
      expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    },
  );

  it('USD is credited to the USD wallet, also when the local wallet holds USD (rule 3.15)', async () => {
    const both = await service.merchant({ localCurrency: 'USD', usd: true, cards: true });
    const linkId = await payNewCardLink(service, both, { currency: 'USD', amount: 50 });

    expect((await paymentOf(service, linkId)).wallet_id).toBe(both.usd!.id);
    expect([await service.balance(both.usd!.id), await service.balance(both.local!.id)]).toEqual(['49.50', '0.00']);
  });

  it.each([false, true])('USD must be enabled, with and without a USD wallet: %s (rule 3.15)', async (usd) => {
    const without = await service.merchant({ usd });
    await service.sql('UPDATE accounts SET usd_enabled = false WHERE id = $1', [without.account.id]);
    const link = { amount: 50, currency: 'USD', description: 'Order 1001' };
    const { status, body } = await without.api.post('/v1/payment-links', link);

    expect([status, body.code]).toEqual([422, 'USD_ACCOUNT_NOT_ENABLED']);
  });

  it.each(['BRL', 'COP', 'CLP', 'MXN', 'BOB', 'ARS'])(
    '%s is credited to the local wallet of any currency (rule 3.15)',
    async (currency) => {
      for (const localCurrency of ['ARS', 'MXN']) {
        const by = await service.merchant({ localCurrency, usd: true, fees: {} });
        const linkId = await payNewLink(service, by, { currency, amount: 20000 });

        const { wallet_id, credited_amount } = await paymentOf(service, linkId);
        expect([wallet_id, await service.balance(by.local!.id)]).toEqual([by.local!.id, credited_amount]);
      }
    },
  );

  it('a payment in another currency is converted when it is credited (rule 3.15)', async () => {
    const fresh = await service.merchant({ fees: {} });
    const linkId = await payNewLink(service, fresh, CHARGE);

    expect(await paymentOf(service, linkId)).toMatchObject({ payer_currency: 'BRL', exchange_rate: '200' });
    expect(await service.balance(fresh.local!.id)).toBe('100000.00');
  });
});
