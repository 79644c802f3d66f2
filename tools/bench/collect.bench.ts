import { Batcher } from '@app/kernel';
import { LedgerModule, LedgerService } from '@app/ledger';
import { BooksModule, BooksProof } from '@app/books';
import { SANDBOX_PROVIDER, SandboxCollectionRail } from '@app/providers';
import { join } from 'node:path';
import { Pool as HttpPool, type Dispatcher } from 'undici';
import { Client as PostgresClient } from 'pg';
import { withBenchContext } from './context';
import { benchEnvironment, type BenchEnvironment } from './environment';
import { percentilesOf } from './figures';
import { settingOf } from './settings';
import { WebhookReceiver } from './webhook-receiver';

const AMOUNT = '15000.00';
/** The amount credited per collection, at the fees of the bench merchant. */
const CREDITED_CENTS = 1_426_500n;
const PAYERS = 64;
const WARM_UP_SECONDS = 3;

interface Journeys {
  started: number;
  completed: number;
  latencies: number[];
}

/**
 * Complete collections through real processes, api and worker: creates a link, opens its checkout order, sends the
 * rail's signed notification, and receives and verifies the signed webhook. A collection counts when its webhook has
 * arrived, and the clock stops when the last one has. The load comes from this process, on the same cores. Returns the
 * collections per second.
 */
export async function benchCollect(): Promise<number> {
  const seconds = settingOf('BENCH_SECONDS', 15);
  const environment = await benchEnvironment();
  const receiver = new WebhookReceiver();
  try {
    const service = await startService(environment, receiver);
    process.stdout.write(
      `complete collections, ${PAYERS} concurrent payers for ${seconds} s, fsync on; target: 300/s\n\n`,
    );
    await run(service, receiver, WARM_UP_SECONDS);
    const before = await service.written();
    const startedAt = performance.now();
    const cpu = process.cpuUsage();
    const journeys = await run(service, receiver, seconds);
    const elapsed = (performance.now() - startedAt) / 1_000;
    const own = process.cpuUsage(cpu);
    const after = await service.written();
    await service.stop();
    print(journeys, elapsed, seconds, (own.user + own.system) / 1e6);
    const kB = (bytes: number) => (bytes / 1_000 / journeys.completed).toFixed(1);
    process.stdout.write(
      `for each: ${kB(after.size - before.size)} kB of tables and indexes, ${kB(after.wal - before.wal)} kB of write-ahead log\n`,
    );
    await checkIntegrity(environment, receiver);
    return journeys.completed / elapsed;
  } finally {
    receiver.close();
    await environment.stop();
  }
}

interface Service {
  http: Dispatcher;
  rail: SandboxCollectionRail;
  authorize: () => Record<string, string>;
  referenceOf: (linkId: string) => Promise<string>;
  /** Bytes of the database, and of the write-ahead log since it was made. */
  written(): Promise<{ size: number; wal: number }>;
  stop(): Promise<void>;
}

async function startService(environment: BenchEnvironment, receiver: WebhookReceiver): Promise<Service> {
  const port = await environment.startProcess(join(__dirname, '../../apps/api/src/main.js'));
  await environment.startProcess(join(__dirname, '../../apps/delivery-worker/src/main.js'));
  const http = new HttpPool(`http://127.0.0.1:${port}`, { connections: PAYERS, pipelining: 1 });
  const { apiKeys } = environment.merchant;
  let next = 0;
  const authorize = () => ({ authorization: `Bearer ${apiKeys[next++ % apiKeys.length] ?? ''}` });
  const endpoint = await call(http, 'POST', '/v1/webhooks', { url: await receiver.listen() }, authorize());
  receiver.secret = (endpoint as { data: { secret: string } }).data.secret;
  const database = new PostgresClient(environment.databaseUrl);
  await database.connect();
  // A payer reads the reference on the page. Looking up many in one statement costs the service next to nothing.
  const references = new Batcher<string, string>(2, 500, async (linkIds) => {
    const sql = 'SELECT link_id, provider_reference FROM checkout_orders WHERE link_id = ANY ($1)';
    const { rows } = await database.query<{ link_id: string; provider_reference: string }>(sql, [linkIds]);
    const byLink = new Map(rows.map((row) => [row.link_id, row.provider_reference]));
    return linkIds.map((id) => byLink.get(id) ?? '');
  });
  return {
    http,
    rail: new SandboxCollectionRail(SandboxCollectionRail.secretsFrom(environment.config)),
    authorize,
    referenceOf: (linkId) => references.add(linkId),
    written: async () => {
      const { rows } = await database.query<{ size: string; wal: string }>(
        `SELECT pg_database_size(current_database()) AS size, pg_current_wal_insert_lsn() - '0/0' AS wal`,
      );
      return { size: Number(rows[0]?.size), wal: Number(rows[0]?.wal) };
    },
    stop: async () => {
      await http.close();
      await database.end();
    },
  };
}

