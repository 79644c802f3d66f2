import { applyMigrations } from '../../tools/start/apply-migrations';
import { generatedSecrets, loadConfig } from '@app/platform';
import { TEST_SECRETS } from '@app/platform/testing';
import { assertBooks } from '../../tools/bench/databases';
import { createMerchant } from '../../tools/bench/environment';
import { until } from '../support/conditions';
import { HttpClient } from '../support/http-client';
import { ensureBuilt, ServiceProcess } from '../support/processes';
import { Receiver } from '../support/receiver';
import { PostgresServer } from '../support/replicated-postgres';
import { SwitchedAddress } from '../support/switched-address';
import { Shop } from './shop';

/**
 * The API and the worker under load while their database server fails in one of six ways, and a standby takes over. Prints
 * for each how long creates, deliveries and `ready` took after the address moved, and what was lost or happened twice. Ends
 * with 1 when something was.
 *
 *     node test/stress/run.js failover [scenario …]
 *
 * Needs an installed PostgreSQL with pg_basebackup (PG_BIN names another folder than Debian's).
 */
const SHOPS = 8;
const LOAD_EVERY_MS = 50;
const WARM_UP_MS = 4_000;
const WATCH_MS = 20_000;
const DELIVERED_WITHIN_MS = 30_000;
const SYNCHRONOUS = "ALTER SYSTEM SET synchronous_standby_names = 'standby'";
const ASYNCHRONOUS = 'ALTER SYSTEM RESET synchronous_standby_names';
const RELOAD = 'SELECT pg_reload_conf()';

interface Stage {
  readonly primary: PostgresServer;
  readonly standby: PostgresServer;
  readonly address: SwitchedAddress;
}

interface Scenario {
  /** What fails; resolves when the address leads to a server that takes writes again. */
  readonly fail: (stage: Stage) => Promise<void>;
  /** The server with the data afterwards. */
  readonly survivor: (stage: Stage) => PostgresServer;
}

const pause = (ms: number) => new Promise((over) => setTimeout(over, ms));
const standby = (stage: Stage) => stage.standby;
const primary = (stage: Stage) => stage.primary;

export const SCENARIOS = {
  sigkill: {
    fail: async (stage) => {
      await stage.primary.end('SIGKILL');
      await stage.standby.promote();
      stage.address.moveTo(stage.standby.port);
    },
    survivor: standby,
  },
  switch: {
    fail: async (stage) => {
      await stage.primary.end('SIGINT');
      await stage.standby.promote();
      stage.address.moveTo(stage.standby.port);
    },
    survivor: standby,
  },
  'read-only': {
    fail: async (stage) => {
      await stage.primary.sql('ALTER SYSTEM SET default_transaction_read_only = on');
      await stage.primary.sql(RELOAD);
      await pause(5_000);
      await stage.primary.sql('ALTER SYSTEM RESET default_transaction_read_only');
      await stage.primary.sql(RELOAD);
    },
    survivor: primary,
  },
  'standby behind the address': {
    fail: async (stage) => {
      stage.address.moveTo(stage.standby.port, { cut: true });
      await pause(5_000);
      await stage.primary.end('SIGINT');
      await stage.standby.promote();
    },
    survivor: standby,
  },
  frozen: {
    fail: async (stage) => {
      await stage.primary.freeze();
      await stage.standby.promote();
      stage.address.moveTo(stage.standby.port);
    },
    survivor: standby,
  },
  'replica gone': {
    fail: async (stage) => {
      await stage.standby.end('SIGKILL');
      await pause(30_000);
      await stage.primary.sql(ASYNCHRONOUS);
      await stage.primary.sql(RELOAD);
    },
    survivor: primary,
  },
} satisfies Readonly<Record<string, Scenario>>;

/** Sells until `isOver`. */
async function sellUntil(isOver: () => boolean, shop: Shop): Promise<readonly string[]> {
  while (!isOver()) {
    await shop.sell();
    await pause(LOAD_EVERY_MS);
  }
  return shop.sold;
}

