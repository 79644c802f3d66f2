import { BooksModule, BooksProof, type Seal } from '@app/books';
import { LedgerModule, LedgerService } from '@app/ledger';
import { PaymentLinks, PaymentLinksModule } from '@app/payment-links';
import { Database } from '@app/platform';
import { ProvidersModule } from '@app/providers';
import type { INestApplicationContext } from '@nestjs/common';
import { Client } from 'pg';
import { withBenchContext } from './context';
import { assertBooks, describeDurable, sealBooks, withDatabase } from './databases';
import { benchEnvironment, type BenchEnvironment, type BenchMerchant } from './environment';
import { percentilesOf } from './figures';
import { fill, randomLinks, type Filling } from './growth-fill';
import { creditsPerSecond, ordersDeletedPerSecond, type Worked } from './growth-work';
import { settingOf } from './settings';

const LARGE = settingOf('BENCH_MOVEMENTS', 1_000_000);
/** A link is a few hundred bytes; a million of them exceed every cache. */
const SIZES: Readonly<Record<Size, Filling>> = {
  small: { movements: 10_000, links: 10_000 },
  large: { movements: LARGE, links: Math.min(LARGE, 1_000_000) },
};
const READS = 2_000;
const WARM_UP = 200;
/** A bound for reads whose cost grows with the table, which would take half an hour. */
const MAX_MS = 60_000;
const PAGE = 20;

type Size = 'small' | 'large';
type Read = () => Promise<unknown>;

/**
 * Reads a link, a wallet, its totals and its first page of movements in a small and in a large database. The reads
 * alternate between the two, so that changes in the machine's speed affect both. Prints the percentiles and the ratio
 * of the medians. Then credits the wallet, verifies what is new since a seal, and deletes old orders, in both.
 */
export async function benchGrowth(): Promise<void> {
  const environment = await benchEnvironment();
  try {
    await withFilledDatabase(environment, 'small', (small) =>
      withFilledDatabase(environment, 'large', async (large) => {
        const server = await describeDurable(large.app.get(Database));
        process.stdout.write(
          `\n${count(READS)} reads of each kind, alternating, ${server}\ntarget: a p50 ratio of at most 1.3\n\n` +
            row('read', 'reads', 'p50 ms', 'p99 ms', `p50 at ${count(LARGE)}`, `p99 at ${count(LARGE)}`, 'ratio'),
        );
        for (const kind of Object.keys(small.reads)) {
          process.stdout.write(await compare(kind, small.reads, large.reads));
        }
        await compareWork([small, large]);
      }),
    );
  } finally {
    await environment.stop();
  }
}

interface Filled extends Worked {
  reads: Readonly<Record<string, Read>>;
  sealSeconds: number;
  seal: Seal;
}

function withFilledDatabase(
  environment: BenchEnvironment,
  size: Size,
  work: (filled: Filled) => Promise<void>,
): Promise<void> {
  const { config, merchant } = environment;
  const { movements, links } = SIZES[size];
  return withDatabase(environment, `growth_${size}`, async (url) => {
    const seconds = await fill(url, merchant, SIZES[size]);
    const { seal, seconds: sealSeconds } = await sealBooks(config, url);
    // Only books that are right have a position.
    if (!seal.position) await assertBooks(config, url);
    process.stdout.write(
      `${size}: ${count(movements)} movements in one wallet, ${count(links)} links, ${await sizeOf(url)}, ` +
        `filled in ${seconds.toFixed(0)} s, verified and sealed in ${sealSeconds.toFixed(1)} s\n`,
    );
    const linkIds = await randomLinks(url, READS + WARM_UP);
    const modules = [LedgerModule, PaymentLinksModule, BooksModule, ProvidersModule.forRoot(config)];
    await withBenchContext(config, url, modules, (app) => {
      const { walletId } = merchant;
      return work({ app, url, walletId, reads: readsOf(app, merchant, linkIds), sealSeconds, seal });
    });
  });
}

async function sizeOf(url: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const sql = 'SELECT pg_size_pretty(pg_database_size(current_database())) AS size';
    return (await client.query<{ size: string }>(sql)).rows[0]?.size ?? '';
  } finally {
    await client.end();
  }
}

