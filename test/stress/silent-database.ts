import { DELIVERIES } from '@app/webhooks/testing';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { Client } from 'pg';
import { request } from 'undici';
import { assertBooks } from '../../tools/bench/databases';
import { benchEnvironment, type BenchEnvironment } from '../../tools/bench/environment';
import { DatabaseProxy } from '../support/database-proxy';

/**
 * The API and the worker under load, on connections to PostgreSQL that fall silent while new ones work. Prints how long
 * creates and deliveries take to work again, what `ready` and the lag metrics show in the meantime, and what was lost or
 * happened twice. Set SECONDS to watch for longer than a minute.
 *
 *     npm run build && node test/stress/run.js silent-database [folder of another checkout, built]
 */
const WARM_UP_MS = 5_000;
const WATCH_MS = 1_000 * Number(process.env['SECONDS'] ?? 60);
const SHOPS = 8;
const CHECK_EVERY_MS = 500;
/** How long a caller waits for a create; it repeats a payment until that is confirmed. */
const PATIENCE_MS = 3_000;
const LAGS = /^(webhook_lag_seconds|rail_notifications_oldest_pending_seconds)\{.*\} (.*)$/gm;

interface HttpResponse {
  status: number;
  text: string;
}

/** A process under test, with what it logged about requests whose id begins with `probe`. */
class Service {
  readonly probes: string[] = [];

  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
    readonly opsUrl: string,
  ) {
    let rest = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      this.probes.push(...lines.filter((line) => line.includes('"probe-')));
    });
  }

  static async start(folder: string, app: string, env: NodeJS.ProcessEnv): Promise<Service> {
    const stdio = ['ignore', 'pipe', 'inherit', 'ipc'] as const;
    const child = fork(resolve(folder, `dist/apps/${app}/src/main.js`), { env, stdio: [...stdio] });
    const [{ port, opsPort }] = (await once(child, 'message')) as [{ port?: number; opsPort: number }];
    return new Service(child, `http://127.0.0.1:${port}`, `http://127.0.0.1:${opsPort}`);
  }

  async end(): Promise<void> {
    this.child.kill('SIGKILL');
    await once(this.child, 'exit');
  }
}

const pause = (ms: number) => new Promise((over) => setTimeout(over, ms));

/** Status 0 when there is no response in time. */
async function call(url: string, options: Parameters<typeof request>[1], ms = PATIENCE_MS): Promise<HttpResponse> {
  try {
    const { statusCode: status, body } = await request(url, { ...options, signal: AbortSignal.timeout(ms) });
    return { status, text: await body.text() };
  } catch {
    return { status: 0, text: '' };
  }
}

