import { LedgerModule, LedgerService } from '@app/ledger';
import { PaymentLinks, PaymentLinksModule } from '@app/payment-links';
import { Database } from '@app/platform';
import { ProvidersModule } from '@app/providers';
import type { INestApplicationContext } from '@nestjs/common';
import { withBenchContext } from './context';
import { assertBooks, describeDurable, secondsToSeal, withDatabase } from './databases';
import { benchEnvironment, type BenchEnvironment, type BenchMerchant } from './environment';
import { percentilesOf } from './figures';
import { fill, randomLinks, type Filling } from './growth-fill';
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
 * of the medians.
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
    const sealSeconds = await secondsToSeal(config, url);
    process.stdout.write(
      `${size}: ${count(movements)} movements in one wallet (${count(postings)} postings), ${count(links)} links, ` +
        `filled in ${seconds.toFixed(0)} s, books balanced (${verifySeconds.toFixed(1)} s), sealed (${sealSeconds.toFixed(1)} s)\n`,
    );
    const linkIds = await randomLinks(url, READS + WARM_UP);
    await withBenchContext(config, url, [LedgerModule, PaymentLinksModule, ProvidersModule.forRoot(config)], (app) =>
      work({ app, reads: readsOf(app, merchant, linkIds) }),
    );
  });
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

function row(...cells: readonly string[]): string {
  const widths = [21, 7, 10, 10, 18, 18, 8];
  return `${cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('')}\n`;
}