/** What the service and the staff do, at both sizes. The proof since the seal is one of the credits that were posted. */
async function compareWork(databases: readonly [Filled, Filled]): Promise<void> {
  const print = (name: string, figures: readonly number[]) => {
    const [few = NaN, many = NaN] = figures;
    process.stdout.write(workRow(name, few.toFixed(2), many.toFixed(2), (many / few).toFixed(2)));
  };
  process.stdout.write(`\n${workRow('work', 'small', `at ${count(LARGE)}`, 'ratio')}`);
  print('credits/s', await creditsPerSecond(databases));
  const proofs = [await proveNews(databases[0]), await proveNews(databases[1])];
  print(
    'entries since the seal',
    proofs.map(({ entries }) => entries),
  );
  print(
    's to verify them (--since)',
    proofs.map(({ seconds }) => seconds),
  );
  print(
    's to verify and seal all',
    databases.map(({ sealSeconds }) => sealSeconds),
  );
  print('old orders deleted/s', [
    await ordersDeletedPerSecond(databases[0]),
    await ordersDeletedPerSecond(databases[1]),
  ]);
}

async function proveNews({ app, seal }: Filled): Promise<{ entries: number; seconds: number }> {
  const startedAt = performance.now();
  const { balanced, checked } = await app.get(BooksProof).verifySince(seal);
  if (!balanced) throw new Error('the books are not balanced since the seal');
  return { entries: checked.entries, seconds: (performance.now() - startedAt) / 1_000 };
}

/** The reads by name. Each throws unless it finds its row. */
function readsOf(app: INestApplicationContext, { walletId, userId }: BenchMerchant, linkIds: readonly string[]) {
  const [ledger, links] = [app.get(LedgerService), app.get(PaymentLinks)];
  let next = 0;
  const page = async (type?: 'payout') => {
    const { items } = await ledger.listMovements(walletId, { limit: PAGE, ...(type && { type }) });
    if (items.length !== PAGE) throw new Error(`a page of ${items.length} movements`);
  };
  return {
    'a link': () => links.read(linkIds[next++ % linkIds.length] ?? '', { userId }),
    'the wallet': async () => {
      if (!(await ledger.findWallet(walletId))) throw new Error('the wallet was not found');
    },
    'its totals': () => ledger.movementTotals(walletId),
    'first page': () => page(),
    'first page, payouts': () => page('payout'),
  };
}

async function compare(kind: string, small: Filled['reads'], large: Filled['reads']): Promise<string> {
  const [smallRead, largeRead] = [small[kind], large[kind]];
  if (!smallRead || !largeRead) throw new Error(`there is no read named ${kind}`);
  const reads = { small: smallRead, large: largeRead };
  await readAlternating(reads, WARM_UP, MAX_MS / 10);
  const times = await readAlternating(reads, READS, MAX_MS);
  const [few, many] = [percentilesOf(times.small), percentilesOf(times.large)];
  const figures = [few.p50, few.p99, many.p50, many.p99].map((ms) => ms.toFixed(3));
  return row(kind, String(times.large.length), ...figures, (many.p50 / few.p50).toFixed(2));
}

/** The milliseconds of each read. Stops early after `maxMs`. */
async function readAlternating(
  reads: Record<Size, Read>,
  maxReads: number,
  maxMs: number,
): Promise<Record<Size, number[]>> {
  const times: Record<Size, number[]> = { small: [], large: [] };
  const endsAt = performance.now() + maxMs;
  do {
    times.small.push(await timed(reads.small));
    times.large.push(await timed(reads.large));
  } while (times.large.length < maxReads && performance.now() < endsAt);
  return times;
}

async function timed(read: Read): Promise<number> {
  const startedAt = performance.now();
  await read();
  return performance.now() - startedAt;
}

function count(number: number): string {
  return number.toLocaleString('en-US');
}

function workRow(name: string, ...cells: readonly string[]): string {
  return `${name.padEnd(30)}${cells.map((cell) => cell.padStart(18)).join('')}\n`;
}

function row(...cells: readonly string[]): string {
  const widths = [21, 7, 10, 10, 18, 18, 8];
  return `${cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('')}\n`;
}