/** Whether `ready` is green, whenever that changes. */
async function watchReady(process: ServiceProcess, isOver: () => boolean) {
  const ops = new HttpClient(await process.opsUrl());
  const seen: { at: number; ready: boolean }[] = [];
  while (!isOver()) {
    const ready = (await ops.get('/health/ready').catch(() => undefined))?.status === 200;
    if (seen.at(-1)?.ready !== ready) seen.push({ at: performance.now(), ready });
    await pause(100);
  }
  return seen;
}

function seconds(since: number, at: number | undefined): string {
  return at === undefined ? 'none' : `${Math.max(0, (at - since) / 1_000).toFixed(1)} s`;
}

/** How long the load runs before the failure, and how long after the address has moved. */
interface Times {
  readonly warmUpMs: number;
  readonly watchMs: number;
}

/** What a failure did, and what it must not have done. */
interface Outcome {
  readonly figures: Readonly<Record<string, string | number>>;
  readonly faults: readonly string[];
}

/** One failure under load. */
export async function failOver(scenario: Scenario, times: Times): Promise<Outcome> {
  const stage = await build();
  const receiver = await Receiver.start();
  const env = {
    DATABASE_URL: urlAt(stage.primary, stage.address.port),
    IP_RATE_LIMIT: '1000000',
    ANONYMOUS_RATE_LIMIT: '1000000',
  };
  const { apiKeys } = await createMerchant(configOf(stage.primary), stage.primary.url);
  const [api, worker] = await Promise.all([
    ServiceProcess.start('api', env),
    ServiceProcess.start('delivery-worker', env),
  ]);
  try {
    const client = new HttpClient(await api.url());
    await client.send('POST', '/v1/webhooks', { url: receiver.url() }, { authorization: `Bearer ${apiKeys[0]}` });
    const shops = apiKeys.slice(0, SHOPS).map((apiKey) => new Shop(client, apiKey));
    const { sold, figures } = await underLoad({ stage, scenario, times, shops, receiver, processes: [api, worker] });
    const server = scenario.survivor(stage);
    await until('every event has arrived', () => eventsIn(receiver).size >= sold.length, DELIVERED_WITHIN_MS).catch(
      () => undefined,
    );
    const books = await assertBooks(configOf(server), server.url);
    const found = await losses(server, sold, receiver);
    return { figures: { ...figures, ...found.figures, ...books }, faults: found.faults };
  } finally {
    await Promise.all([api.end('SIGKILL'), worker.end('SIGKILL'), receiver.stop()]);
    await stage.address.close();
    await Promise.all([stage.primary.remove(), stage.standby.remove()]);
  }
}

interface Load {
  readonly stage: Stage;
  readonly scenario: Scenario;
  readonly times: Times;
  readonly shops: readonly Shop[];
  readonly receiver: Receiver;
  readonly processes: readonly [api: ServiceProcess, worker: ServiceProcess];
}

/** Sells before, during and after the failure; returns the links that were sold, and how long everything took. */
async function underLoad({ stage, scenario, times, shops, receiver, processes }: Load) {
  let over = false;
  const isOver = () => over;
  const selling = Promise.all(shops.map((shop) => sellUntil(isOver, shop)));
  const watching = Promise.all(processes.map((process) => watchReady(process, isOver)));
  await pause(times.warmUpMs);
  const failedAt = performance.now();
  await scenario.fail(stage);
  const [moved, movedAt] = [performance.now(), Date.now()];
  await pause(times.watchMs);
  const isSelling = () => shops.every(({ attempts }) => attempts.some(({ at, good }) => good && at > moved));
  await until('each shop sells again', isSelling, DELIVERED_WITHIN_MS).finally(() => (over = true));
  const sold = (await selling).flat();
  const [ofApi, ofWorker] = await watching;
  const bad = shops.flatMap(({ attempts }) => attempts).filter(({ at, good }) => at > failedAt && !good);
  const firstDelivery = receiver.requests.find(({ at }) => at > movedAt)?.at;
  const figures = {
    'last failed request after the address moved': seconds(
      moved,
      bad
        .map(({ at }) => at)
        .sort((a, b) => a - b)
        .at(-1),
    ),
    'first delivery after it': firstDelivery ? seconds(movedAt, firstDelivery) : 'never',
    'api not ready after the failure': seconds(failedAt, ofApi?.find(({ at, ready }) => at > failedAt && !ready)?.at),
    'api ready after the address moved': seconds(moved, ofApi?.findLast(({ ready }) => ready)?.at),
    'worker ready after the address moved': seconds(moved, ofWorker?.findLast(({ ready }) => ready)?.at),
  };
  return { sold, figures };
}

