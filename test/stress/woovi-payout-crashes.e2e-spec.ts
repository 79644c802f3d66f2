import { Money, UnitOfWork, WrittenAmount } from '@app/kernel';
import { LedgerService } from '@app/ledger';
import { aCollection } from '@app/ledger/testing';
import { ProviderMessages } from '@app/rails';
import { Payouts } from '@app/transfers';
import { FAKE_APP_ID, FakeWoovi } from '@app/providers/testing';
import { expectBooksBalanced } from '../support/books';
import { until } from '../support/conditions';
import { signIn } from '../support/panel';
import { ensureBuilt, ServiceProcess } from '../support/processes';
import { TestService, type Merchant } from '../support/service';
import { createScratchDatabase } from '../support/test-database';

const PAYOUTS = 20;
const CREATE = 'POST /api/v1/payment';
const APPROVE = 'POST /api/v1/payment/approve';
/** The worker is killed when Woovi has carried out that many calls of a step, and before it gets the response. */
const KILLS = [
  { step: CREATE, after: 1 },
  { step: APPROVE, after: 1 },
  { step: CREATE, after: 4 },
  { step: APPROVE, after: 4 },
] as const;
const ACCOUNT = {
  holder_name: 'Ana Souza',
  document: { type: 'cpf', number: '111.444.777-35' },
  country: 'BR',
  currency: 'BRL',
  bank: { name: 'Banco do Brasil', pix_key: 'ana@example.com' },
};

describe('kill -9 of the worker between and after the two steps of payouts through Woovi', () => {
  let database: Awaited<ReturnType<typeof createScratchDatabase>>;
  let fake: FakeWoovi;
  let service: TestService;
  let merchant: Merchant;
  let env: Readonly<Record<string, string>>;
  const started: ServiceProcess[] = [];

  beforeAll(async () => {
    await ensureBuilt();
    [database, fake] = [await createScratchDatabase(), await FakeWoovi.start()];
    env = {
      DATABASE_URL: database.url,
      PROVIDERS: 'sandbox,woovi',
      COLLECTION_ROUTES: '*:sandbox',
      PAYOUT_ROUTES: 'BR/BRL:woovi,*:sandbox',
      WOOVI_APP_ID: FAKE_APP_ID,
      WOOVI_API_BASE: fake.url,
      WOOVI_PUBLIC_KEYS: fake.publicKeyPem,
    };
    service = await TestService.start({ env });
    merchant = await service.merchant({ localCurrency: 'BRL' });
    await orderPayouts();
  }, 60_000);

  afterAll(async () => {
    await Promise.all(started.map((process) => process.end('SIGKILL')));
    await service.stop();
    await fake.stop();
    await database.drop();
  });

  /** Payouts of 200 BRL each, which take the whole balance of the wallet. */
  async function orderPayouts(): Promise<void> {
    const { panel } = await signIn(service, merchant);
    const bankAccountId = (await panel.post('/bank-accounts', ACCOUNT)).body.data.id as string;
    const walletId = merchant.local!.id;
    const credit = aCollection(walletId, Money.of(String(200 * PAYOUTS), 'BRL'));
    await service.get(UnitOfWork).run((tx) => service.get(LedgerService).post(tx, [credit]));
    const { account, userId, email } = merchant;
    const by = { account, user: { id: userId, email }, actor: { type: 'user' as const, name: email } };
    const request = { walletId, bankAccountId, amount: WrittenAmount.of('200'), instant: false, comment: null };
    for (let i = 0; i < PAYOUTS; i += 1) await service.get(Payouts).order(by, request);
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

  const payments = () => [...fake.account.payments.values()];
  const approved = () => payments().filter(({ status }) => status !== 'CREATED').length;

  it('pays each payout once (rule 11.10)', async () => {
    /** How many payouts each kill left between the steps, or approved and not recorded. */
    const cut: number[] = [];
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
      cut.push(step === CREATE ? payments().length - approved() : approved() - (await count(`status = 'processing'`)));
      await expireLeases();
    }
    expect(Math.min(...cut)).toBeGreaterThan(0);

    fake.onDone = () => true;
    await start();
    await until('Woovi has approved each payment', () => Promise.resolve(approved() === PAYOUTS));
    await until('each payout is processing', async () => (await count(`status = 'processing'`)) === PAYOUTS);
    const messages = payments().map(({ correlationID }) => fake.message(fake.account.confirm(correlationID)));
    for (const message of [...messages, ...messages]) await service.get(ProviderMessages).receive('woovi', message);
    await until('each payout is completed', async () => (await count(`status = 'completed'`)) === PAYOUTS);

    expect(payments().map(({ paidCount }) => paidCount)).toEqual(Array.from({ length: PAYOUTS }, () => 1));
    expect(await count(`outcome = 'captured'`, 'hold_resolutions')).toBe(PAYOUTS);
    const { balance, reserved } = (await service.get(LedgerService).findWallet(merchant.local!.id))!.balances;
    expect([balance.toFixed(), reserved.toFixed()]).toEqual(['0.00', '0.00']);
    await expectBooksBalanced(service);
  }, 60_000);
});