function post(url: string, body: object, headers: Record<string, string> = {}): Promise<HttpResponse> {
  return call(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

/** An integrator's server: counts what arrives, by the id of the event. */
async function startReceiver() {
  const arrived = new Map<string, number>();
  const times: number[] = [];
  const server = createServer((incoming, response) => {
    let body = '';
    incoming.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    incoming.on('end', () => {
      const { id } = JSON.parse(body) as { id: string };
      arrived.set(id, (arrived.get(id) ?? 0) + 1);
      times.push(performance.now());
      response.end();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { arrived, times, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

/** Sells until it is stopped: creates a link under a key, then pays it, each repeated until it is confirmed. */
async function sell(api: Service, apiKey: string, shop: number, isOver: () => boolean): Promise<Map<string, string>> {
  const sold = new Map<string, string>();
  for (let n = 0; !isOver(); n++) {
    const description = `order ${shop}-${n}`;
    const headers = { authorization: `Bearer ${apiKey}`, 'idempotency-key': description };
    const link = { amount: 15000, currency: 'ARS', description };
    const created = await repeated(() => post(`${api.url}/v1/payment-links`, link, headers), 201);
    const { id } = (JSON.parse(created.text) as { data: { id: string } }).data;
    await repeated(() => post(`${api.url}/sandbox/payment-links/${id}/simulate`, { event: 'pay' }), 200, 422);
    sold.set(description, id);
    await pause(50);
  }
  return sold;
}

async function repeated(attempt: () => Promise<HttpResponse>, ...done: number[]): Promise<HttpResponse> {
  for (;;) {
    const response = await attempt();
    if (done.includes(response.status)) return response;
    await pause(200);
  }
}

/** Creates links one after another without a key, and keeps when each began and how it ended. */
async function probe(api: Service, apiKey: string, isOver: () => boolean) {
  const probes: { at: number; status: number; id: string | undefined }[] = [];
  for (let n = 0; !isOver(); n++) {
    const at = performance.now();
    const headers = { authorization: `Bearer ${apiKey}`, 'x-request-id': `probe-${n}` };
    const link = { amount: 15000, currency: 'ARS', description: `probe ${n}` };
    const { status, text } = await post(`${api.url}/v1/payment-links`, link, headers);
    const id = status === 201 ? (JSON.parse(text) as { data: { id: string } }).data.id : undefined;
    probes.push({ at, status, id });
    await pause(100);
  }
  return probes;
}

/** The response of `ready`, whenever it changes, with the lag metrics at that time. */
async function watch(what: string, { opsUrl }: Service, since: number, isOver: () => boolean): Promise<string[]> {
  const seen: string[] = [];
  let last = '';
  while (!isOver()) {
    const [{ status }, { text }] = await Promise.all([
      call(`${opsUrl}/health/ready`, {}),
      call(`${opsUrl}/metrics`, {}),
    ]);
    const lags = [...text.matchAll(LAGS)].map(
      ([, name, value]) => `${name} ${Number(value) > 1 ? 'grows' : 'below 1'}`,
    );
    const now = `ready ${status || 'no response'}; ${lags.join(', ') || 'no lag shown'}`;
    if (now !== last) seen.push(`${secondsSince(since)} s: ${what} ${now}`);
    last = now;
    await pause(CHECK_EVERY_MS);
  }
  return seen;
}

function secondsSince(since: number, now = performance.now()): string {
  return ((now - since) / 1_000).toFixed(1);
}

/** Deactivates a key once the connections are silent, and returns when the API last accepted it. */
async function deactivate(db: Client, api: Service, apiKey: string, isOver: () => boolean): Promise<number> {
  await db.query(`UPDATE api_keys SET is_active = false WHERE name = 'bench 2'`);
  let lastAccepted = performance.now();
  while (!isOver()) {
    const { status } = await call(`${api.url}/v1/wallets`, { headers: { authorization: `Bearer ${apiKey}` } });
    if (status === 200) lastAccepted = performance.now();
    await pause(CHECK_EVERY_MS);
  }
  return lastAccepted;
}

async function findings(db: Client, sold: ReadonlyMap<string, string>, created: readonly string[]) {
  const { rows } = await db.query<Record<string, number>>(
    `SELECT (SELECT count(*)::int FROM unnest($1::text[]) d
              WHERE (SELECT count(*) FROM payment_links l WHERE l.description = d) = 0) AS orders_lost,
            (SELECT count(*)::int FROM unnest($1::text[]) d
              WHERE (SELECT count(*) FROM payment_links l WHERE l.description = d) > 1) AS orders_doubled,
            (SELECT count(*)::int FROM unnest($3::uuid[]) confirmed
              WHERE NOT EXISTS (SELECT FROM payment_links l WHERE l.id = confirmed)) AS confirmed_links_lost,
            (SELECT count(*)::int FROM unnest($2::uuid[]) link
              WHERE (SELECT count(*) FROM received_payments p WHERE p.payment_link_id = link AND p.status = 'credited') <> 1)
              AS orders_not_credited_once,
            (SELECT count(*)::int FROM ${DELIVERIES} WHERE status <> 'delivered') AS deliveries_open`,
    [[...sold.keys()], [...sold.values()], created],
  );
  return rows[0];
}

async function measure(environment: BenchEnvironment, folder: string): Promise<void> {
  const { databaseUrl, config, merchant } = environment;
  const [shopKey = '', probeKey = '', doomedKey = ''] = merchant.apiKeys;
  const proxy = await DatabaseProxy.start(databaseUrl);
  const db = new Client(databaseUrl);
  db.on('error', () => undefined);
  await db.connect();
  const env = {
    ...process.env,
    DATA_DIR: config.dataDir,
    DATABASE_URL: proxy.url,
    PORT: '0',
    OPS_PORT: '0',
    WORKER_OPS_PORT: '0',
    IP_RATE_LIMIT: '1000000',
    ANONYMOUS_RATE_LIMIT: '1000000',
    LOG_LEVEL: 'info',
    PUBLIC_URL: 'http://localhost',
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  };
  const api = await Service.start(folder, 'api', env);
  const worker = await Service.start(folder, 'delivery-worker', env);
  const receiver = await startReceiver();
  await post(`${api.url}/v1/webhooks`, { url: receiver.url }, { authorization: `Bearer ${shopKey}` });
  let over = false;
  const isOver = () => over;
  const shops = Array.from({ length: SHOPS }, (_, shop) => sell(api, shopKey, shop, isOver));
  const probing = probe(api, probeKey, isOver);
  await call(`${api.url}/v1/wallets`, { headers: { authorization: `Bearer ${doomedKey}` } });
  await pause(WARM_UP_MS);

  proxy.silence();
  const since = performance.now();
  const watching = [watch('api', api, since, isOver), watch('worker', worker, since, isOver)];
  const deactivating = deactivate(db, api, doomedKey, isOver);
  await pause(WATCH_MS);
  over = true;
  const probes = await probing;
  report(since, probes, receiver.times, await deactivating, api.probes);
  console.log((await Promise.all(watching)).flat().join('\n'));

  const ended = await Promise.race([Promise.all(shops), pause(2 * PATIENCE_MS).then(() => undefined)]);
  if (!ended) console.log('shops still wait for a response');
  await pause(2 * PATIENCE_MS);
  const sold = new Map(ended?.flatMap((one) => [...one]));
  const created = probes.flatMap(({ id }) => id ?? []);
  const doubled = [...receiver.arrived.values()].filter((count) => count > 1).length;
  const found = await findings(db, sold, created);
  console.log({
    orders: sold.size,
    ...found,
    events_delivered: receiver.arrived.size,
    events_delivered_twice: doubled,
  });
  await Promise.all([api.end(), worker.end()]);
  console.log('books balanced', await assertBooks(config, databaseUrl));
  await db.end();
  await proxy.close();
}

function report(
  since: number,
  probes: readonly { at: number; status: number }[],
  deliveries: readonly number[],
  lastAccepted: number,
  log: readonly string[],
): void {
  const lastFailure = probes.findLast(({ at, status }) => at > since - PATIENCE_MS && status !== 201);
  const recovered = lastFailure && probes.find(({ at, status }) => at > lastFailure.at && status === 201);
  const gap = Math.max(...deliveries.map((at, i) => (at > since ? at - (deliveries[i - 1] ?? since) : 0)));
  const flowing = deliveries.find((at, i) => at > since && at - (deliveries[i - 1] ?? since) === gap);
  const creates = recovered ? secondsSince(since, recovered.at) : lastFailure ? 'never' : 'none failed';
  console.log('seconds until creates worked again:', creates);
  console.log('seconds until deliveries flowed again:', flowing ? secondsSince(since, flowing) : 'never');
  console.log('seconds that the deactivated key was still accepted:', secondsSince(since, lastAccepted));
  const failed = probes.filter(({ status }) => status !== 201).length;
  const as200 = log.filter((line) => /"status":20\d/.test(line) && Number(/"ms":(\d+)/.exec(line)?.[1]) > PATIENCE_MS);
  console.log('failed creates:', failed, '- requests logged as a success after their caller left:', as200.length);
}

export async function main(args: readonly string[]): Promise<void> {
  const environment = await benchEnvironment();
  try {
    await measure(environment, args[0] ?? resolve(__dirname, '../..'));
  } finally {
    await environment.stop();
  }
}
