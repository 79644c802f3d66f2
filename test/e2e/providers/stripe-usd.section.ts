import { FAKE_FINANCIAL_ACCOUNT, FAKE_STRIPE_KEY, FAKE_WEBHOOK_SECRET, FakeStripe } from '@app/providers/testing';
import { expectBooksBalanced } from '../../support/books';
import { until } from '../../support/conditions';
import { signIn } from '../../support/panel';
import { TestService, type Merchant } from '../../support/service';
import { createScratchDatabase } from '../../support/test-database';

/** Facts about what Stripe only hints at come when the worker has asked. */
const ASKED = 20_000;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const ACCOUNT = {
  holder_name: 'Café Río',
  document: { type: 'ein', number: '12-3456789' },
  country: 'US',
  currency: 'USD',
  bank: { name: 'Test Bank', routing_number: '021000021', account_number: '000123456789', account_type: 'checking' },
};

/** The whole service with Stripe as the provider of everything in USD, over a fake of Stripe's API. */
describe('USD through Stripe', () => {
  let database: Awaited<ReturnType<typeof createScratchDatabase>>;
  let fake: FakeStripe;
  let service: TestService;
  let merchant: Merchant;
  let usd: string;
  let panel: Awaited<ReturnType<typeof signIn>>['panel'];

  beforeAll(async () => {
    [database, fake] = [await createScratchDatabase(), await FakeStripe.start()];
    const env = {
      DATABASE_URL: database.url,
      PROVIDERS: 'sandbox,stripe',
      COLLECTION_ROUTES: 'usd_bank_debit:stripe,usd_account:stripe,*:sandbox',
      PAYOUT_ROUTES: 'US/USD:stripe,*:sandbox',
      STRIPE_SECRET_KEY: FAKE_STRIPE_KEY,
      STRIPE_WEBHOOK_SECRETS: FAKE_WEBHOOK_SECRET,
      STRIPE_API_BASE: fake.url,
      STRIPE_FINANCIAL_ACCOUNT: FAKE_FINANCIAL_ACCOUNT,
    };
    service = await TestService.start({ worker: true, env });
  }, 60_000);

  beforeEach(async () => {
    merchant = await service.merchant({ usd: true });
    usd = merchant.usd!.id;
    ({ panel } = await signIn(service, merchant));
  });

  afterAll(async () => {
    await expectBooksBalanced(service);
    await service.stop();
    await fake.stop();
    await database.drop();
  });

  async function send({ body, headers }: ReturnType<FakeStripe['message']>): Promise<void> {
    const sent = await service.anonymous().post('/providers/stripe/notifications', body.toString('utf8'), headers);
    expect(sent.status).toBe(200);
  }

  const notify = (type: string, object: object) => send(fake.message(type, object));
  const notifyThinly = (type: string, { id, object }: { id: string; object: string }) =>
    send(fake.thinMessage(type, { id, type: object, url: `/v2/${id}` }));

  const page = async (linkId: string) => (await service.anonymous().get(`/checkout/${linkId}`)).text;
  const statusOf = async (linkId: string) =>
    (await merchant.api.get(`/v1/payment-links/${linkId}`)).body.data.status as string;
  const becomes = (linkId: string, status: string) =>
    until(`the link is ${status}`, async () => (await statusOf(linkId)) === status, ASKED);

  const authorise = async (linkId: string, fields: Record<string, string> = {}) => {
    const [order] = await service.sql<{ id: string }>('SELECT id FROM checkout_orders WHERE link_id = $1', [linkId]);
    const form = new URLSearchParams({
      order: order!.id,
      name: 'Ana Souza',
      email: 'ana@example.com',
      account_holder_type: 'individual',
      account_type: 'checking',
      routing_number: '021000021',
      account_number: '000123456789',
      consent: 'yes',
      ...fields,
    });
    return service.anonymous().post(`/checkout/${linkId}/debit`, form.toString(), FORM);
  };

  /** A link of 50 USD whose debit its payer has authorised. */
  async function authorised() {
    const linkId = await service.createLink(merchant, { currency: 'USD', amount: 50 });
    const { reference } = await service.openOrder(linkId, 'usd_bank_debit', { email: 'ana@example.com' });
    expect(fake.account.debits.of(reference)).toEqual([]);
    expect((await authorise(linkId)).status).toBe(303);
    return { linkId, debit: fake.account.debits.of(reference)[0]! };
  }

  it('leads the payer to the verification until the bank has the debit, and credits it once it settles', async () => {
    const { linkId, debit } = await authorised();
    expect(await statusOf(linkId)).toBe('processing');
    const address = debit.next_action!.verify_with_microdeposits.hosted_verification_url;
    expect(await page(linkId)).toContain(address);

    await notify('payment_intent.processing', fake.account.debits.verify(debit));
    await becomes(linkId, 'in_transit');
    expect(await page(linkId)).not.toContain(address);

    fake.account.debits.settle(debit);
    await notify('payment_intent.succeeded', debit);
    await notify('payment_intent.succeeded', debit);
    await becomes(linkId, 'completed');
    expect(await service.balance(usd)).toBe('49.50');
    await expectBooksBalanced(service);
  });

  it('knows that the account is verified when its payer is back, without an event (rule 6.11)', async () => {
    const { linkId, debit } = await authorised();
    fake.account.debits.verify(debit);
    await page(linkId);
    await becomes(linkId, 'in_transit');
  }, 30_000);

  /** Whatever Stripe calls it: the bank took a debit back, which is no dispute. */
  async function expectReturned(linkId: string): Promise<void> {
    await becomes(linkId, 'returned');
    const payments = (await panel.get('/received-payments')).body.data as { status: string }[];
    expect(payments.map(({ status }) => status)).toEqual(['returned']);
    expect((await panel.get('/disputes')).body.data).toEqual([]);
    expect(await service.balance(usd)).toBe('0.00');
    await expectBooksBalanced(service);
  }

  it('takes a returned debit back, for good', async () => {
    const { linkId, debit } = await authorised();
    fake.account.debits.settle(debit);
    await notify('payment_intent.succeeded', debit);
    await becomes(linkId, 'completed');
    const dispute = fake.account.disputes.lose(fake.account.disputes.withdraw(debit.id));
    await notify('charge.dispute.funds_withdrawn', dispute);
    await notify('charge.dispute.closed', dispute);
    await expectReturned(linkId);
  }, 45_000);

  it('takes a returned debit back when no event about it came (rule 6.11)', async () => {
    const { linkId, debit } = await authorised();
    fake.account.debits.settle(debit);
    fake.account.disputes.withdraw(debit.id);
    await service.sql('UPDATE provider_looks SET due_at = now() WHERE reference = $1', [
      debit.metadata['servicepay_id'],
    ]);
    await expectReturned(linkId);
  }, 30_000);

  it.each([
    ['a bank declined', 'payment_method_provider_decline', true],
    ['was not verified', 'payment_method_microdeposit_failed', false],
  ])(
    'lets the payer of a debit that %s pay again',
    async (_what, code, isSubmitted) => {
      const { linkId, debit } = await authorised();
      if (isSubmitted) await notify('payment_intent.processing', fake.account.debits.verify(debit));
      await notify('payment_intent.payment_failed', fake.account.debits.fail(debit, code));
      await becomes(linkId, 'active');
      expect(await page(linkId)).toContain('Your bank declined the last debit');
    },
    30_000,
  );

  it('says on the form that Stripe rejects an account, leaves the link active, and takes another one', async () => {
    const linkId = await service.createLink(merchant, { currency: 'USD', amount: 50 });
    const { reference } = await service.openOrder(linkId, 'usd_bank_debit', { email: 'ana@example.com' });
    const rejected = await authorise(linkId, { account_number: fake.account.debits.blockedAccount });
    expect([rejected.status, await statusOf(linkId)]).toEqual([422, 'active']);
    expect(rejected.text).toContain('This account cannot be debited. You were not charged.');
    const intent = fake.account.debits.of(reference)[0]!;
    await notify('payment_intent.payment_failed', intent);
    await until('the worker has asked Stripe', () =>
      Promise.resolve(fake.calls.filter((call) => call === `GET /v1/payment_intents/${intent.id}`).length > 1),
    );
    expect((await authorise(linkId)).status).toBe(303);
    expect(await statusOf(linkId)).toBe('processing');
    expect(fake.account.debits.of(reference)).toHaveLength(1);
  });

  it('refunds a part of a settled debit', async () => {
    const { linkId, debit } = await authorised();
    fake.account.debits.settle(debit);
    await notify('payment_intent.succeeded', debit);
    await becomes(linkId, 'completed');
    const [payment] = (await panel.get('/received-payments')).body.data as { id: string }[];
    const refund = await panel.post(
      `/received-payments/${payment!.id}/refunds`,
      { amount: '20.00' },
      { 'idempotency-key': payment!.id },
    );
    expect(refund.status).toBe(201);
    await until('Stripe has the refund', () => Promise.resolve(fake.account.refunds.ofPayment(debit.id).length === 1));
    const [made] = fake.account.refunds.ofPayment(debit.id);
    await notify('refund.updated', made!);
    const refunds = async () => (await panel.get('/refunds')).body.data as { status: string }[];
    await until('the refund is completed', async () => (await refunds())[0]?.status === 'completed', ASKED);
    expect(await service.balance(usd)).toBe('29.50');
  }, 30_000);

  it('shows account details of the wallet, and credits what is sent to them once', async () => {
    const { status, body } = await panel.get('/usd-wallet');
    expect(status).toBe(200);
    const { account_number: number, bank_address: address } = body.data.bank_account as Record<string, string | null>;
    expect(address).toBeNull();
    expect((await panel.get('/usd-wallet')).body.data.bank_account.account_number).toBe(number);

    const credit = fake.account.addresses.receive(number!, 25_000);
    await notifyThinly('v2.money_management.received_credit.succeeded', credit);
    await notifyThinly('v2.money_management.received_credit.succeeded', credit);
    await until('the deposit is credited', async () => (await service.balance(usd)) === '250.00', ASKED);
    await expectBooksBalanced(service);
  }, 30_000);

  describe('pays out to a bank account in the United States', () => {
    async function ordered(): Promise<string> {
      const { account_number: number } = (await panel.get('/usd-wallet')).body.data.bank_account as Record<
        string,
        string
      >;
      await notifyThinly(
        'v2.money_management.received_credit.succeeded',
        fake.account.addresses.receive(number!, 50_000),
      );
      await until('the wallet has money', async () => (await service.balance(usd)) === '500.00', ASKED);
      const bankAccountId = (await panel.post('/bank-accounts', ACCOUNT)).body.data.id as string;
      const order = { type: 'payout', bank_account_id: bankAccountId, virtual_wallet_id: usd, amount: '200.00' };
      const { status, text, body } = await panel.post('/payouts', order, { 'idempotency-key': bankAccountId });
      if (status !== 201) throw new Error(`the payout was not ordered: ${text}`);
      return body.data.id as string;
    }

    const payout = async (id: string) => (await panel.get(`/payouts/${id}`)).body.data as Record<string, string>;
    const payoutIs = (id: string, status: string) =>
      until(`the payout is ${status}`, async () => (await payout(id))['status'] === status, ASKED);

    it('which is completed when the money has left, and refunded when it comes back', async () => {
      const id = await ordered();
      await payoutIs(id, 'processing');
      const [payment, ...others] = fake.account.outbound.of(`sp-${id}`);
      expect(others).toEqual([]);
      await notifyThinly('v2.money_management.outbound_payment.posted', fake.account.outbound.post(payment!));
      await payoutIs(id, 'completed');
      const left = await service.balance(usd);
      await notifyThinly('v2.money_management.outbound_payment.returned', fake.account.outbound.giveBack(payment!));
      await until('it came back', async () => (await service.balance(usd)) !== left, ASKED);
      expect(await payout(id)).toMatchObject({ status: 'completed', returned_at: expect.any(String) });
      await expectBooksBalanced(service);
    }, 60_000);

    it('which fails when Stripe fails it, and releases its amount', async () => {
      const id = await ordered();
      await payoutIs(id, 'processing');
      const [payment] = fake.account.outbound.of(`sp-${id}`);
      await notifyThinly('v2.money_management.outbound_payment.failed', fake.account.outbound.fail(payment!));
      await payoutIs(id, 'failed');
      expect(await payout(id)).toMatchObject({ failure_reason: expect.stringMatching('no aceptó el pago') });
      expect(await service.balance(usd)).toBe('500.00');
    }, 60_000);
  });
});
