import { newId, UnitOfWork } from '@app/kernel';
import { LedgerModule, LedgerService } from '@app/ledger';
import { Database } from '@app/platform';
import type { INestApplicationContext } from '@nestjs/common';
import { Client } from 'pg';
import { withBenchContext } from './context';
import { Credits, entryOf, type Credit } from './credits';
import { assertBooks, describeDurable, withDatabase } from './databases';
import { benchEnvironment, type BenchEnvironment } from './environment';
import { median } from './figures';
import { createBaseline, creditThroughBaseline } from './ledger-baseline';
import { settingOf } from './settings';

const WALLETS = [1, 2, 10, 50, 1_000] as const;
const MODES = { single: 1, batched: 100 } as const;
const CALLERS = 20;
const ROUNDS = 3;
const SECONDS = settingOf('BENCH_SECONDS', 3);
const WARM_UP_SECONDS = Math.min(1, SECONDS);

type Mode = keyof typeof MODES;

interface Round {
  perSecond: number;
  /** From the last new transaction until all were committed; included in the time of the rate. */
  drainMs: number;
}

interface Side {
  /** Credits per transaction. */
  size: number;
  post: (credits: readonly Credit[]) => Promise<unknown>;
}

/**
 * Credits wallets through the ledger and through one PL/pgSQL function per credit, on the same tables. Their rounds
 * alternate, so that changes in the machine's speed affect both. Verifies the books, then prints the medians and their
 * ratio.
 */
export async function benchLedger(): Promise<void> {
  const environment = await benchEnvironment();
  try {
    await withBenchContext(environment.config, environment.databaseUrl, [LedgerModule], async (app) => {
      const server = await describeDurable(app.get(Database));
      const { databasePoolSize } = environment.config;
      process.stdout.write(
        `credits of three postings, ${CALLERS} callers, pool of ${databasePoolSize}, ${server}\n` +
          `${ROUNDS} rounds of ${SECONDS} s each; batched: ${MODES.batched} credits of random wallets in a transaction\n` +
          `targets on 2 cores: 5000/s into 1 wallet batched, 1500/s into 1000 wallets single\n\n`,
      );
    });
    process.stdout.write(row('wallets', 'mode', 'credits/s', 'baseline', 'ratio', 'drain ms', 'books'));
    for (const mode of ['single', 'batched'] as const) {
      for (const wallets of WALLETS) process.stdout.write(await runCase(environment, wallets, mode));
    }
  } finally {
    await environment.stop();
  }
}

function runCase(environment: BenchEnvironment, wallets: number, mode: Mode): Promise<string> {
  return withDatabase(environment, `ledger_${wallets}_${mode}`, async (url) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      const { ours, baseline } = await withBenchContext(environment.config, url, [LedgerModule], (app) =>
        compare(app, client, wallets, mode),
      );
      const { entries } = await assertBooks(environment.config, url, { except: ['entry_has_a_record'] });
      const figures = [ours.perSecond.toFixed(0), baseline.perSecond.toFixed(0)];
      const ratio = (ours.perSecond / baseline.perSecond).toFixed(2);
      return row(String(wallets), mode, ...figures, ratio, ours.drainMs.toFixed(0), `balanced, ${entries} entries`);
    } finally {
      await client.end();
    }
  });
}

async function compare(app: INestApplicationContext, client: Client, wallets: number, mode: Mode) {
  const [ledger, uow, db] = [app.get(LedgerService), app.get(UnitOfWork), app.get(Database)];
  const credits = new Credits(await createWallets(app, client, wallets));
  await createBaseline(client);
  const sides: Record<'ours' | 'baseline', Side> = {
    ours: { size: MODES[mode], post: (batch) => uow.run((tx) => ledger.post(tx, batch.map(entryOf))) },
    baseline: { size: 1, post: (batch) => Promise.all(batch.map((credit) => creditThroughBaseline(db, credit))) },
  };
  await run(credits, sides.ours, WARM_UP_SECONDS);
  await run(credits, sides.baseline, WARM_UP_SECONDS);
  // The statements were planned on empty tables, which is not the usual case.
  await client.query('ANALYZE');
  const results: Record<keyof typeof sides, Round[]> = { ours: [], baseline: [] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of ['ours', 'baseline'] as const) results[name].push(await run(credits, sides[name], SECONDS));
  }
  await credits.assertBalances(ledger);
  return { ours: median(results.ours), baseline: median(results.baseline) };
}

/** Each caller posts one transaction after another. A credit counts once its transaction is committed. */
async function run(credits: Credits, { size, post }: Side, seconds: number): Promise<Round> {
  let committed = 0;
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1_000;
  const caller = async (): Promise<void> => {
    while (performance.now() < endsAt) {
      const batch = Array.from({ length: size }, () => credits.next());
      await post(batch);
      for (const credit of batch) credits.count(credit);
      committed += batch.length;
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  const drainedAt = performance.now();
  return { perSecond: (committed * 1_000) / (drainedAt - startedAt), drainMs: drainedAt - endsAt };
}

/** One wallet per account, because an account has one wallet per lane. */
async function createWallets(app: INestApplicationContext, client: Client, count: number): Promise<string[]> {
  const ledger = app.get(LedgerService);
  const accountIds = Array.from({ length: count }, () => newId());
  await client.query(
    `INSERT INTO accounts (id, slug, name, country)
     SELECT id, 'bench' || n, 'Bench ' || n, 'AR' FROM unnest($1::uuid[]) WITH ORDINALITY AS a (id, n)`,
    [accountIds],
  );
  return app.get(UnitOfWork).run(async (tx) => {
    const ids: string[] = [];
    for (const accountId of accountIds) {
      ids.push((await ledger.createWallet(tx, { accountId, currency: 'ARS', lane: 'local' })).id);
    }
    return ids;
  });
}

function row(...cells: readonly string[]): string {
  const widths = [7, 9, 11, 9, 7, 10];
  return `${cells.map((cell, index) => (index === 6 ? `  ${cell}` : cell.padStart(widths[index] ?? 0))).join('')}\n`;
}
