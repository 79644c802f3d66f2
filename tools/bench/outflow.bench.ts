import { Money, UnitOfWork } from '@app/kernel';
import { LedgerModule, LedgerService } from '@app/ledger';
import { BooksModule, BooksProof } from '@app/books';
import { join } from 'node:path';
import { Client as PostgresClient } from 'pg';
import { Agent, setGlobalDispatcher } from 'undici';
import { PanelClient } from '../demo/panel-client';
import { benchCollect } from './collect.bench';
import { withBenchContext } from './context';
import { analyzeTables } from './databases';
import { BENCH_EMAIL, benchEnvironment, type BenchEnvironment } from './environment';
import { settingOf } from './settings';

const USERS = 64;
const WARM_UP_SECONDS = 3;
const AMOUNT = '2000.00';
/** More than any run can order. */
const FUNDS = '1000000000.00';
const DRAIN_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 20;

interface Figures {
  completed: number;
  seconds: number;
  p50: number;
  p99: number;
}

/**
 * Payouts through real processes: ordered from one wallet over the panel API, handed to the simulated rail by the worker,
 * completed by the rail's signed notification. The clock stops when the last one is completed. Compared with complete
 * collections, measured right before it.
 */
export async function benchOutflow(): Promise<void> {
  const seconds = settingOf('BENCH_SECONDS', 15);
  const collections = await benchCollect();
  const environment = await benchEnvironment();
  try {
    const order = await startService(environment);
    process.stdout.write(
      `\npayouts from one wallet, ${USERS} concurrent users for ${seconds} s, fsync on; target: half of the collections\n\n`,
    );
    await run(environment, order, WARM_UP_SECONDS);
    await analyzeTables(environment.databaseUrl);
    const figures = await run(environment, order, seconds);
    const rate = figures.completed / figures.seconds;
    process.stdout.write(
      `${rate.toFixed(0)} payouts/s: ${figures.completed} in ${figures.seconds.toFixed(1)} s; ` +
        `ratio to collections ${(rate / collections).toFixed(2)}\n` +
        `order to completed: p50 ${figures.p50.toFixed(0)} ms, p99 ${figures.p99.toFixed(0)} ms\n`,
    );
    await checkIntegrity(environment);
  } finally {
    await environment.stop();
  }
}

/** Starts both processes, funds the wallet, and returns how to order a payout. */
async function startService(environment: BenchEnvironment): Promise<() => Promise<unknown>> {
  setGlobalDispatcher(new Agent({ connections: USERS }));
  const { merchant, config, databaseUrl } = environment;
  const variables = { SANDBOX_PAYOUT_DELAY: '1ms' };
  const port = await environment.startProcess(join(__dirname, '../../apps/api/src/main.js'), variables);
  await environment.startProcess(join(__dirname, '../../apps/delivery-worker/src/main.js'), variables);
  await withBenchContext(config, databaseUrl, [LedgerModule], (app) =>
    app.get(UnitOfWork).run((tx) =>
      app.get(LedgerService).adjust(tx, {
        walletId: merchant.walletId,
        amount: Money.of(FUNDS, 'ARS'),
        reason: 'bench',
        occurredAt: new Date(),
      }),
    ),
  );
  const panel = await PanelClient.signIn(`http://127.0.0.1:${port}`, BENCH_EMAIL, merchant.password);
  const account = await panel.post<{ id: string }>('bank-accounts', {
    holder_name: 'Bench',
    document: { type: 'cuit', number: '20-05536168-2' },
    country: 'AR',
    currency: 'ARS',
    bank: { name: 'Banco', cbu: '2850590940090418135201' },
  });
  const body = { type: 'payout', virtual_wallet_id: merchant.walletId, bank_account_id: account.id, amount: AMOUNT };
  return () => panel.post('payouts', body);
}

async function run(
  { databaseUrl }: BenchEnvironment,
  order: () => Promise<unknown>,
  seconds: number,
): Promise<Figures> {
  const database = new PostgresClient(databaseUrl);
  await database.connect();
  try {
    const startedAt = new Date();
    const endsAt = performance.now() + seconds * 1_000;
    const user = async (): Promise<void> => {
      while (performance.now() < endsAt) await order();
    };
    await Promise.all(Array.from({ length: USERS }, user));
    await untilCompleted(database);
    const elapsed = (Date.now() - startedAt.getTime()) / 1_000;
    const { rows } = await database.query<{ completed: string; p50: number; p99: number }>(
      `SELECT count(*) AS completed,
         percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM completed_at - created_at) * 1000)::float AS p50,
         percentile_cont(0.99) WITHIN GROUP (ORDER BY extract(epoch FROM completed_at - created_at) * 1000)::float AS p99
       FROM payouts WHERE created_at >= $1`,
      [startedAt],
    );
    const [row] = rows;
    return { completed: Number(row?.completed), seconds: elapsed, p50: row?.p50 ?? 0, p99: row?.p99 ?? 0 };
  } finally {
    await database.end();
  }
}

async function untilCompleted(database: PostgresClient): Promise<void> {
  const deadline = performance.now() + DRAIN_WITHIN_MS;
  for (;;) {
    const { rows } = await database.query(`SELECT FROM payouts WHERE status <> 'completed' LIMIT 1`);
    if (rows.length === 0) return;
    if (performance.now() > deadline) throw new Error('payouts are still open');
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/** Every payout is paid once at the rail, the wallet has paid exactly for them, and the books balance. */
async function checkIntegrity({ config, databaseUrl, merchant }: BenchEnvironment): Promise<void> {
  const database = new PostgresClient(databaseUrl);
  await database.connect();
  const { rows } = await database.query<{ payouts: string; paid: string; once: boolean }>(
    `SELECT (SELECT count(*) FROM payouts WHERE status = 'completed') AS payouts,
       (SELECT sum(paid_count) FROM sandbox_payouts) AS paid,
       (SELECT bool_and(paid_count = 1) FROM sandbox_payouts) AS once`,
  );
  await database.end();
  const { payouts = '0', paid = '0', once = false } = rows[0] ?? {};
  await withBenchContext(config, databaseUrl, [LedgerModule, BooksModule], async (app) => {
    const wallet = await app.get(LedgerService).findWallet(merchant.walletId);
    const left = BigInt((wallet?.balances.balance.toFixed() ?? '0').replace('.', ''));
    const cents = (amount: string) => BigInt(amount.replace('.', ''));
    const books = await app.get(BooksProof).verify();
    process.stdout.write(
      `integrity: ${payouts} completed, ${paid} paid by the rail, books ${books.balanced ? 'balanced' : 'WRONG'}\n`,
    );
    const adds = left === cents(FUNDS) - cents(AMOUNT) * BigInt(payouts);
    if (!books.balanced || !once || paid !== payouts || !adds) throw new Error('the payouts do not add up');
  });
}
