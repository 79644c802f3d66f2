import { Money, UnitOfWork, WrittenAmount } from '@app/kernel';
import { LedgerService } from '@app/ledger';
import { aCollection } from '@app/ledger/testing';
import { FAKE_FINANCIAL_ACCOUNT, FAKE_STRIPE_KEY, FAKE_WEBHOOK_SECRET, FakeStripe } from '@app/providers/testing';
import { StatusInquiries } from '@app/rails';
import { Payouts } from '@app/transfers';
import { expectBooksBalanced } from '../support/books';
import { until } from '../support/conditions';
import { signIn } from '../support/panel';
import { ensureBuilt, ServiceProcess } from '../support/processes';
import { TestService, type Merchant } from '../support/service';
import { createScratchDatabase } from '../support/test-database';

const PAYOUTS = 20;
const RECIPIENT = 'POST /v2/core/accounts';
const BANK_ACCOUNT = 'POST /v2/money_management/outbound_setup_intents';
const PAYMENT = 'POST /v2/money_management/outbound_payments';
/** The worker is killed when Stripe has carried out that many calls of a step, and before it gets the response. */
const KILLS = [
  { step: RECIPIENT, after: 1 },
  { step: BANK_ACCOUNT, after: 1 },
  { step: PAYMENT, after: 1 },
  { step: PAYMENT, after: 4 },
] as const;

describe('kill -9 of the worker between and after the three steps of payouts through Stripe', () => {
  let database: Awaited<ReturnType<typeof createScratchDatabase>>;
  let fake: FakeStripe;
  let service: TestService;
  let merchant: Merchant;
  let env: Readonly<Record<string, string>>;
  const started: ServiceProcess[] = [];

  beforeAll(async () => {
    await ensureBuilt();
    [database, fake] = [await createScratchDatabase(), await FakeStripe.start()];
    env = {
      DATABASE_URL: database.url,
      PROVIDERS: 'sandbox,stripe',
      COLLECTION_ROUTES: '*:sandbox,usd_account:sandbox',
      PAYOUT_ROUTES: 'US/USD:stripe,*:sandbox',
      STRIPE_SECRET_KEY: FAKE_STRIPE_KEY,
      STRIPE_WEBHOOK_SECRETS: FAKE_WEBHOOK_SECRET,
      STRIPE_API_BASE: fake.url,
      STRIPE_FINANCIAL_ACCOUNT: FAKE_FINANCIAL_ACCOUNT,
    };
    service = await TestService.start({ env });
    merchant = await service.merchant({ usd: true });
    await orderPayouts();
  }, 60_000);

  afterAll(async () => {
    await Promise.all(started.map((process) => process.end('SIGKILL')));
    await service.stop();
    await fake.stop();
    await database.drop();
  });

  /** Payouts of 20 USD each to two bank accounts, which take the whole balance of the wallet. */
  async function orderPayouts(): Promise<void> {
    const { panel } = await signIn(service, merchant);
    const accounts = await Promise.all(['000123456789', '000987654321'].map((number) => bankAccount(panel, number)));
    const walletId = merchant.usd!.id;
    const credit = aCollection(walletId, Money.of(String(20 * PAYOUTS), 'USD'));
    await service.get(UnitOfWork).run((tx) => service.get(LedgerService).post(tx, [credit]));
    const { account, userId, email } = merchant;
    const by = { account, user: { id: userId, email }, actor: { type: 'user' as const, name: email } };
    const request = { walletId, amount: WrittenAmount.of('20'), instant: false, comment: null };
    for (let i = 0; i < PAYOUTS; i += 1) {
      await service.get(Payouts).order(by, { ...request, bankAccountId: accounts[i % 2]! });
    }
  }

  async function bankAccount(
    panel: Awaited<ReturnType<typeof signIn>>['panel'],
    account_number: string,
  ): Promise<string> {
    const bank = { name: 'Test Bank', routing_number: '021000021', account_number, account_type: 'checking' };
    const document = { type: 'ein', number: '12-3456789' };
    const account = { holder_name: 'Café Río', document, country: 'US', currency: 'USD', bank };
    return (await panel.post('/bank-accounts', account)).body.data.id as string;
  }

  async function start(): Promise<ServiceProcess> {
    const process = await ServiceProcess.start('delivery-worker', env);
    started.push(process);
    return process;
  }

  /** The leases of a killed worker would expire after a minute; this expires them now. */
  async function expireLeases(): Promise<void> {
    await service.sql('UPDATE payouts SET next_attempt_at = now(), leased_until = NULL WHERE leased_until > now()');
  }

  async function count(condition: string, table = 'payouts'): Promise<number> {
    const [row] = await service.sql<{ n: number }>(`SELECT count(*)::int AS n FROM ${table} WHERE ${condition}`);
    return row!.n;
  }

  const { payments, recipients, methods } = {
    payments: () => [...fake.account.outbound.payments.values()],
    recipients: () => fake.account.outbound.recipients.size,
    methods: () => fake.account.outbound.methods.size,
  };

  it('pays each payout once, and makes each recipient once (rule 11.10)', async () => {
    for (const { step, after } of KILLS) {
      let left = after;
      const worker = start();
      const killed = new Promise<void>((resolve) => {
        fake.onDone = (call) => {
          if (call !== step || --left !== 0) return true;
          // It may be at work before the test learns that it is ready.
          void worker.then((process) => process.signal('SIGKILL')).then(resolve);
          return false;
        };
      });
      await Promise.all([worker, killed]);
      await (
        await worker
      ).ended;
      // Stripe may have forgotten the keys when the next worker comes.
      if (step === PAYMENT) fake.keys.forget();
      await expireLeases();
    }
    expect(payments().length).toBeGreaterThan(await count(`status = 'processing'`));

    fake.onDone = () => true;
    await start();
    await until('each payout is processing', async () => (await count(`status = 'processing'`)) === PAYOUTS);
    for (const payment of payments()) fake.account.outbound.post(payment);
    const subjects = payments().map(({ id }) => ({ provider: 'stripe', kind: 'payout', reference: id }));
    await service.get(StatusInquiries).schedule([...subjects, ...subjects]);
    await until('each payout is completed', async () => (await count(`status = 'completed'`)) === PAYOUTS);

    expect([payments().length, recipients(), methods()]).toEqual([PAYOUTS, 2, 2]);
    expect(payments().map(({ paidCount }) => paidCount)).toEqual(Array.from({ length: PAYOUTS }, () => 1));
    expect(new Set(payments().map(({ metadata }) => metadata?.['servicepay_id'])).size).toBe(PAYOUTS);
    expect(await count(`outcome = 'captured'`, 'hold_resolutions')).toBe(PAYOUTS);
    const { balance, reserved } = (await service.get(LedgerService).findWallet(merchant.usd!.id))!.balances;
    expect([balance.toFixed(), reserved.toFixed()]).toEqual(['0.00', '0.00']);
    await expectBooksBalanced(service);
  }, 90_000);
});
