import { WebhooksModule } from '@app/webhooks';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client as PostgresClient } from 'pg';
import { withBenchContext } from './context';
import { cpuMsOf, cpuMsOfFamily } from './cpu-time';
import { BookkeepingFloor } from './bookkeeping-floor';
import { benchEnvironment, type BenchEnvironment } from './environment';
import { median, percentilesOf } from './figures';
import { QueuedDeliveries, type Payload } from './queued-deliveries';
import { startRedis } from './redis';
import { sendFromBull, sendInLoop } from './senders';
import { settingOf } from './settings';

const WARM_UP = 2_000;
const IDLE_EVENTS = 40;
/** Longer than the longest pause of an idle worker. */
const IDLE_MS = 300;
const LOOK_EVERY_MS = 25;
const DRAIN_WITHIN_MS = 300_000;

interface Rate {
  perSecond: number;
  /** CPU time of the sending processes, in milliseconds per delivery. */
  senderMs: number;
  /** The same of PostgreSQL. NaN for rows that do not use it. */
  databaseMs: number;
}

interface Row {
  name: string;
  run: () => Promise<Rate>;
}

interface Bench {
  environment: BenchEnvironment;
  queued: QueuedDeliveries;
  floor: BookkeepingFloor;
  receiver: string;
  count: number;
}

/**
 * Queued deliveries, sent by the worker to a receiver in another process with all bookkeeping, compared with a bare
 * loop of `undici.request`, with the same loop over the least bookkeeping, and with plain Bull jobs. Workers with Redis
 * share work in batches, which should cost little. The rows
 * alternate, so that changes in the machine's speed affect all of them; the figures are medians.
 */
export async function benchDeliver(): Promise<void> {
  const count = settingOf('BENCH_DELIVERIES', 50_000);
  const rounds = settingOf('BENCH_ROUNDS', 3);
  const environment = await benchEnvironment();
  const redis = await startRedis();
  const database = new PostgresClient(environment.databaseUrl);
  await database.connect();
  const floor = await BookkeepingFloor.create(environment.databaseUrl);
  try {
    const receiver = `http://127.0.0.1:${await environment.startProcess(join(__dirname, 'delivery-receiver.js'))}`;
    await withBenchContext(environment.config, environment.databaseUrl, [WebhooksModule], async (app) => {
      const queued = await QueuedDeliveries.create(app, database, receiver);
      const bench = { environment, queued, floor, receiver, count };
      process.stdout.write(
        `${count} queued deliveries to 100 endpoints of 20 accounts, ${rounds} rounds, fsync on; targets: at least 0.6 of ` +
          `the bare loop and ahead of Bull;\nwith 1 % silent at least 0.8 of the worker; with Redis at least 0.75 of the ` +
          `worker, at 1.3 of its CPU time or less; idle p50 under 50 ms\n\n`,
      );
      print(await runRounds(rowsOf(bench, redis?.url), rounds));
      if (!redis) process.stdout.write('skipped, no redis-server on the PATH: plain Bull, workers over Redis\n');
      const { p50, p99 } = percentilesOf(await idleLatencies(bench));
      process.stdout.write(`\nat idle, event to first byte: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms\n`);
    });
  } finally {
    await Promise.all([database.end(), floor.end()]);
    await environment.stop();
    await redis?.stop();
  }
}

function rowsOf(bench: Bench, redisUrl: string | undefined): Row[] {
  const { queued, count } = bench;
  const filled = async () => {
    await queued.clear();
    await queued.fill(count);
    return queued.payloads();
  };
  const baseline = (send: (payloads: readonly Payload[]) => Promise<number>) => async () => {
    const payloads = await filled();
    await send(payloads.slice(0, WARM_UP));
    const usedMs = cpuMsOf([process.pid]);
    const perSecond = payloads.length / (await send(payloads));
    return { perSecond, senderMs: (cpuMsOf([process.pid]) - usedMs) / payloads.length, databaseMs: NaN };
  };
  const redis = redisUrl ? { REDIS_URL: redisUrl } : undefined;
  return [
    { name: 'bare loop', run: baseline(sendInLoop) },
    { name: 'loop that records', run: async () => sendFromFloor(bench, await filled()) },
    ...(redis ? [{ name: 'plain Bull', run: baseline((payloads) => sendFromBull(redis.REDIS_URL, payloads)) }] : []),
    { name: 'worker', run: () => deliver(bench, [{}]) },
    { name: 'worker, 1 % silent', run: () => deliver(bench, [{}], true) },
    { name: 'two workers', run: () => deliver(bench, [{}, {}]) },
    ...(redis
      ? [
          { name: 'worker, Redis', run: () => deliver(bench, [redis]) },
          { name: 'two workers, Redis', run: () => deliver(bench, [redis, redis]) },
        ]
      : []),
  ];
}