async function run(service: Service, receiver: WebhookReceiver, seconds: number): Promise<Journeys> {
  const journeys: Journeys = { started: 0, completed: 0, latencies: [] };
  const endsAt = performance.now() + seconds * 1_000;
  const payer = async (): Promise<void> => {
    while (performance.now() < endsAt) {
      journeys.started += 1;
      const sentAt = performance.now();
      const arrivedAt = await journey(service, receiver);
      journeys.completed += 1;
      journeys.latencies.push(arrivedAt - sentAt);
    }
  };
  await Promise.all(Array.from({ length: PAYERS }, payer));
  return journeys;
}

/** One collection. Resolves to the time at which its webhook arrived. */
async function journey(service: Service, receiver: WebhookReceiver): Promise<number> {
  const link = { amount: AMOUNT, currency: 'ARS', description: 'Order 1001' };
  const created = await call(service.http, 'POST', '/v1/payment-links', link, service.authorize());
  const { id } = (created as { data: { id: string } }).data;
  const arrived = receiver.completed(id);
  await call(service.http, 'POST', `/checkout/${id}/orders`, 'method=ars_transfer', {
    'content-type': 'application/x-www-form-urlencoded',
  });
  const reference = await service.referenceOf(id);
  const notification = {
    id: `${reference}:paid`,
    type: 'payment.received',
    reference,
    amount: AMOUNT,
    currency: 'ARS',
  };
  const body = JSON.stringify(notification);
  const timestamp = String(Math.floor(Date.now() / 1_000));
  await call(service.http, 'POST', `/providers/${SANDBOX_PROVIDER}/notifications`, body, {
    'x-rail-timestamp': timestamp,
    'x-rail-signature': service.rail.sign(timestamp, Buffer.from(body)),
  });
  return arrived;
}

async function call(
  http: Dispatcher,
  method: 'POST',
  path: string,
  content: object | string,
  headers: Record<string, string>,
): Promise<unknown> {
  const body = typeof content === 'string' ? content : JSON.stringify(content);
  const response = await http.request({
    method,
    path,
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
  const text = await response.body.text();
  if (response.statusCode >= 400) throw new Error(`${method} ${path} returned ${response.statusCode}: ${text}`);
  return text.startsWith('{') ? (JSON.parse(text) as unknown) : undefined;
}

function print({ completed, latencies }: Journeys, elapsed: number, seconds: number, cpuSeconds: number): void {
  const { p50, p99 } = percentilesOf(latencies);
  process.stdout.write(
    `${(completed / elapsed).toFixed(0)} collections/s: ${completed} in ${elapsed.toFixed(1)} s, ` +
      `of which ${((elapsed - seconds) * 1_000).toFixed(0)} ms draining\n` +
      `create to webhook: p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms; ` +
      `load and receiver used ${cpuSeconds.toFixed(1)} s of CPU\n`,
  );
}

/** Every link has one payment and one delivery, the wallet has exactly their money, and the books balance. */
async function checkIntegrity(environment: BenchEnvironment, receiver: WebhookReceiver): Promise<void> {
  const { config, databaseUrl, merchant } = environment;
  const database = new PostgresClient(databaseUrl);
  await database.connect();
  const { rows } = await database.query<Record<string, string>>(
    `SELECT (SELECT count(*) FROM payment_links WHERE status = 'completed') AS completed,
            (SELECT count(*) FROM payment_links) AS links,
            (SELECT count(*) FROM received_payments WHERE status = 'credited') AS payments,
            (SELECT count(*) FROM payment_exceptions) AS exceptions,
            (SELECT count(*) FROM webhook_deliveries d
              WHERE failed_at IS NULL AND NOT EXISTS (SELECT FROM webhook_queue q WHERE q.delivery_id = d.id)
                AND EXISTS (SELECT FROM webhook_delivery_attempts WHERE delivery_id = d.id AND error IS NULL)) AS delivered`,
  );
  await database.end();
  const counts = rows[0] ?? {};
  const links = counts['links'] ?? '0';
  const agree = [counts['completed'], counts['payments'], counts['delivered']].every((count) => count === links);
  await withBenchContext(config, databaseUrl, [LedgerModule, BooksModule], async (app) => {
    const wallet = await app.get(LedgerService).findWallet(merchant.walletId);
    const cents = BigInt((wallet?.balances.balance.toFixed() ?? '0').replace('.', ''));
    const books = await app.get(BooksProof).verify();
    const credited = agree && cents === CREDITED_CENTS * BigInt(links) && counts['exceptions'] === '0';
    const delivered = receiver.repeated === 0 && receiver.rejected === 0;
    process.stdout.write(
      `integrity: ${JSON.stringify(counts)}, wallet ${wallet?.balances.balance.toString() ?? 'missing'}, ` +
        `${receiver.repeated} webhooks repeated, ${receiver.rejected} rejected, books ${books.balanced ? 'balanced' : 'WRONG'}\n`,
    );
    if (!credited || !delivered || !books.balanced)
      throw new Error(`the collections do not add up: ${JSON.stringify(books)}`);
  });
}
