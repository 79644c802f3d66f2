import { aConfig } from '@app/platform/testing';
import { newId } from '@app/kernel';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { acquireEmbeddedPostgres, type EmbeddedPostgres } from '../../tools/embedded-postgres';
import { applyMigrations } from '../../tools/start/apply-migrations';
import { expectBooksBalanced } from '../support/books';
import { ensureBuilt, ServiceProcess } from '../support/processes';
import { TestRail, type RailOrderRecord } from '../support/rail';
import { TestService, type Merchant } from '../support/service';
import { scratchFolder } from '../support/test-database';

const PAYMENTS = Number(process.env['STRESS_PAYMENTS'] ?? 300);
const CONNECTIONS = 20;
/** The processes to kill in turn, each after a random number of acknowledged payments. */
const VICTIMS = ['api', 'postgres', 'postgres', 'api'] as const;
/** The longest delay of a kill after a response: the service has just begun its next batch then. */
const BATCH_MS = 20;
const LATEST_KILL = Math.floor(PAYMENTS / (VICTIMS.length + 2));

/** Uses a separate PostgreSQL server, durable as in production, because the shared one must survive. */
describe(`kill -9 of the API and of PostgreSQL while ${PAYMENTS} payments arrive`, () => {
  let folder: string;
  let server: EmbeddedPostgres;
  let merchant: Merchant;
  let orders: RailOrderRecord[];
  let api: ServiceProcess | undefined;

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
      await merchant.api.post('/v1/webhooks', { url: 'https://shop.example/hook' });
      orders = await openOrders(service, PAYMENTS);
    });
  }, 120_000);

  afterAll(async () => {
    await api?.end('SIGKILL');
    await server.stop();
  });

  /** One order opened by a payer, and copies of it. */
  async function openOrders(service: TestService, count: number): Promise<RailOrderRecord[]> {
    const linkId = await service.createLink(merchant);
    const order = await service.openOrder(linkId);
    const ids = Array.from({ length: count - 1 }, newId);
    const linkColumns = `kind, account_id, user_id, api_key_id, wallet_id, amount, amount_type, currency, currency_destiny,
      description, customer_paid_fee, expires_at, payment_method`;
    await service.sql(
      `INSERT INTO payment_links (id, ${linkColumns})
       SELECT copy.id, ${linkColumns} FROM payment_links l, unnest($2::uuid[]) AS copy (id) WHERE l.id = $1`,
      [linkId, ids],
    );
    await service.sql(
      `INSERT INTO checkout_orders (id, link_id, method, provider, provider_reference, payer, terms, instructions, expires_at)
       SELECT copy.id, copy.id, method, provider, 'copy_' || copy.id, payer, terms, instructions, expires_at
         FROM checkout_orders o, unnest($2::uuid[]) AS copy (id) WHERE o.link_id = $1`,
      [linkId, ids],
    );
    return [order, ...ids.map((id) => ({ ...order, reference: `copy_${id}` }))];
  }

  function killPostgres(): void {
    const [pid] = readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), 'SIGKILL');
  }

  /** Notifies the API of these payments over 20 connections, until a response is not 200. */
  async function notify(
    of: readonly RailOrderRecord[],
    onResponse: () => void = () => undefined,
  ): Promise<Set<RailOrderRecord>> {
    const rail = new TestRail(aConfig(), await api!.url());
    const [responded, left] = [new Set<RailOrderRecord>(), [...of]];
    let failed = false;
    const connection = async (): Promise<void> => {
      for (let order = left.pop(); order && !failed; order = left.pop()) {
        const status = await rail.paid(order).then(
          (response) => response.status,
          () => 0,
        );
        if (status !== 200) failed = true;
        else {
          responded.add(order);
          onResponse();
        }
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, connection));
    return responded;
  }

  const startApi = () => ServiceProcess.start('api', { DATABASE_URL: server.url });

  it('credits every payment once, with one delivery, after all notifications are repeated, and the books balance', async () => {
    let pending = orders;
    const kills: string[] = [];
    for (const victim of VICTIMS) {
      const running = (api ??= await startApi());
      const [after, laterMs] = [1 + Math.floor(Math.random() * LATEST_KILL), Math.floor(Math.random() * BATCH_MS)];
      let responses = 0;
      const kill = () => (victim === 'api' ? running.signal('SIGKILL') : killPostgres());
      const responded = await notify(pending, () => {
        responses += 1;
        if (responses !== after) return;
        kills.push(`${victim} ${laterMs} ms after response ${after}`);
        setTimeout(kill, laterMs);
      });
      pending = pending.filter((order) => !responded.has(order));
      if (victim === 'api') {
        await running.end('SIGKILL');
        api = undefined;
      } else expect(await server.revive()).toBe(true);
    }
    expect(kills).toHaveLength(VICTIMS.length);

    api = await startApi();
    const responded = await notify(orders);

    expect({ kills, responded: responded.size }).toEqual({ kills, responded: PAYMENTS });
    await within(async (service) => {
      const counts = await service.sql(
        `SELECT (SELECT count(*)::int FROM payment_links WHERE status = 'completed') AS completed,
                (SELECT count(*)::int FROM received_payments WHERE status = 'credited') AS credited,
                (SELECT count(*)::int FROM payment_exceptions) AS exceptions,
                (SELECT count(*)::int FROM webhook_deliveries) AS deliveries,
                (SELECT count(*)::int FROM provider_notifications WHERE status = 'settled') AS settled`,
      );
      expect({ kills, ...counts[0] }).toEqual({
        kills,
        completed: PAYMENTS,
        credited: PAYMENTS,
        exceptions: 0,
        deliveries: PAYMENTS,
        settled: PAYMENTS,
      });
      expect(await service.balance(merchant.local!.id)).toBe(`${14_265 * PAYMENTS}.00`);
      await expectBooksBalanced(service);
    });
  }, 300_000);
});
