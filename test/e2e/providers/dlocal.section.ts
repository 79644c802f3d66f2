import { FakeDlocal, FakeDlocalPayouts, fakeDlocalSettings } from '@app/providers/testing';
import { newId } from '@app/kernel';
import { expectBooksBalanced } from '../../support/books';
import { until } from '../../support/conditions';
import { balancesOf, paymentsOf, readLink } from '../../support/paid-links';
import { signIn } from '../../support/panel';
import { TestService, type Merchant } from '../../support/service';
import { createScratchDatabase } from '../../support/test-database';

/** Facts about what dLocal is asked for come when the worker has asked. */
const ASKED = 20_000;
const ANA = { name: 'Ana Pérez', email: 'ana@example.com', phone: '+57 300 123 4567' };
const PSE = { ...ANA, document_type: 'cc', document: '53.033.315', bank: '1007' };
const ARGENTINE = { ...ANA, document_type: 'dni', document: '12.345.678' };
const BOLIVIAN = { ...ANA, document_type: 'ci', document: '1234567' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** The whole service with dLocal as the provider of local methods, over a fake of its API. */
describe('collection through dLocal', () => {
  let database: Awaited<ReturnType<typeof createScratchDatabase>>;
  let fake: FakeDlocal;
  let payouts: FakeDlocalPayouts;
  let service: TestService;
  let merchant: Merchant;
  let panel: Awaited<ReturnType<typeof signIn>>['panel'];

  beforeAll(async () => {
    [fake, payouts] = [await FakeDlocal.start(), await FakeDlocalPayouts.start()];
    database = await createScratchDatabase();
    const env = {
      DATABASE_URL: database.url,
      PROVIDERS: 'sandbox,dlocal',
      COLLECTION_ROUTES: 'brl_pix:sandbox,usd_bank_debit:sandbox,*:dlocal',
      PAYOUT_ROUTES: '*:sandbox',
      ...fakeDlocalSettings(fake, payouts),
    };
    service = await TestService.start({ worker: true, env });
  }, 60_000);

  beforeEach(() => merchantIn('COP'));

  afterAll(async () => {
    await expectBooksBalanced(service);
    await service.stop();
    await Promise.all([fake.stop(), payouts.stop()]);
    await database.drop();
  });

  /** A new merchant, whose links are in the currency. */
  async function merchantIn(localCurrency: string): Promise<void> {
    merchant = await service.merchant({ localCurrency });
    ({ panel } = await signIn(service, merchant));
  }

  const link = (amount = 100_000, currency = 'COP') => service.createLink(merchant, { amount, currency });
  const page = async (linkId: string) => (await service.anonymous().get(`/checkout/${linkId}`)).text;
  const statusOf = async (linkId: string) => (await readLink(merchant, linkId)).status;
  const isCredited = async (linkId: string) => (await paymentsOf(service, linkId)).length > 0;
  const items = async (path: string) => (await panel.get(path)).body.data as Record<string, unknown>[];
  const exceptionsOf = (reference: string) =>
    service.sql<{ reason: string }>('SELECT reason FROM payment_exceptions WHERE reference = $1', [reference]);

  /** dLocal notifies; returns the status of the response. */
  async function notify(content: object, changes: Readonly<Record<string, string>> = {}): Promise<number> {
    const { body, headers } = fake.message(content);
    const sent = { ...headers, ...changes };
    return (await service.anonymous().post('/providers/dlocal/notifications', body.toString('utf8'), sent)).status;
  }

  /** A browser sends a form. */
  const submit = (path: string, fields: Record<string, string>) =>
    service.anonymous().post(path, new URLSearchParams(fields).toString(), FORM);

  /** A link whose payer has chosen PSE. */
  async function opened(): Promise<{ linkId: string; reference: string }> {
    const linkId = await link();
    return { linkId, reference: (await service.openOrder(linkId, 'cop_pse', PSE)).reference };
  }

  /** A link that its payer has paid. */
  async function paid(): Promise<{ linkId: string; reference: string; paymentId: string }> {
    const { linkId, reference } = await opened();
    expect(await notify(fake.account.move(reference, 'PAID'))).toBe(200);
    const [payment] = await until('the payment is credited', async () => {
      const payments = await paymentsOf(service, linkId);
      return payments.length > 0 && payments;
    });
    return { linkId, reference, paymentId: payment!.id };
  }

  describe('PSE', () => {
    it('asks for the bank, out of the list of dLocal (rule 4.2)', async () => {
      const text = await page(await link());
      expect(text).toContain('<option value="1007">Bancolombia</option>');
      expect(text).toContain('<option value="1051">Davivienda</option>');
    });

    it('asks again for the details of the payer that are missing, and calls nothing (rule 4.9)', async () => {
      const linkId = await link();
      const before = fake.account.payments.size;
      const { status, text } = await submit(`/checkout/${linkId}/orders`, {
        method: 'cop_pse',
        ...PSE,
        phone: '',
        bank: '',
      });
      expect([status, fake.account.payments.size]).toEqual([422, before]);
      expect(['phone', 'bank'].map((field) => text.includes(`id="${field}-problem"`))).toEqual([true, true]);
    });

    it('leads to the page of the bank, and back to the checkout (rule 4.10)', async () => {
      const { linkId, reference } = await opened();
      const payment = fake.account.byOrder(reference);
      expect(payment.callback_url).toContain(`/checkout/${linkId}`);
      expect(await page(linkId)).toContain(`${fake.url}/bank/${payment.id}`);
    });

    it('credits a payment once, however often dLocal notifies (rule 6.1)', async () => {
      const { linkId, reference } = await opened();
      const message = fake.account.move(reference, 'PAID');
      expect([await notify(message), await notify(message)]).toEqual([200, 200]);
      await until('the payment is credited', () => isCredited(linkId));
      expect(await notify(message)).toBe(200);
      expect(await paymentsOf(service, linkId)).toMatchObject([{ status: 'credited', payer_currency: 'COP' }]);
      expect(await statusOf(linkId)).toBe('completed');
    });

    it('credits a payment without a notification when its payer is back from the bank with a form (rule 6.11)', async () => {
      const { linkId, reference } = await opened();
      const { id } = fake.account.move(reference, 'PAID') as { id: string };
      const returned = await submit(`/checkout/${linkId}`, { paymentId: id, status: 'PENDING', signature: '00' });
      expect([returned.status, returned.headers['location']]).toEqual([303, `/checkout/${linkId}`]);
      expect(await page(linkId)).toContain('We are waiting for your bank');
      await until('the payment is credited', () => isCredited(linkId), ASKED);
      expect(await statusOf(linkId)).toBe('completed');
    }, 30_000);

    it('closes the order when it expires', async () => {
      const { linkId, reference } = await opened();
      expect(await notify(fake.account.move(reference, 'EXPIRED'))).toBe(200);
      await until('the link has expired', async () => (await statusOf(linkId)) === 'expired');
      expect(await isCredited(linkId)).toBe(false);
    });

    it('lets the payer pay again after the bank has declined (rule 6.14)', async () => {
      const { linkId, reference } = await opened();
      expect(await notify(fake.account.move(reference, 'REJECTED'))).toBe(200);
      const isOpen = async () => (await readLink(merchant, linkId)).expires_at !== null;
      await until('the order is closed', async () => !(await isOpen()));
      expect(await statusOf(linkId)).toBe('active');
      const again = await service.openOrder(linkId, 'cop_pse', PSE);
      expect(await notify(fake.account.move(again.reference, 'PAID'))).toBe(200);
      await until('the payment is credited', () => isCredited(linkId));
    });
  });

  it('shows the account and the reference of a direct transfer', async () => {
    await merchantIn('ARS');
    const linkId = await link(15_000, 'ARS');
    const { reference } = await service.openOrder(linkId, 'ars_transfer', ARGENTINE);
    const text = await page(linkId);
    expect(text).toContain('2850590940090418135201');
    expect(text).toContain(fake.account.byOrder(reference).id);
    expect(await notify(fake.account.move(reference, 'PAID'))).toBe(200);
    await until('the payment is credited', () => isCredited(linkId));
  });

  it('shows the code of a QR', async () => {
    await merchantIn('BOB');
    const linkId = await link(700, 'BOB');
    const { reference } = await service.openOrder(linkId, 'bob_qr', BOLIVIAN);
    const text = await page(linkId);
    expect(text).toContain(`00020101021226${fake.account.byOrder(reference).id}`);
    expect(text).toContain('<svg');
    expect(await notify(fake.account.move(reference, 'PAID'))).toBe(200);
    await until('the payment is credited', () => isCredited(linkId));
  });

  describe('a notification', () => {
    it.each([{ amount: 99_999 }, { currency: 'ARS' }])(
      'of %p, unlike the order, is left to staff (rule 6.4)',
      async (wrong) => {
        const { linkId, reference } = await opened();
        expect(await notify({ ...fake.account.move(reference, 'PAID'), ...wrong })).toBe(200);
        await until('it is an exception', async () => (await exceptionsOf(reference)).length > 0);
        expect([await isCredited(linkId), await statusOf(linkId)]).toEqual([false, 'active']);
      },
    );

    it('about an order of another provider gets 404, and moves nothing (rule 6.6)', async () => {
      await merchantIn('BRL');
      const linkId = await link(100, 'BRL');
      const { reference } = await service.openOrder(linkId, 'brl_pix');
      const foreign = `sp-${reference}`;
      await service.sql('UPDATE checkout_orders SET provider_reference = $2 WHERE link_id = $1', [linkId, foreign]);
      const payment = { id: `D-4-${newId()}`, order_id: foreign, amount: 100, currency: 'BRL', status: 'PAID' };
      expect(await notify(payment)).toBe(404);
      expect([await exceptionsOf(foreign), await isCredited(linkId)]).toEqual([[], false]);
    });

    it('with another signature gets 401, and nothing is asked (rule 6.2)', async () => {
      const { linkId, reference } = await opened();
      const looks = () => service.sql('SELECT * FROM provider_looks WHERE reference = $1', [reference]);
      const before = await looks();
      const forged = { authorization: `V2-HMAC-SHA256, Signature: ${'0'.repeat(64)}` };
      const claimed = { ...fake.account.byOrder(reference), status: 'PAID' };
      expect(await notify(claimed, forged)).toBe(401);
      expect([await looks(), await isCredited(linkId)]).toEqual([before, false]);
    });
  });

  describe('a refund', () => {
    /** A payment, of which the merchant refunds 25,000 COP. */
    async function requested() {
      const payment = await paid();
      const path = `/received-payments/${payment.paymentId}/refunds`;
      const { status } = await panel.post(path, { amount: '25000.00' }, { 'idempotency-key': payment.paymentId });
      expect(status).toBe(201);
      return payment;
    }

    /** The same, with the refund that dLocal has. */
    async function submitted() {
      const payment = await requested();
      const { id } = fake.account.byOrder(payment.reference);
      const find = () => [...fake.account.refunds.values()].find(({ payment_id }) => payment_id === id);
      return { ...payment, refund: await until('dLocal has the refund', find) };
    }

    const refundIs = async (status: string) => (await items('/refunds'))[0]?.['status'] === status;

    it('of a part completes, and leaves the wallet (rule 17.3)', async () => {
      const { refund, linkId } = await submitted();
      expect(await notify(fake.account.endRefund(refund.id))).toBe(200);
      await until('the refund is completed', () => refundIs('completed'));
      expect(await items('/received-payments')).toMatchObject([{ status: 'credited', refunded_amount: '25000.00' }]);
      expect(await statusOf(linkId)).toBe('completed');
      await expectBooksBalanced(service);
    });

    it('that dLocal does not pay fails, and its amount is available again (rule 17.25)', async () => {
      const { refund } = await submitted();
      expect((await balancesOf(service, merchant.local!.id)).reserved).toBe('25000.00');
      expect(await notify(fake.account.endRefund(refund.id, 'REJECTED'))).toBe(200);
      await until('the refund has failed', () => refundIs('failed'));
      expect(await items('/refunds')).toMatchObject([
        { failure_reason: 'El proveedor no pudo reembolsar al pagador.' },
      ]);
      const reasons = await service.sql('SELECT provider_reason FROM refunds WHERE id = $1', [
        (await items('/refunds'))[0]!['id'] as string,
      ]);
      expect(reasons).toEqual([{ provider_reason: 'The refund is REJECTED' }]);
      expect((await balancesOf(service, merchant.local!.id)).reserved).toBe('0.00');
      await expectBooksBalanced(service);
    });

    it('stays open, with its amount reserved, while the account at dLocal is empty (rule 17.13)', async () => {
      fake.account.balance = 0;
      await requested();
      const refused = () => service.sql(`SELECT FROM refunds WHERE last_error LIKE '%5012%' AND submission = 2`);
      await until('dLocal has refused it', async () => (await refused()).length > 0);
      expect(await items('/refunds')).toMatchObject([{ status: 'requested', failure_reason: null }]);
      expect((await balancesOf(service, merchant.local!.id)).reserved).toBe('25000.00');
      fake.account.balance = Infinity;
      await service.sql('UPDATE refunds SET next_attempt_at = now() WHERE submission = 2');
      await until('dLocal has the refund', () => [...fake.account.keys.keys()].some((key) => /:\d$/.test(key)), 30_000);
    }, 45_000);

    it('that dLocal rejects at once fails with the reason, and its amount is available again (rule 17.3)', async () => {
      const payment = await paid();
      fake.account.move(payment.reference, 'PENDING');
      const path = `/received-payments/${payment.paymentId}/refunds`;
      await panel.post(path, { amount: '25000.00' }, { 'idempotency-key': payment.paymentId });
      await until('the refund has failed', () => refundIs('failed'));
      expect((await balancesOf(service, merchant.local!.id)).reserved).toBe('0.00');
    });
  });

  describe('a chargeback', () => {
    /** The payment whose chargeback dLocal reports. */
    async function disputed() {
      const payment = await paid();
      const before = await service.balance(merchant.local!.id);
      const chargeback = fake.account.dispute(payment.reference);
      expect(await notify(chargeback)).toBe(200);
      await until(
        'the payment is disputed',
        async () => (await items('/received-payments'))[0]?.['status'] === 'disputed',
      );
      return { ...payment, chargeback, before };
    }

    it('takes the payment from the wallet (rule 17.7)', async () => {
      const { linkId, before } = await disputed();
      expect(await service.balance(merchant.local!.id)).not.toBe(before);
      expect(await items('/disputes')).toMatchObject([{ status: 'open', amount: expect.stringContaining('.00') }]);
      expect(await statusOf(linkId)).toBe('completed');
      await expectBooksBalanced(service);
    });

    it('whose dispute is lost takes the payment for good, although its first notification was missed', async () => {
      const { reference } = await paid();
      expect(await notify(fake.account.dispute(reference, 'DISPUTE_LOST'))).toBe(200);
      await until('the dispute is lost', async () => (await items('/disputes'))[0]?.['status'] === 'lost');
      expect(await items('/received-payments')).toMatchObject([{ status: 'disputed' }]);
    });

    it('that dLocal reverses brings the payment back (rule 17.8)', async () => {
      const { chargeback, before } = await disputed();
      expect(await notify({ ...chargeback, status: 'REVERSAL' })).toBe(200);
      await until('the dispute is won', async () => (await items('/disputes'))[0]?.['status'] === 'won');
      expect(await items('/received-payments')).toMatchObject([{ status: 'credited' }]);
      expect(await service.balance(merchant.local!.id)).toBe(before);
      await expectBooksBalanced(service);
    });
  });
});
