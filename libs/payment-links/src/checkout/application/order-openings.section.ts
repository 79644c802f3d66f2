import { CollectionSystem, type Merchant } from '../../../../../test/support/collection-system';
import type { PaymentLink } from '../../links/domain/payment-link';

describe('OrderOpenings', () => {
  /** Two processes on one database. */
  let systems: readonly [CollectionSystem, CollectionSystem];
  let merchant: Merchant;

  beforeAll(async () => {
    const first = await CollectionSystem.shared();
    systems = [first, await CollectionSystem.start(first.databaseUrl)];
    merchant = await first.merchant();
  });
  afterAll(() => systems[1].stop());
  afterEach(() => systems[0].expectBooksBalanced());

  /** So many payers choose on each of the links at the same moment, half of them in each process. */
  function chooseAtOnce(links: readonly PaymentLink[], payers: number) {
    const choices = Array.from({ length: payers }, (_, payer) =>
      links.map((link) => systems[payer % 2]!.choose(link, 'ars_transfer', { name: `Payer ${payer}` })),
    );
    return Promise.allSettled(choices.flat());
  }

  const aLink = () => systems[0].link(merchant);
  const statusesOf = async ({ id }: PaymentLink) => {
    const sql = 'SELECT status FROM checkout_orders WHERE link_id = $1 ORDER BY status';
    return (await systems[0].query<{ status: string }>(sql, [id])).map(({ status }) => status);
  };

  describe('payers who choose at the same moment in two processes', () => {
    it('each get an order, of which the last stays open and is paid once', async () => {
      const links = await Promise.all(Array.from({ length: 10 }, aLink));
      const chosen = await chooseAtOnce(links, 6);
      const orders = chosen.map((one) => {
        if (one.status === 'rejected') throw one.reason;
        return one.value;
      });
      expect(new Set(orders.map(({ id }) => id)).size).toBe(60);
      const superseded = Array.from({ length: 5 }, () => 'superseded');
      for (const link of links) await expect(statusesOf(link)).resolves.toEqual(['open', ...superseded]);

      const open = await systems[0].query<{ id: string }>(`SELECT id FROM checkout_orders WHERE status = 'open'`);
      const ids = new Set(open.map(({ id }) => id));
      await Promise.all(orders.filter(({ id }) => ids.has(id)).map((order) => systems[0].pay(order)));
      await expect(systems[0].balance(merchant)).resolves.toBe('142650.00');
    });

    it('open no more than twenty orders of a link within an hour (rule 4.3)', async () => {
      const links = await Promise.all([aLink(), aLink()]);
      const refused = (await chooseAtOnce(links, 30)).filter(({ status }) => status === 'rejected');
      for (const link of links) await expect(statusesOf(link)).resolves.toHaveLength(20);
      expect(refused.map((one) => (one as PromiseRejectedResult).reason as unknown)).toEqual(
        refused.map(() => expect.objectContaining({ code: 'TOO_MANY_ORDERS' })),
      );
    });
  });
});