async function build(): Promise<Stage> {
  const first = await PostgresServer.primary();
  await applyMigrations(first.url);
  const second = await PostgresServer.standbyOf(first, 'standby');
  await first.sql(SYNCHRONOUS);
  await first.sql(RELOAD);
  return { primary: first, standby: second, address: await SwitchedAddress.leadingTo(first.port) };
}

function configOf({ url }: PostgresServer) {
  return loadConfig({ ...TEST_SECRETS, DATABASE_URL: url }, generatedSecrets);
}

function urlAt(server: PostgresServer, port: number): string {
  const url = new URL(server.url);
  url.port = String(port);
  return url.href;
}

/** How often each event arrived. */
function eventsIn(receiver: Receiver): ReadonlyMap<string, number> {
  const events = new Map<string, number>();
  for (const { body } of receiver.requests) {
    const { id } = JSON.parse(body.toString()) as { id: string };
    events.set(id, (events.get(id) ?? 0) + 1);
  }
  return events;
}

/** What was confirmed and is missing, or happened twice, of the links that were sold. */
async function losses(server: PostgresServer, sold: readonly string[], receiver: Receiver): Promise<Outcome> {
  const ids = sold.map((id) => `'${id}'`).join() || 'NULL';
  const [stored] = await server.sql<{ links: string; credited: string; backends: string }>(
    `SELECT (SELECT count(*) FROM payment_links WHERE id IN (${ids})) AS links,
       (SELECT count(*) FROM received_payments WHERE payment_link_id IN (${ids}) AND status = 'credited') AS credited,
       (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend') AS backends`,
  );
  const events = eventsIn(receiver);
  const [links, credited] = [Number(stored?.links), Number(stored?.credited)];
  return {
    figures: {
      'sold links': sold.length,
      'stored of them': links,
      'credited once of them': credited,
      'events delivered': events.size,
      'events delivered more than once': [...events.values()].filter((count) => count > 1).length,
      'connections at the server': Number(stored?.backends),
    },
    faults: [
      sold.length === 0 && 'nothing was sold',
      links !== sold.length && 'a confirmed link is gone',
      credited !== sold.length && 'a confirmed payment is not credited once',
      events.size < sold.length && 'events are missing',
    ].filter((fault) => fault !== false),
  };
}

export async function main(args: readonly string[]): Promise<void> {
  const unknown = args.find((name) => !(name in SCENARIOS));
  if (unknown !== undefined) throw new Error(`no scenario ${unknown}: ${Object.keys(SCENARIOS).join(', ')}`);
  await ensureBuilt();
  const faults: string[] = [];
  for (const [name, scenario] of Object.entries(SCENARIOS)) {
    if (args.length > 0 && !args.includes(name)) continue;
    const outcome = await failOver(scenario, { warmUpMs: WARM_UP_MS, watchMs: WATCH_MS });
    console.log(`\n${name}`);
    console.table(outcome.figures);
    faults.push(...outcome.faults.map((fault) => `${name}: ${fault}`));
  }
  if (faults.length > 0) throw new Error(faults.join(', '));
}