async function sendFromFloor({ queued, floor }: Bench, payloads: readonly Payload[]): Promise<Rate> {
  await floor.fill(payloads.slice(0, WARM_UP));
  await floor.send(WARM_UP);
  await floor.fill(payloads);
  const server = await queued.serverProcess();
  const used = () => ({ senderMs: cpuMsOf([process.pid]), databaseMs: cpuMsOfFamily(server) });
  const before = used();
  const seconds = await floor.send(payloads.length);
  const after = used();
  return {
    perSecond: payloads.length / seconds,
    senderMs: (after.senderMs - before.senderMs) / payloads.length,
    databaseMs: (after.databaseMs - before.databaseMs) / payloads.length,
  };
}

/** Runs workers, one for each set of variables, until all deliveries to receivers that respond are recorded. */
async function deliver(
  bench: Bench,
  workers: readonly Readonly<Record<string, string>>[],
  silent = false,
): Promise<Rate> {
  const { environment, queued, receiver, count } = bench;
  await queued.clear();
  await queued.silence(silent);
  const worker = join(__dirname, '../../apps/delivery-worker/src/main.js');
  const processes = await Promise.all(workers.map((variables) => environment.runProcess(worker, variables)));
  const server = await queued.serverProcess();
  const used = () => ({ senderMs: cpuMsOf(processes.map(({ pid }) => pid)), databaseMs: cpuMsOfFamily(server) });
  try {
    const responding = (total: number) => (silent ? total - Math.ceil(total / 100) : total);
    await get(`${receiver}/seen`);
    const warmUp = responding(await queued.fill(WARM_UP));
    await untilDelivered(bench, warmUp);
    await get(`${receiver}/seen`);
    const responded = responding(await queued.fill(count));
    const before = used();
    const startedAt = performance.now();
    await queued.announce();
    await untilDelivered(bench, responded);
    const seconds = (performance.now() - startedAt) / 1_000;
    const after = used();
    await queued.verify(warmUp + responded);
    const { requests, deliveries } = (await get(`${receiver}/seen`)) as { requests: number; deliveries: number };
    if (requests !== responded || deliveries !== responded) {
      throw new Error(`${responded} deliveries expected, ${deliveries} arrived in ${requests} requests`);
    }
    return {
      perSecond: responded / seconds,
      senderMs: (after.senderMs - before.senderMs) / responded,
      databaseMs: (after.databaseMs - before.databaseMs) / responded,
    };
  } finally {
    await Promise.all(processes.map((running) => running.stop()));
    await queued.silence(false);
  }
}

/**
 * Resolves when so many requests have arrived and are recorded. Of the measured database, it reads only the last ones.
 */
async function untilDelivered({ queued, receiver }: Bench, requests: number): Promise<void> {
  const deadline = performance.now() + DRAIN_WITHIN_MS;
  const arrived = async () => ((await get(`${receiver}/arrived`)) as { requests: number }).requests;
  while ((await arrived()) < requests || (await queued.left())) {
    if (performance.now() > deadline) throw new Error('deliveries are still pending');
    await delay(LOOK_EVERY_MS);
  }
}

async function idleLatencies({ environment, queued, receiver }: Bench): Promise<number[]> {
  const worker = await environment.runProcess(join(__dirname, '../../apps/delivery-worker/src/main.js'));
  const latencies: number[] = [];
  try {
    // The first events warm up and do not count.
    for (let index = -5; index < IDLE_EVENTS; index++) {
      await delay(IDLE_MS);
      const arrival = get(`${receiver}/arrival`) as Promise<{ at: number }>;
      await delay(LOOK_EVERY_MS);
      const publishedAt = performance.timeOrigin + performance.now();
      await queued.publishOne();
      const { at } = await arrival;
      if (index >= 0) latencies.push(at - publishedAt);
    }
  } finally {
    await worker.stop();
  }
  return latencies;
}

async function get(url: string): Promise<unknown> {
  return (await fetch(url)).json();
}

async function runRounds(rows: readonly Row[], rounds: number): Promise<Map<string, Rate>> {
  const results = new Map<string, Rate[]>(rows.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const { name, run } of rows) results.get(name)?.push(await run());
  }
  return new Map([...results].map(([name, figures]) => [name, median(figures)]));
}

function print(rates: ReadonlyMap<string, Rate>): void {
  const columns = ['bare loop', 'plain Bull', 'worker', 'worker, Redis'].filter((name) => rates.has(name));
  const headings = columns.map((name) => `/ ${name}`);
  process.stdout.write(row('sender', 'per second', ...headings, 'CPU ms sender', 'PostgreSQL'));
  for (const [name, { perSecond, senderMs, databaseMs }] of rates) {
    const ratios = columns.map((column) => (perSecond / (rates.get(column)?.perSecond ?? NaN)).toFixed(2));
    const cpu = [senderMs, databaseMs].map((ms) => (Number.isNaN(ms) ? '' : ms.toFixed(3)));
    process.stdout.write(row(name, perSecond.toFixed(0), ...ratios, ...cpu));
  }
}

function row(name: string, ...cells: readonly string[]): string {
  return `${name.padEnd(20)}${cells.map((cell) => cell.padStart(15)).join('')}\n`;
}
