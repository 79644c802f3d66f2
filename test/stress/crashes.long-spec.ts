import { aConfig } from '@app/platform/testing';
import { newId } from '@app/kernel';
import { expectBooksBalanced } from '../support/books';
import { TestRail, type RailOrderRecord } from '../support/rail';
import type { Merchant, TestService } from '../support/service';
import { KillableService, sendAll } from './killable-service';

const PAYMENTS = Number(process.env['STRESS_PAYMENTS'] ?? 300);
/** The processes to kill in turn, each after a random number of acknowledged payments. */
const VICTIMS = ['api', 'postgres', 'postgres', 'api'] as const;
/** The longest delay of a kill after a response: the service has just begun its next batch then. */
const BATCH_MS = 20;
const LATEST_KILL = Math.floor(PAYMENTS / (VICTIMS.length + 2));

describe(`kill -9 of the API and of PostgreSQL while ${PAYMENTS} payments arrive`, () => {
  let service: KillableService;
  let merchant: Merchant;
  let orders: RailOrderRecord[];

  beforeAll(async () => {
    service = await KillableService.start();
    await service.within(async (inProcess) => {
      merchant = await inProcess.merchant();
      await merchant.api.post('/v1/webhooks', { url: 'https://shop.example/hook' });
      orders = await openOrders(inProcess, PAYMENTS);
    });
  }, 120_000);

  afterAll(() => service.stop());

  /** One order opened by a payer, and copies of it. */
  async function openOrders(inProcess: TestService, count: number): Promise<RailOrderRecord[]> {
    const linkId = await inProcess.createLink(merchant);
    const order = await inProcess.openOrder(linkId);
    const ids = Array.from({ length: count - 1 }, newId);
    const linkColumns = `kind, account_id, user_id, api_key_id, wallet_id, amount, amount_type, currency, currency_destiny,
      description, customer_paid_fee, expires_at, payment_method`;
    await inProcess.sql(
      `INSERT INTO payment_links (id, ${linkColumns})
       SELECT copy.id, ${linkColumns} FROM payment_links l, unnest($2::uuid[]) AS copy (id) WHERE l.id = $1`,
      [linkId, ids],
    );
    await inProcess.sql(
      `INSERT INTO checkout_orders (id, link_id, method, provider, provider_reference, payer, terms, instructions, expires_at)
       SELECT copy.id, copy.id, method, provider, 'copy_' || copy.id, payer, terms, instructions, expires_at
         FROM checkout_orders o, unnest($2::uuid[]) AS copy (id) WHERE o.link_id = $1`,
      [linkId, ids],
    );
    return [order, ...ids.map((id) => ({ ...order, reference: `copy_${id}` }))];
  }

  /** Notifies the API of these payments, until a response is not 200. */
  async function notify(of: readonly RailOrderRecord[], isEnough?: () => boolean): Promise<Set<RailOrderRecord>> {
    const rail = new TestRail(aConfig(), await service.apiUrl());
    const send = async (order: RailOrderRecord) => (await rail.paid(order)).status === 200;
    return sendAll(of, send, isEnough);
  }

  it('credits every payment once, with one delivery, after all notifications are repeated, and the books balance', async () => {
    let pending = orders;
    const kills: string[] = [];
    for (const victim of VICTIMS) {
      await service.apiUrl();
      const { plan, isEnough, ended } = service.killSoon(victim, LATEST_KILL, Math.floor(Math.random() * BATCH_MS));
      kills.push(plan);
      const responded = await notify(pending, isEnough);
      await ended();
      pending = pending.filter((order) => !responded.has(order));
      if (victim === 'postgres') await service.revive();
    }

    const responded = await notify(orders);

    expect({ kills, responded: responded.size }).toEqual({ kills, responded: PAYMENTS });
    await service.within(async (inProcess) => {
      const counts = await inProcess.sql(
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
      expect(await inProcess.balance(merchant.local!.id)).toBe(`${14_265 * PAYMENTS}.00`);
      await expectBooksBalanced(inProcess);
    });
  }, 300_000);
});
