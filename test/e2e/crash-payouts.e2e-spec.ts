import { Money, UnitOfWork, WrittenAmount } from '@app/kernel';
import { LedgerService } from '@app/ledger';
import { aCollection } from '@app/ledger/testing';
import { Payouts } from '@app/transfers';
import { expectBooksBalanced } from '../support/books';
import { until } from '../support/conditions';
import { signIn } from '../support/panel';
import { ensureBuilt, ServiceProcess } from '../support/processes';
import { TestService, type Merchant } from '../support/service';
import { createScratchDatabase } from '../support/test-database';

const PAYOUTS = 100;
const BANK = { name: 'Banco Galicia', cbu: '2850590940090418135201' };
const ACCOUNT = {
  holder_name: 'Café Río',
  document: { type: 'cuit', number: '20-05536168-2' },
  country: 'AR',
  currency: 'ARS',
  bank: BANK,
};

/** The worker is a separate process, and the test kills it while it hands payouts over. */
describe('a delivery worker that is killed while it hands payouts over', () => {
  let database: Awaited<ReturnType<typeof createScratchDatabase>>;
  let service: TestService;
  let merchant: Merchant;
  const started: ServiceProcess[] = [];

  beforeAll(async () => {
    await ensureBuilt();
    database = await createScratchDatabase();
    service = await TestService.start({ env: { DATABASE_URL: database.url } });
    merchant = await service.merchant();
    await orderPayouts();
  }, 60_000);

  afterAll(async () => {
    await Promise.all(started.map((process) => process.end('SIGKILL')));
    await service.stop();
    await database.drop();
  });

  /** Payouts of 2000 ARS each, which take the whole balance of the wallet. */
  async function orderPayouts(): Promise<void> {
    const { panel } = await signIn(service, merchant);
    const bankAccountId = (await panel.post('/bank-accounts', ACCOUNT)).body.data.id as string;
    const walletId = merchant.local!.id;
    const credit = aCollection(walletId, Money.of(String(2000 * PAYOUTS), 'ARS'));
    await service.get(UnitOfWork).run((tx) => service.get(LedgerService).post(tx, [credit]));
    const { account, userId, email } = merchant;
    const by = { account, user: { id: userId, email }, actor: { type: 'user' as const, name: email } };
    const request = { walletId, bankAccountId, amount: WrittenAmount.of('2000'), instant: false, comment: null };
    for (let i = 0; i < PAYOUTS; i += 1) await service.get(Payouts).order(by, request);
  }

  async function start(): Promise<ServiceProcess> {
    const env = { DATABASE_URL: database.url, SANDBOX_PAYOUT_DELAY: '1ms' };
    const process = await ServiceProcess.start('delivery-worker', env);
    started.push(process);
    return process;
  }

  /** The leases of a killed worker would expire after a minute; this expires them now. */
  async function expireLeases(): Promise<void> {
    await service.sql('UPDATE payouts SET next_attempt_at = now(), leased_until = NULL WHERE leased_until > now()');
    await service.sql('UPDATE sandbox_payouts SET due_at = now() WHERE due_at > now()');
    await service.sql('UPDATE provider_notifications SET next_attempt_at = now() WHERE next_attempt_at > now()');
  }

  async function count(condition: string, table = 'payouts'): Promise<number> {
    const [row] = await service.sql<{ n: number }>(`SELECT count(*)::int AS n FROM ${table} WHERE ${condition}`);
    return row!.n;
  }

  it('leaves no payout unpaid, paid twice or in doubt, however often that happens', async () => {
    const cut: number[] = [];
    for (const few of [5, 25]) {
      const worker = await start();
      await until(`the rail has ${few} payouts`, async () => (await count('true', 'sandbox_payouts')) >= few);
      await worker.end('SIGKILL');
      await expectBooksBalanced(service);
      cut.push(await count(`status IN ('requested', 'processing')`));
      await expireLeases();
    }
    expect(Math.min(...cut)).toBeGreaterThan(0);

    await start();
    await until('each payout is completed', async () => (await count(`status = 'completed'`)) === PAYOUTS);

    expect(await count('paid_count = 1', 'sandbox_payouts')).toBe(PAYOUTS);
    expect(await count('true', 'sandbox_payouts')).toBe(PAYOUTS);
    expect(await count(`outcome = 'captured'`, 'hold_resolutions')).toBe(PAYOUTS);
    expect(await count(`kind = 'payout'`, 'journal_entries')).toBe(PAYOUTS);
    const { balance, reserved } = (await service.get(LedgerService).findWallet(merchant.local!.id))!.balances;
    expect([balance.toFixed(), reserved.toFixed()]).toEqual(['0.00', '0.00']);
    await expectBooksBalanced(service);
  }, 30_000);
});
