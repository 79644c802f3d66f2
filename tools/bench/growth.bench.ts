import { LedgerModule, LedgerService } from '@app/ledger';
import { PaymentLinks, PaymentLinksModule } from '@app/payment-links';
import { Database } from '@app/platform';
import type { INestApplicationContext } from '@nestjs/common';
import { withBenchContext } from './context';
import { assertBooks, describeDurable, withDatabase } from './databases';
import { benchEnvironment, type BenchEnvironment, type BenchMerchant } from './environment';
import { fill, someLinks, type Filling } from './growth-fill';
import { settingOf } from './settings';

const LARGE = settingOf('BENCH_MOVEMENTS', 5_000_000);
/** A link is a few hundred bytes, and a million of them are many enough for one to be in none of the caches. */
const SIZES: Readonly<Record<Size, Filling>> = {
  small: { movements: 10_000, links: 10_000 },
  large: { movements: LARGE, links: Math.min(LARGE, 1_000_000) },
};
const READS = 2_000;
const WARM_UP = 200;
/** Reading that grows with the table would take half an hour. */
const LONGEST_MS = 60_000;
const PAGE = 20;

type Size = 'small' | 'large';
type Read = () => Promise<unknown>;

interface Percentiles {
  p50: number;
  p99: number;
}

/**
 * Reads a link, a wallet, its totals and its first page of movements, one after the other, in a database with few
 * movements and in one with many, turn about, so that a machine that gets slower or faster meanwhile does so for both.
 * Prints the percentiles and the ratio of the medians.
 */
export async function benchGrowth(): Promise<void> {
  const environment = await benchEnvironment();
  try {
    await withFilledDatabase(environment, 'small', (small) =>
      withFilledDatabase(environment, 'large', async (large) => {
        const server = await describeDurable(large.app.get(Database));
        process.stdout.write(
          `\n${count(READS)} reads of each kind, small and large in turn, ${server}\ntarget: a ratio of the p50 <= 1.3\n\n` +
            row('read', 'reads', 'p50 ms', 'p99 ms', `p50 at ${count(LARGE)}`, `p99 at ${count(LARGE)}`, 'ratio'),
        );
        for (const kind of Object.keys(small.reads)) {
          process.stdout.write(await compare(kind, small.reads, large.reads));
        }
      }),
    );
  } finally {
    await environment.stop();
  }
}

interface Filled {
  app: INestApplicationContext;
  reads: Readonly<Record<string, Read>>;
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
    const verifiedFrom = performance.now();
    const { postings } = await assertBooks(config, url);
    const verifySeconds = (performance.now() - verifiedFrom) / 1_000;
    process.stdout.write(
      `${size}: ${count(movements)} movements in one wallet (${count(postings)} postings), ${count(links)} links, ` +
        `filled in ${seconds.toFixed(0)} s, books balanced (${verifySeconds.toFixed(1)} s)\n`,
    );
    const linkIds = await someLinks(url, READS + WARM_UP);
    await withBenchContext(config, url, [LedgerModule, PaymentLinksModule], (app) =>
      work({ app, reads: readsOf(app, merchant, linkIds) }),
    );
  });
}

/** What is read, by name. Each read throws unless it found what is there. */
function readsOf(app: INestApplicationContext, { walletId, userId }: BenchMerchant, linkIds: readonly string[]) {
  const [ledger, links] = [app.get(LedgerService), app.get(PaymentLinks)];
  let next = 0;
  const page = async (type?: 'payout') => {
    const { items } = await ledger.movements(walletId, { limit: PAGE, ...(type && { type }) });
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
  if (!smallRead || !largeRead) throw new Error(`nothing reads ${kind}`);
  const reads = { small: smallRead, large: largeRead };
  await readInTurn(reads, WARM_UP, LONGEST_MS / 10);
  const times = await readInTurn(reads, READS, LONGEST_MS);
  const [few, many] = [percentiles(times.small), percentiles(times.large)];
  const figures = [few.p50, few.p99, many.p50, many.p99].map((ms) => ms.toFixed(3));
  return row(kind, String(times.large.length), ...figures, (many.p50 / few.p50).toFixed(2));
}

/** The milliseconds of each read. Fewer than `most` when they take longer than `withinMs` together. */
async function readInTurn(reads: Record<Size, Read>, most: number, withinMs: number): Promise<Record<Size, number[]>> {
  const times: Record<Size, number[]> = { small: [], large: [] };
  const endsAt = performance.now() + withinMs;
  do {
    times.small.push(await timed(reads.small));
    times.large.push(await timed(reads.large));
  } while (times.large.length < most && performance.now() < endsAt);
  return times;
}

async function timed(read: Read): Promise<number> {
  const startedAt = performance.now();
  await read();
  return performance.now() - startedAt;
}

function percentiles(times: readonly number[]): Percentiles {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

function count(number: number): string {
  return number.toLocaleString('en-US');
}

function row(...cells: readonly string[]): string {
  const widths = [21, 7, 10, 10, 18, 18, 8];
  return `${cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('')}\n`;
}
