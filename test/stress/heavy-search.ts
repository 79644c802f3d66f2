import { randomUUID } from 'node:crypto';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { Client } from 'pg';
import { Agent, request } from 'undici';
import { benchEnvironment, BENCH_EMAIL, type BenchEnvironment } from '../../tools/bench/environment';
import { ensureBuilt } from '../support/processes';

/**
 * One panel user searches 400,000 links of the account, 40 searches at a time, while an integrator creates links. Prints
 * how the integrator fares, without and with the searches.
 *
 *     node test/stress/run.js heavy-search [folder of another checkout, built]
 */
const LINKS = 400_000;
const SEARCHES = 40;
const CREATORS = 4;
const SECONDS = 15;

const FILL = `
  INSERT INTO payment_links (id, kind, account_id, user_id, wallet_id, amount, amount_type, currency, currency_destiny,
    description, customer_paid_fee, created_at, updated_at)
  SELECT gen_random_uuid(), 'payment_link', $1, $2, $3, 105, 'receive', 'ARS', 'ARS',
    'Order ' || n || ' ' || md5(n::text), false, at, at
  FROM generate_series(1, ${LINKS}) AS n, LATERAL (SELECT now() - n * interval '5 seconds' AS at) t`;

const agent = new Agent({ connections: 200, headersTimeout: 60_000, bodyTimeout: 60_000 });

interface Figures {
  requests: number;
  statuses: Record<string, number>;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
}

async function call(url: string, method: 'GET' | 'POST', token: string, body?: unknown) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const sent = body === undefined ? null : JSON.stringify(body);
  const { statusCode, body: response } = await request(url, { method, headers, body: sent, dispatcher: agent });
  return { status: statusCode, text: await response.text() };
}

/** Calls again and again in so many loops until the time is over. */
async function during(seconds: number, loops: number, work: () => Promise<number>): Promise<Figures> {
  const times: number[] = [];
  const statuses: Record<string, number> = {};
  const endsAt = performance.now() + seconds * 1_000;
  const loop = async (): Promise<void> => {
    while (performance.now() < endsAt) {
      const startedAt = performance.now();
      const status = await work();
      times.push(performance.now() - startedAt);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: loops }, loop));
  times.sort((a, b) => a - b);
  const at = (share: number) => Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0);
  return { requests: times.length, statuses, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) };
}

async function fill({ databaseUrl, merchant }: BenchEnvironment): Promise<void> {
  const client = new Client(databaseUrl);
  await client.connect();
  await client.query(FILL, [merchant.accountId, merchant.userId, merchant.walletId]);
  await client.query('VACUUM ANALYZE payment_links');
  await client.end();
}

async function attack(environment: BenchEnvironment, url: string): Promise<void> {
  const { merchant } = environment;
  const credentials = { email: BENCH_EMAIL, password: merchant.password };
  const { text } = await call(`${url}/api/v1/clients/auth/login`, 'POST', '', credentials);
  const { token } = (JSON.parse(text) as { data: { token: string } }).data;
  let next = 0;
  const create = async () => {
    const key = merchant.apiKeys[next++ % merchant.apiKeys.length]!;
    const link = { amount: 15_000, currency: 'ARS', description: `Order ${randomUUID()}` };
    return (await call(`${url}/v1/payment-links`, 'POST', key, link)).status;
  };
  const search = async () => {
    const text = `nothing ${next++}`;
    return (await call(`${url}/api/v1/clients/payment-links?search=${text}`, 'GET', token)).status;
  };
  console.log('creating alone', await during(SECONDS / 3, CREATORS, create));
  const [created, searched] = await Promise.all([during(SECONDS, CREATORS, create), during(SECONDS, SEARCHES, search)]);
  console.log('creating during the searches', created);
  console.log('the searches', searched);
}

export async function main(args: readonly string[]): Promise<void> {
  await ensureBuilt();
  const folder = args[0] ?? resolve(__dirname, '../..');
  const environment = await benchEnvironment();
  const { config, databaseUrl } = environment;
  const unlimited = { IP_RATE_LIMIT: '1000000', PANEL_RATE_LIMIT: '1000000', PUBLIC_URL: 'http://localhost' };
  const service = { DATA_DIR: config.dataDir, DATABASE_URL: databaseUrl, PORT: '0', OPS_PORT: '0', LOG_LEVEL: 'fatal' };
  const child = fork(resolve(folder, 'dist/apps/api/src/main.js'), {
    env: { ...process.env, ...unlimited, ...service },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  try {
    const [{ port }] = (await once(child, 'message')) as [{ port: number }];
    await fill(environment);
    await attack(environment, `http://127.0.0.1:${port}`);
  } finally {
    child.kill('SIGKILL');
    await environment.stop();
  }
}
