import { expectBooksBalanced } from '../support/books';
import type { RailOrderRecord } from '../support/rail';
import { TestService, type Merchant } from '../support/service';

const CREDITED = 14265;

/** Everybody at once: whatever order things happen in, a link is paid once and no money appears or is lost. */
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

  it('20 connections tell of one payment under one id: credited once', async () => {
    const { linkId, order } = await openedLink();

    const answers = await times(20, () => service.rail.paid(order));

    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect([await balance(), await paymentsOf('payment_link_id', linkId)]).toEqual([CREDITED, 1]);
  });

  it('20 connections tell of one payment under 20 ids: credited once, the others kept for staff', async () => {
    const { linkId, order } = await openedLink();

    await times(20, (index) => service.rail.paid(order, `${order.reference}:${index}`));

    const kept = await service.sql('SELECT 1 FROM payment_exceptions WHERE payment_link_id = $1', [linkId]);
    expect([await balance(), kept.length]).toEqual([CREDITED, 19]);
  });

  it('20 payers pay one link that nobody has opened: credited once', async () => {
    const linkId = await service.createLink(merchant);

    const answers = await times(20, () => service.simulate(linkId, { event: 'pay' }));

    expect(answers.filter(({ status }) => status !== 200 && status !== 422)).toEqual([]);
    expect([await balance(), await paymentsOf('payment_link_id', linkId)]).toEqual([CREDITED, 1]);
  });

  it('20 payers choose a method of one link at once: one order is open, and its payment is credited', async () => {
    const linkId = await service.createLink(merchant);
    const methods = ['ars_transfer', 'ars_qr'];
    await times(20, (index) => service.openOrder(linkId, methods[index % 2]));

    const open = await service.sql(`SELECT 1 FROM checkout_orders WHERE link_id = $1 AND status = 'open'`, [linkId]);
    await service.simulate(linkId, { event: 'pay' });
    expect([open.length, await balance()]).toEqual([1, CREDITED]);
  });

  it('a cancellation races a payment 30 times: exactly one of the two wins each', async () => {
    const links = await times(30, openedLink);

    const races = await times(30, async (index) => {
      const { linkId, order } = links[index]!;
      const cancel = () => merchant.api.delete(`/v1/payment-links/${linkId}`);
      const pay = () => service.rail.paid(order);
      // By turns one of them is sent first.
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

  it('a deadline races a payment 20 times: the payment is credited each time', async () => {
    const links = await times(20, openedLink);

    await times(20, async (index) => {
      const { order } = links[index]!;
      await Promise.all([service.rail.lapsed(order), service.rail.paid(order)]);
    });

    expect(await Promise.all(links.map(({ linkId }) => statusOf(linkId)))).toEqual(Array(20).fill('completed'));
    expect(await balance()).toBe(20 * CREDITED);
  });

  it('60 links of one wallet are paid at once: the balance is exact, and so is every step to it', async () => {
    const links = await times(60, openedLink);

    const answers = await times(60, (index) => service.rail.paid(links[index]!.order));

    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(await balance()).toBe(60 * CREDITED);
    const steps = await service.sql<{ balance_after: string }>(
      'SELECT balance_after FROM postings WHERE wallet_id = $1 ORDER BY wallet_version',
      [merchant.local!.id],
    );
    expect(steps.map(({ balance_after }) => Number(balance_after))).toEqual(
      Array.from({ length: 60 }, (_, index) => (index + 1) * CREDITED),
    );
  });

  it('payments of 10 wallets, each told of three times, leave each wallet with its own', async () => {
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
