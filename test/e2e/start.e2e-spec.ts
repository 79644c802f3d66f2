import { cpSync, existsSync, symlinkSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { until } from '../support/conditions';
import { HttpClient } from '../support/http-client';
import { ensureBuilt, run, runToEnd, type RunningProcess } from '../support/processes';
import { createScratchDatabase, scratchFolder } from '../support/test-database';

const START_WITHIN_MS = 60_000;

/** `npm start` in a separate process, and its output. */
class Launched {
  private constructor(
    readonly process: RunningProcess,
    readonly dataDir: string,
    readonly banner: string,
  ) {}

  static async start(dataDir: string, env: Record<string, string> = {}): Promise<Launched> {
    const ports = { PORT: '0', OPS_PORT: '0', WORKER_OPS_PORT: '0' };
    const process = run('tools/run.js', ['start'], { ...ports, ...env, DATA_DIR: dataDir });
    let ended = false;
    void process.ended.then(() => (ended = true));
    const runs = () => {
      if (ended) throw new Error(`npm start ended: ${process.stdout}${process.stderr}`);
      return process.stdout.includes('Ctrl-C stops it.');
    };
    try {
      await until('the service runs', runs, START_WITHIN_MS);
    } catch (error) {
      await process.end('SIGKILL');
      throw error;
    }
    return new Launched(process, dataDir, process.stdout);
  }

  /** The value of a row of the banner. */
  row(label: string): string {
    const found = new RegExp(`^  ${label} +(.+)$`, 'm').exec(this.banner)?.[1];
    if (!found) throw new Error(`the banner has no row ${label}: ${this.banner}`);
    return found;
  }

  get apiKey(): string {
    return this.row('API key');
  }

  get url(): string {
    return this.row('API').replace(/\/v1$/, '').replace('localhost', '127.0.0.1');
  }

  get api(): HttpClient {
    return new HttpClient(this.url, { authorization: `Bearer ${this.apiKey}` });
  }

  /** Addresses that respond as long as one of the two processes runs. */
  get addresses(): string[] {
    const operational = [...this.row('Health, metrics').matchAll(/http:\/\/localhost:\d+/g)].map(
      ([address]) => address,
    );
    return [this.url, ...operational];
  }

  async createLink(): Promise<string> {
    const body = { amount: 15000, currency: 'ARS', description: 'Order 1001' };
    return (await this.api.post('/v1/payment-links', body)).body.data.id as string;
  }

  /** Resolves when neither process listens. */
  async silent(withinMs: number): Promise<void> {
    const responses = (address: string) =>
      new HttpClient(address).get('/').then(
        () => true,
        () => false,
      );
    await until(
      'both processes have ended',
      async () => (await Promise.all(this.addresses.map(responses))).every((responded) => !responded),
      withinMs,
    );
  }

  get isDatabaseRunning(): boolean {
    return existsSync(join(this.dataDir, 'postgres/postmaster.pid'));
  }
}

describe('npm start', () => {
  const launched: Launched[] = [];
  let first: Launched;
  let second: Launched;

  async function start(dataDir: string, env?: Record<string, string>): Promise<Launched> {
    const started = await Launched.start(dataDir, env);
    launched.push(started);
    return started;
  }

  beforeAll(async () => {
    await ensureBuilt();
    const port = await freePort();
    [first, second] = await Promise.all([start(scratchFolder(), { PORT: String(port) }), start(scratchFolder())]);
  }, 120_000);

  afterAll(async () => {
    await Promise.all(launched.map(({ process }) => process.end('SIGTERM')));
  }, 30_000);

  it('prints an example request that works unchanged, and returns the address of a checkout page', async () => {
    const request = /^ *(curl .+)$/m.exec(first.banner)![1]!;
    const [, url] = / -X POST (\S+)/.exec(request)!;
    const headers = Object.fromEntries(
      [...request.matchAll(/-H '([^:]+): ([^']+)'/g)].map(([, name, value]) => [name, value]),
    );
    const [, body] = / -d '(.+)'$/.exec(request)!;

    const response = await fetch(url!, { method: 'POST', headers, body });
    const { data } = (await response.json()) as { data: { url: string } };

    expect(response.status).toBe(201);
    expect((await fetch(data.url)).status).toBe(200);
  });

  it('prints the health addresses of both processes', async () => {
    const [, ...operational] = first.addresses;
    const responses = await Promise.all(operational.map((address) => new HttpClient(address).get('/health/ready')));

    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('runs next to another instance with other data, and neither accepts the other’s key', async () => {
    const foreign = new HttpClient(second.url, { authorization: `Bearer ${first.apiKey}` });

    expect((await second.api.get('/v1/wallets')).status).toBe(200);
    expect((await foreign.get('/v1/wallets')).status).toBe(401);
  });

  it('lets the staff’s tool join the embedded server by DATA_DIR', async () => {
    const { code, stdout } = await runToEnd('tools/run.js', ['ops', 'books:verify', '--json'], {
      DATA_DIR: first.dataDir,
    });

    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ balanced: true, checked: { wallets: 2 } });
  });

  it('lets the demo find the service of DATA_DIR, whatever its port is', async () => {
    const { code, stdout } = await runToEnd('tools/run.js', ['demo'], { DATA_DIR: second.dataDir });

    expect(stdout).toContain(`Using the service on ${second.url}.`);
    expect(code).toBe(0);
  }, 60_000);

  it('stops everything within 5 s on SIGTERM, and finds its data at the next start', async () => {
    const linkId = await second.createLink();
    const signalledAt = performance.now();
    const { code } = await second.process.end('SIGTERM');

    expect({ code, inTime: performance.now() - signalledAt < 5_000 }).toEqual({ code: 0, inTime: true });
    await second.silent(0);
    expect(second.isDatabaseRunning).toBe(false);

    const again = await start(second.dataDir);
    expect(again.apiKey).toBe(second.apiKey);
    expect(again.banner).not.toContain('migrations');
    expect((await again.api.get(`/v1/payment-links/${linkId}`)).status).toBe(200);
  }, 60_000);

  it('leaves no running process after kill -9, and recovers with the same data', async () => {
    const linkId = await first.createLink();
    await first.process.end('SIGKILL');
    await first.silent(10_000);

    const again = await start(first.dataDir);

    expect(again.apiKey).toBe(first.apiKey);
    expect((await again.api.get(`/v1/payment-links/${linkId}`)).body.data.status).toBe('active');
  }, 60_000);

  it('says in one line that a port is in use, and how to choose another', async () => {
    const server = createServer().listen(0);
    await once(server, 'listening');
    const port = String((server.address() as AddressInfo).port);
    const database = await createScratchDatabase();

    const { code, stderr } = await runToEnd('tools/run.js', ['start'], {
      PORT: port,
      OPS_PORT: '0',
      WORKER_OPS_PORT: '0',
      DATABASE_URL: database.url,
      DATA_DIR: scratchFolder(),
    });

    expect(code).toBe(1);
    expect(stderr).toBe(`Port ${port} is in use by another program: set PORT to a free one\n`);
    server.close();
    await database.drop();
  }, 60_000);

  it('rejects production with nothing set before it builds anything, and lists every problem', async () => {
    const checkout = unbuiltCheckout();

    const { code, stdout, stderr } = await runToEnd(join(checkout, 'tools/run.js'), ['start'], {
      SERVICE_ENVIRONMENT: 'production',
      DATA_DIR: scratchFolder(),
    });

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    const variables = [...stderr.matchAll(/^Configuration: ([A-Z_]+) /gm)].map(([, name]) => name);
    expect(variables.sort()).toEqual([
      'ALLOW_SIMULATED_RAILS',
      'API_KEY_PEPPER',
      'DATABASE_URL',
      'FX_SOURCE',
      'PLATFORM_WEBHOOK_SECRET',
      'PUBLIC_URL',
      'SECRETS_KEY',
      'SMTP_URL',
    ]);
    expect(stderr.split('\n')).toHaveLength(variables.length + 1);
    expect(existsSync(join(checkout, 'dist'))).toBe(false);
  }, 60_000);

  // The specs of the configuration test every variable.
  it('rejects an invalid configuration with one line that names the variable, and exit code 1', async () => {
    const { code, stderr } = await runToEnd('tools/run.js', ['start'], { DATA_DIR: scratchFolder(), PORT: 'http' });

    expect(code).toBe(1);
    expect(stderr).toMatch(/^Configuration: PORT must [^\n]+\n$/);
  }, 60_000);
});

/** A folder with the sources as after a fresh checkout, and the installed packages. */
function unbuiltCheckout(): string {
  const [root, checkout] = [join(__dirname, '../..'), scratchFolder()];
  for (const name of ['apps', 'libs', 'migrations', 'node_modules', 'package.json', 'tsconfig.json']) {
    symlinkSync(join(root, name), join(checkout, name));
  }
  cpSync(join(root, 'tools'), join(checkout, 'tools'), { recursive: true });
  return checkout;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
