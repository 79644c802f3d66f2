import { newId } from '@app/kernel';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { acquireEmbeddedPostgres, type EmbeddedPostgres } from '../../tools/embedded-postgres';
import { applyMigrations } from '../../tools/start/apply-migrations';
import { expectBooksBalanced } from '../support/books';
import { until } from '../support/conditions';
import type { HttpClient } from '../support/http-client';
import { panelOf, signIn } from '../support/panel';
import { ensureBuilt, ServiceProcess } from '../support/processes';
import { TestService, type Merchant } from '../support/service';
import { scratchFolder } from '../support/test-database';

const CONNECTIONS = 20;
/** The processes to kill in turn, each after a random number of acknowledged orders, while the others continue. */
const VICTIMS = ['api', 'delivery-worker', 'postgres', 'api', 'postgres'] as const;

/** Orders of one kind, which the worker hands to the sandbox. */
export interface CrashWork {
  /** What is ordered, in the plural; also the table. */
  readonly name: 'payouts' | 'refunds';
  readonly count: number;
  /** Gives the wallet what all orders take, and returns the request that places one. */
  readonly prepare: (
    service: TestService,
    merchant: Merchant,
    panel: HttpClient,
  ) => Promise<{ readonly path: string; readonly body: object }>;
}

/**
 * Kills the API, the worker and PostgreSQL while orders are placed. Uses a separate PostgreSQL server, durable as in
 * production, because the shared one must survive.
 */
export function crashTrial({ name, count, prepare }: CrashWork): void {
  let folder: string;
  let server: EmbeddedPostgres;
  let merchant: Merchant;
  let token: string;
  let order: Awaited<ReturnType<CrashWork['prepare']>>;
  const latestKill = Math.floor(count / (VICTIMS.length + 2));
  const running = new Map<'api' | 'delivery-worker', ServiceProcess>();

  async function within<T>(work: (service: TestService) => Promise<T>): Promise<T> {
    const service = await TestService.start({ env: { DATABASE_URL: server.url } });
    try {
      return await work(service);
    } finally {
      await service.stop();
    }
  }

  beforeAll(async () => {
    await ensureBuilt();
    folder = scratchFolder();
    server = await acquireEmbeddedPostgres({ dataDir: folder });
    await applyMigrations(server.url);
    await within(async (service) => {
      merchant = await service.merchant();
      const session = await signIn(service, merchant);
      token = session.token;
      order = await prepare(service, merchant, session.panel);
    });
  }, 120_000);

  afterAll(async () => {
    await Promise.all([...running.values()].map((process) => process.end('SIGKILL')));
    await server.stop();
  });

  async function start(app: 'api' | 'delivery-worker'): Promise<ServiceProcess> {
    const env = { DATABASE_URL: server.url, SANDBOX_PAYOUT_DELAY: '1ms' };
    const process = running.get(app) ?? (await ServiceProcess.start(app, env));
    running.set(app, process);
    return process;
  }

  function kill(victim: (typeof VICTIMS)[number]): void {
    if (victim !== 'postgres') return running.get(victim)!.signal('SIGKILL');
    const [pid] = readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), 'SIGKILL');
  }

  async function waitForEnd(victim: 'api' | 'delivery-worker'): Promise<void> {
    await running.get(victim)!.ended;
    running.delete(victim);
  }

  /** Starts PostgreSQL again, and waits until the surviving API has replaced its connections. */
  async function restartPostgres(): Promise<void> {
    expect(await server.revive()).toBe(true);
    const panel = panelOf(await running.get('api')!.url(), token);
    const isServed = async () => (await panel.get('/auth/me')).status === 200;
    await until('the API is back', async () =>
      (await Promise.all(Array.from({ length: CONNECTIONS }, isServed))).every(Boolean),
    );
  }

  /** Places orders over 20 connections, each under its own key, until a response is not 201 or enough are ordered. */
  async function orderAll(keys: readonly string[], isEnough: () => boolean = () => false): Promise<Set<string>> {
    const panel = panelOf(await (await start('api')).url(), token);
    const [responded, left] = [new Set<string>(), [...keys]];
    let stopped = false;
    const connection = async (): Promise<void> => {
      for (let key = left.pop(); key !== undefined && !stopped; key = left.pop()) {
        const status = await panel.post(order.path, order.body, { 'idempotency-key': key }).then(
          (response) => response.status,
          () => 0,
        );
        if (status !== 201) stopped = true;
        else {
          responded.add(key);
          if (isEnough()) stopped = true;
        }
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, connection));
    return responded;
  }

  /** The leases of a killed process would expire after a minute; this expires them now. */
  async function expireLeases(service: TestService): Promise<void> {
    await service.sql('UPDATE idempotency_keys SET lease_until = now() WHERE lease_until IS NOT NULL');
    await service.sql(`UPDATE ${name} SET next_attempt_at = now(), leased_until = NULL WHERE leased_until > now()`);
    await service.sql('UPDATE sandbox_payouts SET due_at = now() WHERE due_at > now()');
    await service.sql('UPDATE provider_notifications SET next_attempt_at = now() WHERE next_attempt_at > now()');
  }

  it(`each of ${count} ${name} is ordered once and paid once, no hold is lost, and the books balance`, async () => {
    let pending: string[] = Array.from({ length: count }, newId);
    const keys = pending;
    for (const victim of VICTIMS) {
      await Promise.all([start('delivery-worker'), start('api')]);
      const after = 1 + Math.floor(Math.random() * latestKill);
      let responses = 0;
      const responded = await orderAll(pending, () => {
        responses += 1;
        if (responses !== after) return false;
        kill(victim);
        return true;
      });
      pending = pending.filter((key) => !responded.has(key));
      expect(responses).toBeGreaterThanOrEqual(after);
      if (victim === 'postgres') await restartPostgres();
      else await waitForEnd(victim);
      await within(expireLeases);
    }

    await Promise.all([start('delivery-worker'), start('api')]);
    // Repeats every order: those that exist are replayed.
    expect((await orderAll(keys)).size).toBe(count);
    await within(async (service) => {
      const counts = async () => {
        const [row] = await service.sql(
          `SELECT (SELECT count(*)::int FROM ${name}) AS ordered,
             (SELECT count(*)::int FROM ${name} WHERE status = 'completed') AS completed,
             (SELECT count(*)::int FROM sandbox_payouts WHERE paid_count = 1) AS paid_once,
             (SELECT count(*)::int FROM sandbox_payouts) AS at_the_rail,
             (SELECT count(*)::int FROM hold_resolutions WHERE outcome = 'captured') AS captured`,
        );
        return row as { completed: number };
      };
      await until('every one is completed', async () => (await counts()).completed === count, 60_000);
      expect(await counts()).toEqual({
        ordered: count,
        completed: count,
        paid_once: count,
        at_the_rail: count,
        captured: count,
      });
      expect(await service.balance(merchant.local!.id)).toBe('0.00');
      await expectBooksBalanced(service);
    });
  }, 300_000);
}
