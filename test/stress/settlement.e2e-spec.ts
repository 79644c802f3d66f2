import { expectBooksBalanced } from '../support/books';
import type { RailOrderRecord } from '../support/rail';
import { TestService, type Merchant } from '../support/service';

const CREDITED = 14265;

/** Concurrent calls: in any order of events, a link is paid once and no money appears or is lost. */
describe('settlement under load', () => {
  let service: TestService;
  let merchant: Merchant;

  beforeAll(async () => {
    service = await TestService.start();
  });

  beforeEach(async () => {
    merchant = await service.merchant();
  });

  afterEach(() => expectBooksBalanced(service));

  afterAll(() => service.stop());

  const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, (_, index) => work(index)));

  const balance = async () => Number(await service.balance(merchant.local!.id));
  const statusOf = async (linkId: string) =>
    (await merchant.api.get(`/v1/payment-links/${linkId}`)).body.data.status as string;

  async function paymentsOf(column: string, value: string): Promise<number> {
    return (await service.sql(`SELECT 1 FROM received_payments WHERE ${column} = $1`, [value])).length;
  }

  async function openedLink(): Promise<{ linkId: string; order: RailOrderRecord }> {
    const linkId = await service.createLink(merchant);
    return { linkId, order: await service.openOrder(linkId) };
  }

  it('credits a payment once when 20 connections notify it under one id', async () => {
    const { linkId, order } = await openedLink();

    const responses = await times(20, () => service.rail.paid(order));

    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect([await balance(), await paymentsOf('payment_link_id', linkId)]).toEqual([CREDITED, 1]);
  });

  it('credits a payment once when 20 connections notify it under 20 ids, and keeps the others as payment exceptions', async () => {
    const { linkId, order } = await openedLink();

    await times(20, (index) => service.rail.paid(order, `${order.reference}:${index}`));

    const kept = await service.sql('SELECT 1 FROM payment_exceptions WHERE payment_link_id = $1', [linkId]);
    expect([await balance(), kept.length]).toEqual([CREDITED, 19]);
  });

  it('credits a new link once when 20 payers pay it', async () => {
    const linkId = await service.createLink(merchant);

    const responses = await times(20, () => service.simulate(linkId, { event: 'pay' }));

    expect(responses.filter(({ status }) => status !== 200 && status !== 422)).toEqual([]);
    expect([await balance(), await paymentsOf('payment_link_id', linkId)]).toEqual([CREDITED, 1]);
  });

  it('opens one order, and credits its payment, when 20 payers choose a method of one link', async () => {
    const linkId = await service.createLink(merchant);
    const methods = ['ars_transfer', 'ars_qr'];
    await times(20, (index) => service.openOrder(linkId, methods[index % 2]));

    const open = await service.sql(`SELECT 1 FROM checkout_orders WHERE link_id = $1 AND status = 'open'`, [linkId]);
    await service.simulate(linkId, { event: 'pay' });
    expect([open.length, await balance()]).toEqual([1, CREDITED]);
  });

  it('lets either a cancellation or a concurrent payment win, in 30 races', async () => {
    const links = await times(30, openedLink);

    const races = await times(30, async (index) => {
      const { linkId, order } = links[index]!;
      const cancel = () => merchant.api.delete(`/v1/payment-links/${linkId}`);
      const pay = () => service.rail.paid(order);
      // Each is sent first in every other race.
      const starters = index % 2 === 0 ? [cancel, pay] : [pay, cancel];
      const statuses = new Map(
        await Promise.all(starters.map(async (start) => [start, (await start()).status] as const)),
      );
      const credited = await paymentsOf('payment_link_id', linkId);
      return { cancel: statuses.get(cancel), pay: statuses.get(pay), status: await statusOf(linkId), credited };
    });

    const cancelled = { cancel: 200, pay: 200, status: 'cancelled', credited: 0 };
    const completed = { cancel: 422, pay: 200, status: 'completed', credited: 1 };
    for (const race of races) expect([cancelled, completed]).toContainEqual(race);
    const paid = races.filter(({ credited }) => credited === 1).length;
    expect(await balance()).toBe(paid * CREDITED);
    expect(await paymentsOf('account_id', merchant.account.id)).toBe(paid);
  });

  it('credits the payment each time in 20 races with a deadline', async () => {
    const links = await times(20, openedLink);

    await times(20, async (index) => {
      const { order } = links[index]!;
      await Promise.all([service.rail.lapsed(order), service.rail.paid(order)]);
    });

    expect(await Promise.all(links.map(({ linkId }) => statusOf(linkId)))).toEqual(Array(20).fill('completed'));
    expect(await balance()).toBe(20 * CREDITED);
  });

  it('has an exact balance, and exact intermediate balances, after 60 concurrent payments into one wallet', async () => {
    const links = await times(60, openedLink);

    const responses = await times(60, (index) => service.rail.paid(links[index]!.order));

    expect(responses.filter(({ status }) => status !== 200)).toEqual([]);
    expect(await balance()).toBe(60 * CREDITED);
    const steps = await service.sql<{ balance_after: string }>(
      'SELECT balance_after FROM postings WHERE wallet_id = $1 ORDER BY wallet_version',
      [merchant.local!.id],
    );
    expect(steps.map(({ balance_after }) => Number(balance_after))).toEqual(
      Array.from({ length: 60 }, (_, index) => (index + 1) * CREDITED),
    );
  });

  it('credits 10 wallets correctly when each payment is notified three times', async () => {
    const merchants = [merchant, ...(await times(9, () => service.merchant()))];
    const orders = await Promise.all(
      merchants.flatMap((each) =>
        Array.from({ length: 3 }, async () => service.openOrder(await service.createLink(each))),
      ),
    );

    await Promise.all([...orders, ...orders, ...orders].map((order) => service.rail.paid(order)));

    const balances = await Promise.all(merchants.map(({ local }) => service.balance(local!.id)));
    expect(balances).toEqual(Array(10).fill('42795.00'));
  });
});
