import { SQLSTATE, sqlStateOf, createDataSource } from '@app/platform';
import type { DataSource } from 'typeorm';
import {
  anException,
  anOrder,
  checkoutOrdersRepositoryContract,
  givenLink,
  givenOrder,
  paymentExceptionsRepositoryContract,
  paymentLinksRepositoryContract,
  postgresRepositories,
  receivedPaymentsRepositoryContract,
  settlementRepositoryContract,
  type PaymentLinkRepositories,
} from '.';
import { until } from '../../../../test/support/conditions';
import { createScratchDatabase } from '../../../../test/support/test-database';
import { EXPIRE_DUE } from '../checkout/adapters/checkout-order-statements';
import { OrderRacedError } from '../checkout/application/ports';

const SECOND = 1_000;
const ago = (seconds: number) => new Date(Date.now() - seconds * SECOND);

const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);

interface PlanNode {
  'Node Type': string;
  'Index Name'?: string;
  'Shared Hit Blocks': number;
  Plans?: PlanNode[];
}

const nodesOf = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

describe('the repositories of payment links on PostgreSQL', () => {
  let scratch: Awaited<ReturnType<typeof createScratchDatabase>>;
  let source: DataSource;
  let subject: PaymentLinkRepositories;

  beforeAll(async () => {
    scratch = await createScratchDatabase();
    source = await createDataSource(scratch.url, 10, 'test').initialize();
    subject = postgresRepositories(source);
  });
  afterAll(async () => {
    await source.destroy();
    await scratch.drop();
  });

  const expireDue = async (limit = 100) =>
    (await subject.uow.run((tx) => subject.orders.expireDue(tx, limit))).map(({ link }) => link);

  /** Begins a transaction on a separate connection; `end` commits it. */
  async function transaction() {
    const runner = source.createQueryRunner();
    await runner.startTransaction();
    return {
      query: (sql: string, parameters?: unknown[]) => runner.query(sql, parameters),
      end: async () => {
        await runner.commitTransaction();
        await runner.release();
      },
    };
  }

  describe('PostgresPaymentLinksRepository', () => {
    paymentLinksRepositoryContract(() => subject);

    it.each`
      what                          | sql
      ${'is cancelled after a use'} | ${`UPDATE payment_links SET status = 'cancelled', current_uses = 1 WHERE id = $1`}
      ${'is completed without one'} | ${`UPDATE payment_links SET status = 'completed' WHERE id = $1`}
      ${'was used twice'}           | ${'UPDATE payment_links SET current_uses = 2 WHERE id = $1'}
      ${'is over nothing'}          | ${'UPDATE payment_links SET amount = 0 WHERE id = $1'}
    `('has a table that rejects a link which $what', async ({ sql }) => {
      const link = await givenLink(subject);
      await expect(source.query(sql, [link.id]).catch(sqlStateOf)).resolves.toBe(SQLSTATE.checkViolation);
    });
  });

  describe('PostgresCheckoutOrdersRepository', () => {
    checkoutOrdersRepositoryContract(() => subject);

    it('looks at the deadlines at a cost that follows what is due, not what is open', async () => {
      const { link, order } = await givenOrder(subject, { expiresAt: ago(1) });
      const copies = `INSERT INTO payment_links (id, kind, account_id, user_id, wallet_id, amount, amount_type, currency,
        currency_destiny, description, customer_paid_fee, status, current_uses)
      SELECT gen_random_uuid(), kind, account_id, user_id, wallet_id, amount, amount_type, currency, currency_destiny,
        'many', customer_paid_fee, CASE WHEN n % 2 = 0 THEN 'cancelled' ELSE 'active' END, 0
        FROM payment_links, generate_series(1, 20000) AS n WHERE id = $1`;
      await source.query(copies, [link.id]);
      // Those of cancelled links are overdue and were closed with them; the others have time left.
      await source.query(
        `INSERT INTO checkout_orders (id, link_id, method, status, provider, provider_reference, payer, terms,
         instructions, expires_at)
       SELECT gen_random_uuid(), l.id, o.method, CASE l.status WHEN 'active' THEN 'open' ELSE 'superseded' END,
         o.provider, l.id::text, o.payer, o.terms, o.instructions,
         now() + CASE l.status WHEN 'active' THEN interval '1 day' ELSE interval '-1 day' END
         FROM checkout_orders o, payment_links l WHERE o.id = $1 AND l.description = 'many'`,
        [order.id],
      );
      await source.query('ANALYZE checkout_orders, payment_links');
      const runner = source.createQueryRunner();
      await runner.startTransaction();
      try {
        // As the service does: the plan does not depend on the limit.
        await runner.query(`PREPARE due (bigint) AS ${EXPIRE_DUE.text}`);
        const [row] = (await runner.query('EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE due (200)')) as [
          { 'QUERY PLAN': [{ Plan: PlanNode }] },
        ];
        const nodes = nodesOf(row['QUERY PLAN'][0].Plan);
        expect(nodes.map((node) => node['Index Name'])).toContain('checkout_orders_due_idx');
        expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
        expect(row['QUERY PLAN'][0].Plan['Shared Hit Blocks']).toBeLessThan(100);
      } finally {
        await runner.rollbackTransaction();
        await runner.release();
        await source.query(
          `DELETE FROM checkout_orders o USING payment_links l WHERE o.link_id = l.id AND l.description = 'many'`,
        );
        await source.query(`DELETE FROM payment_links WHERE description = 'many'`);
      }
    });

    it('opens the orders of many payers at the same moment one after the other: one stays open', async () => {
      const link = await givenLink(subject);
      const orders = Array.from({ length: 10 }, () => anOrder({ linkId: link.id }));
      await Promise.all(
        orders.map((order) =>
          subject.uow.run(async (tx) => {
            await subject.orders.lock(tx, link.id);
            await subject.orders.open(tx, order);
          }),
        ),
      );
      const statuses = await Promise.all(orders.map(({ id }) => subject.orderStatus(id)));
      expect(statuses.filter((status) => status === 'open')).toHaveLength(1);
      expect(statuses.filter((status) => status === 'superseded')).toHaveLength(9);
    });

    it('fails with an error when another order was opened first, and writes nothing', async () => {
      const link = await givenLink(subject);
      const [first, second] = [anOrder({ linkId: link.id }), anOrder({ linkId: link.id })];
      const gate = await transaction();
      await gate.query('SELECT pg_advisory_xact_lock(2)');
      const holding = subject.uow.run(async (tx) => {
        await subject.orders.open(tx, first);
        await source.query('SELECT pg_advisory_lock(2), pg_advisory_unlock(2)');
      });
      await oneWaitsFor('advisory');
      const waiting = subject.uow.once((tx) => subject.orders.open(tx, second)).catch((error: unknown) => error);
      await oneWaitsFor('transactionid');
      await gate.end();
      await holding;

      expect(await waiting).toBeInstanceOf(OrderRacedError);
      await expect(subject.orderStatus(first.id)).resolves.toBe('open');
      expect(await source.query('SELECT 1 FROM checkout_orders WHERE id = $1', [second.id])).toEqual([]);
    });

    it('opens and counts together without waiting for a link that is locked, which is left to be done alone', async () => {
      const [held, free] = [await givenLink(subject), await givenLink(subject)];
      const working = await transaction();
      await working.query('SELECT 1 FROM payment_links WHERE id = $1 FOR UPDATE', [held.id]);
      const orders = [anOrder({ linkId: held.id }), anOrder({ linkId: free.id })];
      const limits = { inAll: 2, recent: 2, since: ago(60) };
      const counted = await subject.uow.once((tx) =>
        subject.orders.countOpenings(tx, [held.id, free.id], new Date(), limits),
      );
      const opened = await subject.uow.once((tx) => subject.orders.openFree(tx, orders));
      await working.end();

      expect(counted).toEqual(new Set([free.id]));
      expect(opened).toEqual(new Set([orders[1]?.id]));
    });

    it('does not wait for a link that is locked: that link expires the next time', async () => {
      const [held, free] = [
        await givenOrder(subject, { expiresAt: ago(1) }),
        await givenOrder(subject, { expiresAt: ago(1) }),
      ];
      const working = await transaction();
      await working.query('SELECT 1 FROM payment_links WHERE id = $1 FOR UPDATE', [held.link.id]);
      expect((await expireDue()).map(({ id }) => id)).toEqual([free.link.id]);
      await working.end();
      expect((await expireDue()).map(({ id }) => id)).toEqual([held.link.id]);
    });

    it('does not expire a link whose payer chose again while others expired', async () => {
      const [first, second] = [
        await givenOrder(subject, { expiresAt: ago(20) }, { description: 'held up' }),
        await givenOrder(subject, { expiresAt: ago(10) }),
      ];
      // The first link is held up while it expires, when both have been read as due and only the first is locked.
      await source.query(`
      CREATE FUNCTION hold_up() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NEW; END $$`);
      await source.query(`
      CREATE TRIGGER hold_up BEFORE UPDATE ON payment_links FOR EACH ROW
        WHEN (NEW.status = 'expired' AND NEW.description = 'held up') EXECUTE FUNCTION hold_up()`);
      const gate = await transaction();
      await gate.query('SELECT pg_advisory_xact_lock(1)');

      const expiring = expireDue();
      await oneWaitsFor('advisory');
      const chosen = anOrder({ linkId: second.link.id });
      await subject.uow.run((tx) => subject.orders.open(tx, chosen));
      await gate.end();

      expect((await expiring).map(({ id }) => id)).toEqual([first.link.id]);
      expect(await subject.link(second.link.id)).toMatchObject({ status: 'active', expiresAt: chosen.expiresAt });
      await source.query('DROP TRIGGER hold_up ON payment_links');
    });

    /**
     * Resolves when a transaction of this database waits for such a lock; other test files have databases of their own.
     */
    const oneWaitsFor = (locktype: 'advisory' | 'transactionid') =>
      until(`a transaction waits for a lock on ${locktype}`, async () => {
        const waiting = await source.query(
          `SELECT FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = $1`,
          [locktype],
        );
        return (waiting as unknown[]).length > 0;
      });
  });

  describe('PostgresSettlementRepository', () => {
    settlementRepositoryContract(() => subject);

    it('locks the exceptions of the given references without an order until the transaction ends, and no others', async () => {
      const { link, order } = await givenOrder(subject);
      const [locked, other] = [anException(), anException()];
      const ofOrder = anException({ linkId: link.id, orderId: order.id });
      for (const each of [locked, other, ofOrder]) await subject.addException(each);
      const free = `SELECT id FROM payment_exceptions WHERE id = ANY($1::uuid[]) ORDER BY id FOR UPDATE SKIP LOCKED`;
      const all = [locked, other, ofOrder].map(({ id }) => id);

      await subject.uow.run(async (tx) => {
        await subject.settlement.lockExceptions(tx, [locked, ofOrder]);
        await expect(source.query(free, [all])).resolves.toEqual([other, ofOrder].map(({ id }) => ({ id })).sort(byId));
      });
      await expect(source.query(free, [all])).resolves.toHaveLength(3);
    });
  });

  describe('PostgresPaymentExceptionsRepository', () => {
    paymentExceptionsRepositoryContract(() => subject);
  });

  describe('PostgresReceivedPaymentsRepository', () => {
    receivedPaymentsRepositoryContract(() => subject);
  });
});
