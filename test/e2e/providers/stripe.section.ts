import { FAKE_STRIPE_KEY, FAKE_WEBHOOK_SECRET, FakeStripe } from '@app/providers/testing';
import { newId } from '@app/kernel';
import { expectBooksBalanced } from '../../support/books';
import { until } from '../../support/conditions';
import { signIn } from '../../support/panel';
import { TestService, type Merchant } from '../../support/service';
import { StaffTool } from '../../support/staff-tool';
import { createScratchDatabase } from '../../support/test-database';

const PATH = '/v1/cards/payment-links';
/** Facts about what Stripe only hints at come when the worker has asked. */
const ASKED = 20_000;

/** The whole service with Stripe as the provider of cards, over a fake of Stripe's API. */
describe('cards through Stripe', () => {
  let database: Awaited<ReturnType<typeof createScratchDatabase>>;
  let fake: FakeStripe;
  let env: Record<string, string>;
  let service: TestService;
  let merchant: Merchant;
  let panel: Awaited<ReturnType<typeof signIn>>['panel'];

  beforeAll(async () => {
    [database, fake] = [await createScratchDatabase(), await FakeStripe.start()];
    env = {
      DATABASE_URL: database.url,
      PROVIDERS: 'sandbox,stripe',
      COLLECTION_ROUTES: 'card:stripe,*:sandbox',
      PAYOUT_ROUTES: '*:sandbox',
      STRIPE_SECRET_KEY: FAKE_STRIPE_KEY,
      STRIPE_WEBHOOK_SECRETS: `whsec_ofAnotherEndpoint,${FAKE_WEBHOOK_SECRET}`,
      STRIPE_API_BASE: fake.url,
    };
    service = await TestService.start({ worker: true, env });
  }, 60_000);

  beforeEach(async () => {
    merchant = await service.merchant({ cards: true });
    ({ panel } = await signIn(service, merchant));
  });

  afterAll(async () => {
    await expectBooksBalanced(service);
    await service.stop();
    await fake.stop();
    await database.drop();
  });

  async function notify(type: string, object: object, changes: Readonly<Record<string, string>> = {}): Promise<number> {
    const { body, headers } = fake.message(type, object);
    const sent = { ...headers, ...changes };
    return (await service.anonymous().post('/providers/stripe/notifications', body.toString('utf8'), sent)).status;
  }

  const items = async (path: string) => (await panel.get(path)).body.data as Record<string, unknown>[];
  const payments = () => items('/received-payments');
  const statusOf = async (id: string) => (await merchant.api.get(`${PATH}/${id}`)).body.data.status as string;
  const exceptionsOf = (reference: string) =>
    service.sql<{ reason: string }>('SELECT reason FROM payment_exceptions WHERE reference = $1', [reference]);

  async function create(fields: Record<string, unknown> = {}): Promise<string> {
    const sent = { amount: 15000, currency: 'ARS', description: 'Order 1001', ...fields };
    const { status, text, body } = await merchant.api.post(PATH, sent);
    if (status !== 201) throw new Error(`the link was not created: ${text}`);
    return body.data.id as string;
  }

  /** A link that its payer has paid by card. */
  async function paid(): Promise<{ linkId: string; payment: string; paymentId: string }> {
    const linkId = await create();
    const session = fake.account.payByCard(`sp-${linkId}`);
    expect(await notify('checkout.session.completed', session)).toBe(200);
    await until('the payment is credited', async () => (await payments()).length > 0);
    return { linkId, payment: session.payment_intent!, paymentId: (await payments())[0]!['id'] as string };
  }

  it('names the largest amount of a card before the link is created, and Stripe is not asked (rule 3.26)', async () => {
    const body = { amount: '1000000.00', currency: 'ARS', description: 'Order 1001' };
    const errors = {
      amount: ['is too large: the payer would pay 1000000.00 ARS, more than the limit of 999999.99 ARS'],
    };
    const rejected = { status: 422, body: { code: 'VALIDATION_FAILED', errors } };
    expect(await merchant.api.post(PATH, body)).toMatchObject(rejected);
    expect(await panel.post('/cards/payment-links/estimate', body)).toMatchObject(rejected);
    const estimate = await panel.post('/cards/payment-links/estimate', { ...body, amount: '999999.99' });
    expect(estimate).toMatchObject({
      status: 200,
      body: { data: { maximum: '999999.99', payer_amount: '999999.99' } },
    });
  });

  it('rejects an amount that only Stripe finds too large by its field (rule 3.27)', async () => {
    const body = { amount: '100000000.00', currency: 'COP', description: 'Order 1001', amount_type: 'charge' };
    expect(await merchant.api.post(PATH, body)).toMatchObject({
      status: 422,
      body: { errors: { amount: ['is not accepted by the payment provider: 100000000.00 COP'] } },
    });
  });

  it('shows a button to the payment link, and credits its payment once', async () => {
    const linkId = await create();
    const link = fake.account.cards.linkOf(`sp-${linkId}`);
    expect(link).toMatchObject({ currency: 'ars', amount: 1_500_000, limit: 1 });
    expect(link.after_completion.redirect?.url).toContain(`/checkout/${linkId}`);
    const page = await service.anonymous().get(`/checkout/${linkId}`);
    expect(page.text).toContain(link.url);

    const session = fake.account.payByCard(`sp-${linkId}`);
    const completed = () => notify('checkout.session.completed', session);
    expect([await completed(), await completed()]).toEqual([200, 200]);
    await until('the payment is credited', async () => (await payments()).length > 0);
    expect(await payments()).toMatchObject([{ status: 'credited' }]);
    expect(await statusOf(linkId)).toBe('completed');
    await expectBooksBalanced(service);
  });

  it('refunds a part, and books a refund that was made in the dashboard', async () => {
    const { payment, paymentId } = await paid();
    const { status } = await panel.post(
      `/received-payments/${paymentId}/refunds`,
      { amount: '1000.00' },
      { 'idempotency-key': paymentId },
    );
    expect(status).toBe(201);
    await until('Stripe has the refund', () => Promise.resolve(fake.account.refunds.ofPayment(payment).length === 1));
    const theirs = fake.account.refunds.refundInDashboard(payment, 50_000);
    expect(await notify('refund.created', theirs)).toBe(200);
    const completed = async () => (await items('/refunds')).filter((each) => each['status'] === 'completed');
    await until('both are booked', async () => (await completed()).length === 2, ASKED);
    expect((await completed()).map(({ origin, amount }) => [origin, amount]).sort()).toEqual([
      ['panel', '1000.00'],
      ['provider', '500.00'],
    ]);
    await expectBooksBalanced(service);
  }, 30_000);

  it('takes a disputed payment from the wallet, for good when the dispute is lost', async () => {
    const { payment } = await paid();
    const dispute = fake.account.disputes.withdraw(payment);
    expect(await notify('charge.dispute.funds_withdrawn', dispute)).toBe(200);
    await until('the payment is disputed', async () => (await payments())[0]!['status'] === 'disputed', ASKED);
    expect(await notify('charge.dispute.closed', fake.account.disputes.lose(dispute))).toBe(200);
    await until('the dispute is lost', async () => (await items('/disputes'))[0]?.['status'] === 'lost', ASKED);
    expect(await payments()).toMatchObject([{ status: 'disputed' }]);
    await expectBooksBalanced(service);
  }, 45_000);

  it('brings a disputed payment back when the dispute is won', async () => {
    const { payment } = await paid();
    const before = await service.balance(merchant.local!.id);
    const dispute = fake.account.disputes.withdraw(payment);
    expect(await notify('charge.dispute.funds_withdrawn', dispute)).toBe(200);
    await until('the payment is disputed', async () => (await payments())[0]!['status'] === 'disputed', ASKED);
    expect(await notify('charge.dispute.funds_reinstated', fake.account.disputes.win(dispute))).toBe(200);
    await until('the dispute is won', async () => (await items('/disputes'))[0]?.['status'] === 'won', ASKED);
    expect(await payments()).toMatchObject([{ status: 'credited' }]);
    expect(await service.balance(merchant.local!.id)).toEqual(before);
    await expectBooksBalanced(service);
  }, 45_000);

  it('credits a payment whose event did not come, when its payer is back (rule 6.11)', async () => {
    const linkId = await create();
    fake.account.payByCard(`sp-${linkId}`);
    await service.anonymous().get(`/checkout/${linkId}`);
    await until('the payment is credited', async () => (await payments()).length > 0, ASKED);
    expect(await statusOf(linkId)).toBe('completed');
  }, 30_000);

  it('cancels a link, whose page can then not be paid (rule 5.3)', async () => {
    const linkId = await create();
    const link = fake.account.cards.linkOf(`sp-${linkId}`);
    const session = fake.account.cards.open(link);
    expect((await merchant.api.delete(`${PATH}/${linkId}`)).status).toBe(200);
    expect([link.active, session.status, await statusOf(linkId)]).toEqual([false, 'expired', 'cancelled']);
  });

  it('credits a payment that came before a cancellation, which is then rejected (rule 5.3)', async () => {
    const linkId = await create();
    fake.account.payByCard(`sp-${linkId}`);
    const { status, body } = await merchant.api.delete(`${PATH}/${linkId}`);
    expect([status, body.code, body.errors]).toEqual([422, 'CARD_PAYMENT_LINK_NOT_ACTIVE', { status: 'completed' }]);
    expect(await payments()).toMatchObject([{ status: 'credited', payment_link_id: linkId }]);
  });

  it('cancels nothing while Stripe does not respond (rule 5.3)', async () => {
    const linkId = await create();
    fake.plan(/^POST .*payment_links\/plink/, 'unavailable');
    const { status, body } = await merchant.api.delete(`${PATH}/${linkId}`);
    expect([status, body.code, await statusOf(linkId)]).toEqual([500, 'CARD_PAYMENT_ERROR', 'active']);
  });

  it('rejects a link that Stripe does not open', async () => {
    fake.plan(/^POST .*payment_links$/, 'unavailable');
    const { status, body } = await merchant.api.post(PATH, { amount: 15000, currency: 'ARS', description: 'x' });
    expect([status, body.code]).toEqual([500, 'CARD_PAYMENT_ERROR']);
  });

  describe('an event', () => {
    it('with another signature is rejected (rule 6.2)', async () => {
      const session = { metadata: {} };
      const [signature, at] = ['0'.repeat(64), Math.floor(Date.now() / 1_000)];
      const forged = { 'stripe-signature': `t=${at},v1=${signature}` };
      expect(await notify('checkout.session.completed', session, forged)).toBe(401);
    });

    it('about what is not ours gets 200, and does nothing (rule 6.13)', async () => {
      const { payments: stripe, disputes } = fake.account;
      const intent = stripe.createIntent({
        amount: 100,
        currency: 'ars',
        metadata: {},
        payment_method_types: ['card'],
      });
      stripe.succeed(intent);
      expect(await notify('charge.dispute.funds_withdrawn', disputes.withdraw(intent.id))).toBe(200);
      expect(await notify('checkout.session.completed', { id: 'cs_1', payment_status: 'paid', metadata: {} })).toBe(
        200,
      );
      expect(await notify('customer.created', { id: 'cus_1' })).toBe(200);
    });

    it('about an order that the service does not have keeps its money as an exception (rule 6.3)', async () => {
      const reference = `sp-${newId()}`;
      const session = { amount_total: 1_000, currency: 'ars', payment_intent: `pi_${newId()}`, payment_status: 'paid' };
      const unknown = { ...session, metadata: { servicepay_id: reference } };
      expect(await notify('checkout.session.completed', unknown)).toBe(404);
      expect(await exceptionsOf(reference)).toEqual([{ reason: 'unknown_order' }]);
    });

    it('about an order of another provider is 404 and keeps nothing (rule 6.3)', async () => {
      const link = await service.createLink(merchant, { amount: 15000, currency: 'ARS' });
      const { reference } = await service.openOrder(link, 'ars_transfer');
      const foreign = `sp-${reference}`;
      await service.sql('UPDATE checkout_orders SET provider_reference = $2 WHERE link_id = $1', [link, foreign]);
      const session = {
        amount_total: 1_500_000,
        currency: 'ars',
        payment_intent: 'pi_foreign',
        payment_status: 'paid',
      };
      const about = { ...session, metadata: { servicepay_id: foreign } };
      expect(await notify('checkout.session.completed', about)).toBe(404);
      expect(await exceptionsOf(foreign)).toEqual([]);
    });

    it('about another amount than the order has gets 200, and is left to staff (rule 6.4)', async () => {
      const linkId = await create();
      const session = fake.account.payByCard(`sp-${linkId}`);
      expect(await notify('checkout.session.completed', { ...session, amount_total: 100 })).toBe(200);
      await until('it is an exception', async () => (await exceptionsOf(`sp-${linkId}`)).length > 0);
      expect(await exceptionsOf(`sp-${linkId}`)).toEqual([{ reason: 'amount_mismatch' }]);
      expect(await statusOf(linkId)).toBe('active');
    });
  });

  describe('staff', () => {
    it('check the connection (rule 16.10)', async () => {
      const tool = await StaffTool.open(database.url, env);
      const checked = await tool.run('providers:check');
      await tool.close();
      expect(checked.json.providers).toMatchObject([
        { name: 'sandbox', ok: true },
        { name: 'stripe', ok: true, error: null },
      ]);
    });

    async function pull(): Promise<void> {
      const tool = await StaffTool.open(database.url, env);
      const { exitCode } = await tool.run('reconcile:pull', '--provider', 'stripe');
      await tool.close();
      expect(exitCode).toBe(0);
    }

    it('find a dispute whose event did not come in the lines of the balance (rule 18.7)', async () => {
      const { payment } = await paid();
      fake.account.disputes.withdraw(payment);
      await pull();
      await until('the payment is disputed', async () => (await payments())[0]!['status'] === 'disputed', ASKED);
    }, 30_000);

    it('pull the lines of the balance, which agree with the records (rule 18.1)', async () => {
      await paid();
      await pull();
      const matched = await service.sql(
        `SELECT 1 FROM settlement_lines l JOIN received_payments p ON p.provider_reference = l.reference
          WHERE l.provider = 'stripe' AND l.type = 'payment' AND p.account_id = $1 AND l.gross = p.payer_amount`,
        [merchant.account.id],
      );
      expect(matched).toHaveLength(1);
    });
  });
});
