import { newId, UnitOfWork } from '@app/kernel';
import { EventPublisher, WebhookEndpoints, WebhooksModule } from '@app/webhooks';
import type { INestApplicationContext } from '@nestjs/common';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createSilentServer, type AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { DataSource } from 'typeorm';
import { withBenchContext } from '../../tools/bench/context';
import { benchEnvironment, type BenchEnvironment } from '../../tools/bench/environment';
import { percentilesOf } from '../../tools/bench/figures';
import { ensureBuilt } from '../support/processes';

/**
 * Receivers that accept connections and never respond, beside a merchant whose receiver responds at once. Prints how long
 * that merchant's deliveries took from the event to the receiver, from the first event of a worker that knows nothing.
 *
 *     node test/stress/run.js silent-receivers [folder of another checkout, built]
 */
const SCENES = [
  { name: 'three accounts with 50 silent endpoints each', accounts: 3, endpoints: 50 },
  { name: '130 merchants with one hanging receiver each', accounts: 130, endpoints: 1 },
] as const;
/** Deliveries queued for each silent endpoint: more than the worker can try during the attack. */
const BACKLOG = 20;
const ATTACK_MS = 30_000;
const EVERY_MS = 100;
/** How long deliveries are still waited for. One that does not arrive counts as if it did at the end. */
const DRAIN_MS = 60_000;

interface Receivers {
  silentUrl: string;
  quickUrl: string;
  /** When each event arrived. */
  arrived: Map<string, number>;
  close(): void;
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

async function startReceivers(): Promise<Receivers> {
  const arrived = new Map<string, number>();
  const silent = createSilentServer((socket) => socket.on('error', () => undefined).resume());
  const quick = createServer((request, response) => {
    const at = performance.now();
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { id } = JSON.parse(Buffer.concat(chunks).toString()) as { id: string };
      if (!arrived.has(id)) arrived.set(id, at);
      response.end();
    });
  });
  const addresses = [silent, quick].map(async (server) => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  const [silentUrl = '', quickUrl = ''] = await Promise.all(addresses);
  return {
    silentUrl,
    quickUrl,
    arrived,
    close: () => {
      silent.close();
      quick.close();
      quick.closeAllConnections();
    },
  };
}

async function merchant(app: INestApplicationContext, urls: readonly string[]): Promise<string> {
  const accountId = newId();
  await app
    .get(DataSource)
    .query(`INSERT INTO accounts (id, slug, name, country) VALUES ($1, $2, 'Stress', 'AR')`, [
      accountId,
      accountId.replaceAll('-', ''),
    ]);
  for (const url of urls) {
    await app.get(WebhookEndpoints).create({ accountId, apiKeyId: null }, { type: 'system', name: 'stress' }, { url });
  }
  return accountId;
}

function publish(app: INestApplicationContext, accountId: string, ids: readonly string[]): Promise<void> {
  const events = ids.map((id) => ({
    id,
    accountId,
    type: 'payment.completed' as const,
    createdAt: new Date(),
    data: {},
  }));
  return app.get(UnitOfWork).run((tx) => app.get(EventPublisher).publish(tx, events));
}

async function latencies(app: INestApplicationContext, receivers: Receivers, scene: (typeof SCENES)[number]) {
  const quick = await merchant(app, [`${receivers.quickUrl}/`]);
  for (let account = 0; account < scene.accounts; account++) {
    const urls = Array.from({ length: scene.endpoints }, (_, index) => `${receivers.silentUrl}/${index}`);
    const accountId = await merchant(app, urls);
    await publish(app, accountId, Array.from({ length: BACKLOG }, newId));
  }
  const published = new Map<string, number>();
  const endsAt = performance.now() + ATTACK_MS;
  while (performance.now() < endsAt) {
    const id = newId();
    published.set(id, performance.now());
    await publish(app, quick, [id]);
    await pause(EVERY_MS);
  }
  const giveUpAt = performance.now() + DRAIN_MS;
  const missing = () => [...published.keys()].filter((id) => !receivers.arrived.has(id)).length;
  while (missing() > 0 && performance.now() < giveUpAt) await pause(EVERY_MS);
  const now = performance.now();
  return {
    missing: missing(),
    times: [...published].map(([id, at]) => (receivers.arrived.get(id) ?? now) - at),
  };
}

async function run(folder: string, environment: BenchEnvironment, scene: (typeof SCENES)[number]): Promise<void> {
  const { config, databaseUrl } = environment;
  const receivers = await startReceivers();
  await withBenchContext(config, databaseUrl, [WebhooksModule], async (app) => {
    await app
      .get(DataSource)
      .query('TRUNCATE webhook_queue, webhook_delivery_attempts, webhook_deliveries, webhook_events');
    const env = {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: config.dataDir,
      WORKER_OPS_PORT: '0',
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    };
    const worker = fork(resolve(folder, 'dist/apps/delivery-worker/src/main.js'), {
      env,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const exited = once(worker, 'exit');
    await once(worker, 'message');
    const { times, missing } = await latencies(app, receivers, scene);
    worker.kill('SIGTERM');
    await exited;
    const { p50, p99 } = percentilesOf(times);
    process.stdout.write(
      `${scene.name}: ${times.length} events, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, ` +
        `longest ${Math.max(...times).toFixed(0)} ms, ${missing} not delivered\n`,
    );
  });
  receivers.close();
}

export async function main(args: readonly string[]): Promise<void> {
  const folder = args[0] ?? resolve(__dirname, '../..');
  if (args[0] === undefined) await ensureBuilt();
  const environment = await benchEnvironment();
  try {
    for (const scene of SCENES) await run(folder, environment, scene);
  } finally {
    await environment.stop();
  }
}
