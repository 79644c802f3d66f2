import { FactInbox, FactRetention } from '@app/rails';
import { CollectionSystem, type Merchant } from '../../../../../test/support/collection-system';
import { planOf } from '../../../../../test/support/plans';
import type { CheckoutOrder } from '../../checkout/domain/checkout-order';
import { LOCK_UNPAID } from '../adapters/postgres-order.archive';
import { OrderRetention } from './order-retention';
import { OrderArchive } from './ports';

const DAYS = 86_400_000;

describe('OrderRetention', () => {
  let system: CollectionSystem;
  let merchant: Merchant;

  beforeAll(async () => {
    system = await CollectionSystem.shared();
  });
  beforeEach(async () => {
    merchant = await system.merchant();
  });
  afterEach(() => system.expectBooksBalanced());

  /** An order that its payer replaced by another, opened that many days ago. */
  async function superseded(daysAgo = 401): Promise<CheckoutOrder> {
    const link = await system.link(merchant);
    const order = await system.choose(link, 'ars_qr');
    await system.choose(link);
    await age(order, daysAgo);
    return order;
  }

  const age = ({ id }: CheckoutOrder, days: number) =>
    system.query(`UPDATE checkout_orders SET created_at = now() - $2 * interval '1 day' WHERE id = $1`, [id, days]);
  const deleteOld = (limit = 500) => system.get(OrderRetention).deleteOld(limit);
  const isThere = async ({ id }: CheckoutOrder) =>
    (await system.query('SELECT 1 FROM checkout_orders WHERE id = $1', [id])).length > 0;
  const exceptions = (reference: string) =>
    system.query('SELECT reason FROM payment_exceptions WHERE reference = $1', [reference]);

  describe('old orders that were never paid', () => {
    it('are deleted', async () => {
      const order = await superseded();
      await expect(deleteOld()).resolves.toBe(1);
      expect(await isThere(order)).toBe(false);
    });

    it('stay until they are older than that', async () => {
      const order = await superseded(399);
      await expect(deleteOld()).resolves.toBe(0);
      expect(await isThere(order)).toBe(true);
    });

    it('stay while a payer can still pay them', async () => {
      const order = await system.choose(await system.link(merchant));
      await age(order, 401);
      await expect(deleteOld()).resolves.toBe(0);
      expect(await isThere(order)).toBe(true);
    });

    it('are not those that were paid', async () => {
      const order = await system.choose(await system.link(merchant));
      await system.pay(order);
      await age(order, 401);
      await expect(deleteOld()).resolves.toBe(0);
      expect(await isThere(order)).toBe(true);
    });

    it('stay when a payment exception is about them', async () => {
      const order = await superseded();
      await system.pay(order, { amount: '1.00' });
      expect(await exceptions(order.providerReference)).toEqual([{ reason: 'amount_mismatch' }]);
      await expect(deleteOld()).resolves.toBe(0);
      expect(await isThere(order)).toBe(true);
    });

    it('stay while a fact about them is not settled', async () => {
      const order = await superseded();
      await system.query(
        `INSERT INTO provider_notifications (provider, notification_id, kind, type, reference, body)
       VALUES ($1, $2, 'collection', 'payment.received', $2, '{}')`,
        [order.provider, order.providerReference],
      );
      await expect(deleteOld()).resolves.toBe(0);
      expect(await isThere(order)).toBe(true);
      await system.query('DELETE FROM provider_notifications WHERE reference = $1', [order.providerReference]);
      await deleteOld();
    });

    it('are deleted in batches, the oldest first', async () => {
      await superseded(403);
      await superseded(402);
      const last = await superseded(401);
      await expect(deleteOld(2)).resolves.toBe(2);
      expect(await isThere(last)).toBe(true);
    });

    it('leave money that a rail reports about one later to staff, as a payment exception', async () => {
      const order = await superseded(405);
      await deleteOld();
      await expect(system.pay(order)).rejects.toMatchObject({ code: 'CHECKOUT_ORDER_NOT_FOUND' });
      expect(await exceptions(order.providerReference)).toEqual([{ reason: 'unknown_order' }]);
    });

    it('leave money to staff as well whose fact was stored while they were deleted', async () => {
      const order = await superseded(405);
      const archive = system.get(OrderArchive);
      const remove = archive.delete.bind(archive);
      jest.spyOn(archive, 'delete').mockImplementationOnce(async (tx, ids) => {
        await system.query(
          `INSERT INTO provider_notifications (provider, notification_id, kind, type, reference, paid_amount,
           paid_currency, body)
         VALUES ($1, $2, 'collection', 'payment.received', $2, 15000, 'ARS', '{}')`,
          [order.provider, order.providerReference],
        );
        await remove(tx, ids);
      });
      await deleteOld();
      expect(await isThere(order)).toBe(false);
      await system.query(`UPDATE provider_notifications SET next_attempt_at = now() WHERE reference = $1`, [
        order.providerReference,
      ]);

      await system.get(FactInbox).settleDue(500);
      expect(await exceptions(order.providerReference)).toEqual([{ reason: 'unknown_order' }]);
      expect(
        await system.query('SELECT status, outcome FROM provider_notifications WHERE reference = $1', [
          order.providerReference,
        ]),
      ).toEqual([{ status: 'settled', outcome: 'exception:unknown_order' }]);
    });

    it('are found by their index, so that the cost follows what is due', async () => {
      await superseded(0);
      await system.query(
        `INSERT INTO checkout_orders (id, link_id, method, status, provider, provider_reference, payer, terms, instructions)
       SELECT gen_random_uuid(), link_id, method, 'paid', provider, 'paid ' || n, payer, terms, instructions
         FROM checkout_orders o, generate_series(1, 5000) n WHERE o.id = (SELECT id FROM checkout_orders LIMIT 1)`,
      );
      await system.query('ANALYZE checkout_orders');
      expect(await planOf(system.source, LOCK_UNPAID, [400 * DAYS, 500])).toMatch(
        /Index Scan using checkout_orders_unpaid_idx .*Index Cond: \(created_at < /s,
      );
      await system.query(`DELETE FROM checkout_orders WHERE provider_reference LIKE 'paid %'`);
    });
  });

  describe('a fact that arrives again after it was deleted', () => {
    /** An order that was paid by a fact of that id, which retention has deleted. */
    async function paidLongAgo(id: string) {
      const order = await system.choose(await system.link(merchant));
      await system.pay(order, { id });
      await system.query(
        `UPDATE provider_notifications SET settled_at = now() - interval '401 days' WHERE notification_id = $1`,
        [id],
      );
      await expect(system.get(FactRetention).deleteOld(500)).resolves.toBe(1);
      return order;
    }

    it('is ignored, and another payment of the order is an exception as ever (rule 6.21)', async () => {
      const order = await paidLongAgo('once');
      await system.pay(order, { id: 'once' });
      expect(await system.balance(merchant)).toBe('14265.00');
      expect(await exceptions(order.providerReference)).toEqual([]);
      expect(await system.query(`SELECT outcome FROM provider_notifications WHERE notification_id = 'once'`)).toEqual([
        { outcome: 'ignored' },
      ]);

      await system.pay(order, { id: 'twice' });
      expect(await exceptions(order.providerReference)).toEqual([{ reason: 'link_not_payable' }]);
    });
  });
});
