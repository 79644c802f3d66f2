import { FAKE_APP_ID, FakeWoovi } from '@app/providers/testing';
import { expectBooksBalanced } from '../../support/books';
import { until } from '../../support/conditions';
import { Payer } from '../../support/outflows';
import { signIn } from '../../support/panel';
import { TestService, type Merchant } from '../../support/service';
import { StaffTool } from '../../support/staff-tool';
import { createScratchDatabase } from '../../support/test-database';

/** The whole service with Woovi as the provider of Pix, over a fake of Woovi's API. */
describe('Pix through Woovi', () => {
  let database: Awaited<ReturnType<typeof createScratchDatabase>>;
  let fake: FakeWoovi;
  let env: Record<string, string>;
  let service: TestService;
  let merchant: Merchant;
  let panel: Awaited<ReturnType<typeof signIn>>['panel'];

  beforeAll(async () => {
    [database, fake] = [await createScratchDatabase(), await FakeWoovi.start()];
    env = {
      DATABASE_URL: database.url,
      PROVIDERS: 'sandbox,woovi',
      COLLECTION_ROUTES: 'brl_pix:woovi,*:sandbox',
      PAYOUT_ROUTES: 'BR/BRL:woovi,*:sandbox',
      WOOVI_APP_ID: FAKE_APP_ID,
      WOOVI_API_BASE: fake.url,
      WOOVI_PUBLIC_KEYS: fake.publicKeyPem,
    };
    service = await TestService.start({ worker: true, env });
  }, 60_000);

  beforeEach(async () => {
    merchant = await service.merchant({ localCurrency: 'BRL' });
    ({ panel } = await signIn(service, merchant));
  });

  afterAll(async () => {
    await service.stop();
    await fake.stop();
    await database.drop();
  });

  async function notify(content: object, changes: Readonly<Record<string, string>> = {}): Promise<number> {
    const { body, headers } = fake.message(content);
    const sent = { ...headers, ...changes };
    return (await service.anonymous().post('/providers/woovi/notifications', body.toString('utf8'), sent)).status;
  }

  const items = async (path: string) => (await panel.get(path)).body.data as Record<string, unknown>[];
  const payments = () => items('/received-payments');

  /** A link of 100 BRL that its payer has paid. */
  async function paid(): Promise<{ linkId: string; reference: string; paymentId: string }> {
    const linkId = await service.createLink(merchant, { amount: 100, currency: 'BRL' });
    const { reference } = await service.openOrder(linkId, 'brl_pix');
    expect(await notify(fake.account.pay(reference))).toBe(200);
    await until('the payment is credited', async () => (await payments()).length > 0);
    return { linkId, reference, paymentId: (await payments())[0]!['id'] as string };
  }

  it('shows the code of the charge, and credits its payment once', async () => {
    const linkId = await service.createLink(merchant, { amount: 100, currency: 'BRL' });
    const { reference } = await service.openOrder(linkId, 'brl_pix');
    const page = await service.anonymous().get(`/checkout/${linkId}`);
    expect(page.text).toContain(fake.account.charge(reference).brCode);

    const message = fake.account.pay(reference);
    expect([await notify(message), await notify(message)]).toEqual([200, 200]);
    await until('the payment is credited', async () => (await payments()).length > 0);
    expect(await payments()).toMatchObject([{ status: 'credited' }]);
    await expectBooksBalanced(service);
  });

  it('refunds a part, and books a refund that was made in the dashboard', async () => {
    const { reference, paymentId } = await paid();
    const { status } = await panel.post(
      `/received-payments/${paymentId}/refunds`,
      { amount: '10.00' },
      { 'idempotency-key': paymentId },
    );
    expect(status).toBe(201);
    await until('Woovi has the refund', () => Promise.resolve(fake.account.charge(reference).refunds.length === 1));
    const ours = fake.account.charge(reference).refunds[0]!;
    const theirs = fake.account.refundInDashboard(reference, 500);
    expect(await notify(fake.account.endRefund(reference, ours))).toBe(200);
    expect(await notify(fake.account.endRefund(reference, theirs))).toBe(200);
    const completed = async () => (await items('/refunds')).filter((each) => each['status'] === 'completed');
    await until('both are booked', async () => (await completed()).length === 2, 20_000);
    expect((await completed()).map(({ origin, amount }) => [origin, amount]).sort()).toEqual([
      ['panel', '10.00'],
      ['provider', '5.00'],
    ]);
    await expectBooksBalanced(service);
  }, 30_000);

  it('takes back a payment whose dispute was accepted, which names the Pix transaction alone', async () => {
    const { reference } = await paid();
    expect(await notify(fake.account.dispute(reference))).toBe(200);
    await until('the payment is disputed', async () => (await payments())[0]!['status'] === 'disputed');
    await until('the dispute is lost', async () => (await items('/disputes'))[0]?.['status'] === 'lost');
    await expectBooksBalanced(service);
  });

  it('keeps a second payment of a charge, and more than was asked for, as exceptions, each once (rule 6.19)', async () => {
    const { reference } = await paid();
    const messages = [fake.account.pay(reference), fake.account.pay(reference, { value: 10_001 })];
    for (const message of [...messages, ...messages]) expect(await notify(message)).toBe(200);
    await service.sql('UPDATE provider_looks SET due_at = now() WHERE reference = $1', [reference]);
    const amounts = async () => {
      const sql = 'SELECT amount::text FROM payment_exceptions WHERE reference = $1 ORDER BY amount';
      return (await service.sql<{ amount: string }>(sql, [reference])).map(({ amount }) => Number(amount));
    };
    await until('the look is over', async () => {
      return (await service.sql('SELECT FROM provider_looks WHERE reference = $1', [reference])).length === 0;
    });
    expect([(await payments()).length, await amounts()]).toEqual([1, [100, 100.01]]);
    await expectBooksBalanced(service);
  });

  it('refunds a payout that its recipient’s bank sends back, known by the Pix transaction (rule 11.16)', async () => {
    const payer = await Payer.on(service, { localCurrency: 'BRL' });
    const bank = { name: 'Banco do Brasil', pix_key: 'ana@example.com', pix_key_type: 'email' };
    const account = { holder_name: 'Ana Souza', document: { type: 'cpf', number: '11144477735' }, country: 'BR' };
    const bankAccountId = await payer.addBankAccount({ ...account, currency: 'BRL', bank });
    const { body } = await payer.panel.post('/payouts', await payer.payout({ bank_account_id: bankAccountId }));
    const id = body.data.id as string;
    await until('Woovi has approved it', () =>
      Promise.resolve(fake.account.payments.get(`sp-${id}`)?.status === 'APPROVED'),
    );
    const shown = async () => (await payer.panel.get(`/payouts/${id}`)).body.data as Record<string, unknown>;
    expect(await notify(fake.account.confirm(`sp-${id}`))).toBe(200);
    await until('the payout is completed', async () => (await shown())['status'] === 'completed');
    const known = () => service.sql(`SELECT FROM provider_objects WHERE kind = 'woovi_payout_transaction'`);
    await until('the service knows the transaction', async () => (await known()).length > 0);
    const returned = fake.account.giveBack(`sp-${id}`);
    expect([await notify(returned), await notify(returned)]).toEqual([200, 200]);
    await until('it is returned', async () => (await shown())['returned_at'] !== null, 20_000);
    expect(await shown()).toMatchObject({ status: 'completed' });
    await expectBooksBalanced(service);
  }, 45_000);

  it('gives the test of a new webhook 200, and a message with another signature 401 (rule 6.2)', async () => {
    const test = { data_criacao: '2024-01-23T20:32:14.429Z', event: 'OPENPIX:CHARGE_COMPLETED' };
    expect(await notify(test)).toBe(200);
    expect(await notify(test, { 'x-webhook-signature': 'AAAA' })).toBe(401);
  });

  it('keeps money for an order that the service does not have as an exception (rule 6.3)', async () => {
    const charge = { correlationID: 'sp-unknown', value: 1_000 };
    expect(await notify({ event: 'OPENPIX:CHARGE_COMPLETED', charge, pix: { value: 1_000, endToEndId: 'E1' } })).toBe(
      404,
    );
  });

  describe('providers:check', () => {
    it('passes, and names a provider that fails (rule 16.10)', async () => {
      const good = await StaffTool.open(database.url, env);
      const checked = await good.run('providers:check');
      await good.close();
      expect(checked.exitCode).toBe(0);
      expect(checked.json.providers).toMatchObject([
        { name: 'sandbox', ok: true },
        { name: 'woovi', ok: true, error: null },
      ]);

      const bad = await StaffTool.open(database.url, { ...env, WOOVI_APP_ID: 'of-another-account' });
      const failed = await bad.run('providers:check');
      await bad.close();
      expect(failed.exitCode).toBe(1);
      expect(failed.json.providers[1]).toMatchObject({
        name: 'woovi',
        ok: false,
        error: expect.stringContaining('401'),
      });
    });
  });
});
