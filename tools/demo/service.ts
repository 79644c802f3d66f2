import type { Config } from '@app/platform';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { request } from 'undici';
import { seedDemo, type DemoCredentials } from '../../apps/ops/src/seed-demo';
import { openDatabase } from '../start/service-database';
import { publishedPorts } from '../start/service-file';

/** A running service with a demo account. */
export interface DemoService {
  url: string;
  databaseUrl: string;
  config: Config;
  credentials: DemoCredentials;
  /** Stops only what was started for the demo. */
  release(): Promise<void>;
}

const START_WITHIN_MS = 60_000;

/**
 * The service that runs on `DATA_DIR`, or else on `PORT`, if it knows the demo account; otherwise a new one on free ports
 * with the same data.
 */
export async function findOrStartService(config: Config, say: (line: string) => void): Promise<DemoService> {
  const port = publishedPorts(config.dataDir)?.port ?? config.port;
  const running = `http://127.0.0.1:${port}`;
  const database = await openDatabase(config);
  try {
    if (await isServing(running)) {
      const credentials = await seedDemo(config, database.url);
      if ((await statusOf(`${running}/v1/wallets`, credentials.apiKey)) === 200) {
        say(`Using the service on ${running}.`);
        return { url: running, databaseUrl: database.url, config, credentials, release: () => database.stop() };
      }
      say(`The service on port ${port} does not know the demo account of this DATA_DIR.`);
    }
    const started = await startService(say);
    const credentials = await seedDemo(config, database.url);
    const release = async (): Promise<void> => {
      await started.stop();
      await database.stop();
    };
    return { url: started.url, databaseUrl: database.url, config, credentials, release };
  } catch (error) {
    await database.stop();
    throw error;
  }
}

async function startService(say: (line: string) => void): Promise<{ url: string; stop(): Promise<void> }> {
  const [port, opsPort, workerOpsPort] = await freePorts(3);
  const url = `http://127.0.0.1:${port}`;
  say(`Starting a service on ${url}.`);
  const child = spawn(process.execPath, [join(__dirname, '../start/main.js')], {
    env: {
      ...process.env,
      PORT: String(port),
      OPS_PORT: String(opsPort),
      WORKER_OPS_PORT: String(workerOpsPort),
      PUBLIC_URL: url,
      LOG_LEVEL: 'warn',
      // The demo receives its webhook on this machine, which a service on another database does not allow by itself.
      WEBHOOK_ALLOWED_NETWORKS: process.env.WEBHOOK_ALLOWED_NETWORKS || '127.0.0.0/8,::1/128',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      if (output.push(line) > 50) output.shift();
    });
  }
  const died = exited.then(() => {
    throw new Error(`the service did not start:\n${output.join('\n')}`);
  });
  // Stopping the service later also ends the process, which is not a failure then.
  died.catch(() => undefined);
  await Promise.race([died, waitUntilServing(url)]);
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await exited;
  };
  return { url, stop };
}

async function waitUntilServing(url: string): Promise<void> {
  const deadline = Date.now() + START_WITHIN_MS;
  while (!(await isServing(url))) {
    if (Date.now() > deadline) throw new Error(`nothing responds on ${url}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Whether our service responds there: it rejects a request without an API key with 401. */
async function isServing(url: string): Promise<boolean> {
  try {
    return (await statusOf(`${url}/v1/wallets`)) === 401;
  } catch {
    return false;
  }
}

async function statusOf(url: string, apiKey?: string): Promise<number> {
  const response = await request(url, {
    headers: apiKey ? { authorization: `Bearer ${apiKey}` } : {},
    signal: AbortSignal.timeout(2_000),
  });
  await response.body.dump();
  return response.statusCode;
}

async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0);
      await once(server, 'listening');
      return server;
    }),
  );
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
