import { newId } from '@app/kernel';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool, type QueryResultRow } from 'pg';
import { acquireEmbeddedPostgres, type EmbeddedPostgres } from '../../tools/embedded-postgres';
import { applyMigrations } from '../../tools/start/apply-migrations';
import { until } from '../support/conditions';
import { HttpClient } from '../support/http-client';
import { ensureBuilt, ServiceProcess } from '../support/processes';
import { TestService } from '../support/service';
import { scratchFolder } from '../support/test-database';

/** Connections over which `sendAll` sends. */
export const CONNECTIONS = 20;
/** Trials send more requests from one address than people do. */
const WIDE_LIMITS = { IP_RATE_LIMIT: '1000000', ANONYMOUS_RATE_LIMIT: '1000000', PANEL_RATE_LIMIT: '1000000' };

type App = 'api' | 'delivery-worker';
export type Victim = App | 'postgres';

/**
 * The API and the worker as processes on a PostgreSQL server of their own, durable as in production: a trial kills each
 * of them, and the server that tests share must survive.
 */
export class KillableService {
  private readonly running = new Map<App, Promise<ServiceProcess>>();
  private pool: Pool | undefined;

  private constructor(
    private readonly folder: string,
    private readonly server: EmbeddedPostgres,
    private readonly env: Readonly<Record<string, string>>,
  ) {}

  /** With the database alone; `env` configures the processes. */
  static async start(env: Readonly<Record<string, string>> = {}): Promise<KillableService> {
    await ensureBuilt();
    const folder = scratchFolder();
    const server = await acquireEmbeddedPostgres({ dataDir: folder });
    await applyMigrations(server.url);
    return new KillableService(folder, server, { ...WIDE_LIMITS, ...env });
  }

  get databaseUrl(): string {
    return this.server.url;
  }

  /** A client of the API, which starts unless it runs. */
  async api(): Promise<HttpClient> {
    return new HttpClient(await this.apiUrl());
  }

  async apiUrl(): Promise<string> {
    return (await this.process('api')).url();
  }

  /** Starts the processes that do not run. */
  async startAll(): Promise<void> {
    await Promise.all([this.process('api'), this.process('delivery-worker')]);
  }

  /** Work with a service in this process on the same database. */
  async within<T>(work: (service: TestService) => Promise<T>): Promise<T> {
    const service = await TestService.start({ env: { ...this.env, DATABASE_URL: this.server.url } });
    try {
      return await work(service);
    } finally {
      await service.stop();
    }
  }

  /** Executes the statement as the service's role. */
  async sql<R extends QueryResultRow>(statement: string, parameters: readonly unknown[] = []): Promise<R[]> {
    // A connection that PostgreSQL's end breaks is replaced.
    this.pool ??= new Pool({ connectionString: this.server.url, max: 1 }).on('error', () => undefined);
    return (await this.pool.query<R>(statement, [...parameters])).rows;
  }

  /** Kills a running process at once. Resolves when it has ended; PostgreSQL ends with its connections a moment later. */
  async kill(victim: Victim): Promise<void> {
    if (victim === 'postgres') return this.killPostgres();
    const killed = this.running.get(victim);
    this.running.delete(victim);
    await (await killed)?.end('SIGKILL');
  }

  /**
   * Kills the victim that long after one of the next acknowledgements, at random and at most the `latest`. `isEnough` is for
   * `sendAll`, and counts them; `ended` throws when they were too few.
   */
  killSoon(victim: Victim, latest: number, inMs = 0) {
    const after = randomUpTo(latest);
    let [count, isKilled] = [0, false];
    let killed: Promise<void> | undefined;
    const kill = async () => {
      await pause(inMs);
      isKilled = true;
      await this.kill(victim);
    };
    const isEnough = () => {
      count += 1;
      if (count === after) killed = kill();
      return isKilled;
    };
    const plan = `${victim}, ${inMs} ms after acknowledgement ${after}`;
    const ended = async () => {
      if (!killed) throw new Error(`only ${count} acknowledgements, and not killed: ${plan}`);
      await killed;
    };
    return { plan, isEnough, ended };
  }

  /** Starts PostgreSQL after it was killed, and waits until the surviving API has replaced its connections. */
  async revive(): Promise<void> {
    await this.closePool();
    // A killed process lives a moment longer.
    await until('PostgreSQL has ended and started again', () => this.server.revive());
    const api = await this.api();
    const isServed = async () => (await api.get(`/checkout/${newId()}`)).status === 404;
    await until('the API is back', async () =>
      (await Promise.all(Array.from({ length: CONNECTIONS }, isServed))).every(Boolean),
    );
  }

  async stop(): Promise<void> {
    await Promise.allSettled([...this.running.keys()].map((app) => this.kill(app)));
    await this.closePool();
    await this.server.stop();
  }

  /** PostgreSQL may get another port when it starts again. */
  private async closePool(): Promise<void> {
    await this.pool?.end();
    this.pool = undefined;
  }

  private killPostgres(): void {
    const [pid] = readFileSync(join(this.folder, 'postgres/postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), 'SIGKILL');
  }

  private process(app: App): Promise<ServiceProcess> {
    let started = this.running.get(app);
    if (!started) {
      started = ServiceProcess.start(app, { ...this.env, DATABASE_URL: this.server.url });
      this.running.set(app, started);
    }
    return started;
  }
}

/**
 * Sends each item over 20 connections, until `send` resolves to false or throws, or `isEnough` is true after one that is
 * acknowledged. Returns those that are.
 */
export async function sendAll<T>(
  items: readonly T[],
  send: (item: T) => Promise<boolean>,
  isEnough: () => boolean = () => false,
): Promise<Set<T>> {
  const [acknowledged, left] = [new Set<T>(), [...items]];
  let stopped = false;
  const connection = async (): Promise<void> => {
    for (let item = left.pop(); item !== undefined && !stopped; item = left.pop()) {
      const isDone = await send(item).catch(() => false);
      if (isDone) acknowledged.add(item);
      stopped ||= !isDone || isEnough();
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  return acknowledged;
}

/** From 1. */
export function randomUpTo(largest: number): number {
  return 1 + Math.floor(Math.random() * largest);
}
