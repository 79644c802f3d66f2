import { within } from '@app/kernel';
import type { Config } from '@app/platform';
import { join } from 'node:path';
import { seedDemo, type DemoCredentials } from '../../apps/ops/src/seed-demo';
import { applyMigrations } from './apply-migrations';
import { banner } from './banner';
import { lineFor } from './failure';
import { openDatabase, type ServiceDatabase } from './service-database';
import { publishPorts, withdrawPorts } from './service-file';
import { HopelessStartError, SupervisedProcess } from './supervised-process';

/** The processes first, because they use the database until they end. Longer than their own limit. */
const PROCESSES_STOP_MS = 26_000;
const DATABASE_STOP_MS = 1_000;
const DATABASE_CHECK_MS = 1_000;
/** A process that has failed six health checks in a row, for 30 s, is restarted. */
const LIVENESS = { everyMs: 5_000, failures: 6 };
/** How long the banner waits for the worker's port once the api is ready. */
const WORKER_READY_WITHIN_MS = 2_000;

/** The service on one machine: its database, its schema, its demo account, and its two processes. */
export class Launcher {
  private readonly say = (line: string): void => {
    process.stdout.write(`start  | ${line}\n`);
  };
  private database: Promise<ServiceDatabase> | undefined;
  private databaseUrl = '';
  private databaseCheck: NodeJS.Timeout | undefined;
  private readonly api = this.process('api', 'api');
  private readonly worker = this.process('worker', 'delivery-worker');
  private stopped: Promise<void> | undefined;

  constructor(private readonly config: Config) {
    // The reader of our output is gone (a closed terminal, a pager): the service continues.
    process.stdout.on('error', () => undefined);
  }

  /**
   * Resolves when the service is up and announced, or `stop` was called meanwhile. Rejects with a readable line when it
   * cannot start; call `stop` then to clean up.
   */
  async run(): Promise<void> {
    this.database = this.step(openDatabase(this.config, this.say), () => 'opened the database');
    const database = await this.database;
    this.databaseUrl = database.url;
    await this.step(applyMigrations(database.url, { say: this.say }), ({ length }) =>
      length > 0 ? `applied ${length} migrations` : 'found the schema up to date',
    );
    if (this.stopped) return;
    this.api.start();
    this.worker.start();
    this.watch(database);
    try {
      await this.announce(database);
      await Promise.all([this.api.ready, this.worker.ready]);
    } catch (error) {
      throw error instanceof HopelessStartError ? new Error(this.advice(error)) : error;
    }
  }

  /** Stops the processes and then the database. What runs has time to end. */
  stop(): Promise<void> {
    this.stopped ??= this.stopAll();
    return this.stopped;
  }

  /** Makes a running `stop` kill the processes instead of waiting for them. */
  killProcesses(): void {
    this.api.kill();
    this.worker.kill();
  }

  private async stopAll(): Promise<void> {
    clearInterval(this.databaseCheck);
    withdrawPorts(this.config.dataDir);
    if (this.databaseCheck) this.say('stopping');
    await Promise.all([this.api.stop(PROCESSES_STOP_MS), this.worker.stop(PROCESSES_STOP_MS)]);
    const database = await within(PROCESSES_STOP_MS, async () => this.database?.catch(() => undefined));
    await database?.stop({ withinMs: DATABASE_STOP_MS }).catch((error: unknown) => this.say(lineFor(error)));
    if (this.databaseCheck) this.say('stopped');
  }

  private process(name: string, app: string): SupervisedProcess {
    return new SupervisedProcess({
      name,
      entry: join(__dirname, `../../apps/${app}/src/main.js`),
      environment: () => ({
        ...process.env,
        DATABASE_URL: this.databaseUrl,
        DATABASE_URL_FILE: '',
        // No load balancer waits for the processes to be no longer ready.
        SHUTDOWN_GRACE: '0s',
        // The processes cannot tell the embedded database from another one, and the default depends on that.
        WEBHOOK_ALLOWED_NETWORKS: this.config.webhookAllowedNetworks.join(','),
      }),
      write: (text, done) => process.stdout.write(text, done),
      log: this.say,
      liveness: () => ({ ...LIVENESS, host: reachable(this.config.opsHost) }),
    });
  }

  private async announce(database: ServiceDatabase): Promise<void> {
    const { config } = this;
    const api = Promise.race([this.api.ready, failureOf(this.worker.ready)]);
    const [{ port, opsPort }, demo] = await Promise.all([
      this.step(api, () => 'started the API'),
      this.step(this.seed(), (seeded) => seeded && 'prepared the demo account'),
    ]);
    const worker = await within(WORKER_READY_WITHIN_MS, () => this.worker.ready);
    if (this.stopped) return;
    const running = {
      port: port ?? config.port,
      opsPort: opsPort ?? config.opsPort,
      workerOpsPort: worker?.opsPort ?? config.workerOpsPort,
    };
    // Without a demo account no other command needs to find the service.
    if (demo) publishPorts(config.dataDir, running);
    process.stdout.write(banner({ config, ...running, database: database.description, demo }));
  }

  /** Says what was done and how long it took; nothing if it failed, or if `told` returns nothing. */
  private async step<T>(work: Promise<T>, told: (result: T) => string | undefined): Promise<T> {
    const startedAt = performance.now();
    const result = await work;
    const line = told(result);
    if (line !== undefined && !this.stopped)
      this.say(`${line} in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`);
    return result;
  }

  private advice({ message, port }: HopelessStartError): string {
    const { config } = this;
    const variables = {
      PORT: config.port,
      OPS_PORT: config.opsPort,
      WORKER_OPS_PORT: config.workerOpsPort,
    };
    const variable = Object.entries(variables).find(([, value]) => value === port)?.[0];
    return variable ? `${message}: set ${variable} to a free one` : message;
  }

  /** The service also works without its demo account, so a failure here is only logged. */
  private async seed(): Promise<DemoCredentials | undefined> {
    if (this.config.environment === 'production') return undefined;
    try {
      return await seedDemo(this.config, this.databaseUrl);
    } catch (error) {
      if (!this.stopped) this.say(`the demo account could not be created: ${lineFor(error)}`);
      return undefined;
    }
  }

  /** Restarts an embedded server that has died. The processes reconnect automatically unless its port changed. */
  private watch(database: ServiceDatabase): void {
    let busy = false;
    const check = async (): Promise<void> => {
      if (busy || this.stopped) return;
      busy = true;
      try {
        if (await database.revive()) this.say('PostgreSQL crashed and was restarted');
        if (database.url !== this.databaseUrl) {
          this.databaseUrl = database.url;
          this.api.renew();
          this.worker.renew();
        }
      } catch (error) {
        this.say(lineFor(error));
      } finally {
        busy = false;
      }
    };
    this.databaseCheck = setInterval(() => void check(), DATABASE_CHECK_MS);
  }
}

/** The address under which a server that listens there is reached from this machine. */
function reachable(host: string): string {
  return { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
}

/** Never resolves: only the failure counts. */
function failureOf(promise: Promise<unknown>): Promise<never> {
  return promise.then(() => new Promise<never>(() => undefined));
}
