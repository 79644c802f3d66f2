import { Money, newId, SystemClock } from '@app/kernel';
import { createDataSource, PostgresDatabase, PostgresUnitOfWork } from '@app/platform';
import { aRailPayoutOrder } from '@app/transfers/testing';
import type { DataSource } from 'typeorm';
import { createScratchDatabase } from '../../../../test/support/test-database';
import type { SandboxOutflowEvent } from './sandbox-outflow';
import { SandboxOutflowLedger } from './sandbox-outflow.ledger';
import { SandboxPayoutRail } from './sandbox-payout.rail';
import { SandboxOutflows } from './sandbox-outflows';

const SECRETS_KEY = Buffer.alloc(32, 1);
const { signal: patience } = new AbortController();

describe("the sandbox's payouts on PostgreSQL", () => {
  let scratch: Awaited<ReturnType<typeof createScratchDatabase>>;
  let source: DataSource;
  let ledger: SandboxOutflowLedger;

  beforeAll(async () => {
    scratch = await createScratchDatabase();
    source = await createDataSource(scratch.url, 10, 'test').initialize();
    ledger = new SandboxOutflowLedger(new PostgresDatabase(source), new PostgresUnitOfWork(source));
  });
  beforeEach(async () => {
    await source.query('TRUNCATE sandbox_payouts');
  });
  afterAll(async () => {
    await source.destroy();
    await scratch.drop();
  });

  function aRail(delayMs: number | null = 60_000): SandboxPayoutRail {
    return new SandboxPayoutRail(SandboxPayoutRail.secretsFrom({ secretsKey: SECRETS_KEY }), ledger, delayMs);
  }

  const payouts = () => new SandboxOutflows(ledger, [aRail()], new SystemClock());

  async function submitted(name = 'Ana Pérez', delayMs: number | null = 60_000): Promise<string> {
    const order = aRailPayoutOrder();
    await aRail(delayMs).submit({ ...order, destination: { ...order.destination, name } }, patience);
    return order.payoutId;
  }

  async function rowOf(id: string) {
    const sql = `SELECT state, reason, submissions, paid_count, due_at, due_at <= now() AS is_due FROM sandbox_payouts
    WHERE id = $1`;
    const [row] = await source.query<Record<string, unknown>[]>(sql, [id]);
    return row!;
  }

  const elapse = () => source.query(`UPDATE sandbox_payouts SET due_at = due_at - interval '2 hours'`);

  describe('SandboxPayoutRail', () => {
    describe('as a source', () => {
      it('reads what was completed with the amount and both references', () => {
        const now = new Date();
        const notification = { id: 'n1', type: 'payout.completed', reference: 'p1', provider_reference: 'r1' } as const;
        const message = aRail().message({ ...notification, amount: '48.70', currency: 'BRL' }, now);
        expect(aRail().read(message)).toEqual({
          provider: 'sandbox_payouts',
          id: 'n1',
          kind: 'payout',
          type: 'payout.completed',
          reference: 'p1',
          amount: Money.of('48.70', 'BRL'),
          details: { provider_reference: 'r1', reason: null },
        });
      });

      it('reads why it failed, and no amount', () => {
        const notification = { id: 'n1', type: 'payout.failed', reference: 'p1', reason: 'Closed.' } as const;
        const read = aRail().read(aRail().message(notification, new Date()));
        expect(read).toMatchObject({ amount: null, details: { provider_reference: null, reason: 'Closed.' } });
      });

      it.each(['payment.received', 'deposit.received', 'payout.sent'])('does not report %s', (type) => {
        const notification = { id: 'n1', type: type as 'payout.failed', reference: 'p1', amount: '1', currency: 'USD' };
        expect(() => aRail().read(aRail().message(notification, new Date()))).toThrow(
          expect.objectContaining({ code: 'MALFORMED_NOTIFICATION' }),
        );
      });
    });

    it('counts every submission of a payout and changes nothing else', async () => {
      const [rail, order] = [aRail(), aRailPayoutOrder()];
      await rail.submit(order, patience);
      await payouts().move(order.payoutId, 'complete');
      await rail.submit({ ...order, amount: Money.of('1', 'ARS') }, patience);
      expect(await rowOf(order.payoutId)).toMatchObject({ state: 'completed', submissions: 2, paid_count: 1 });
    });

    it.each`
      events                    | state           | more
      ${['process']}            | ${'processing'} | ${{}}
      ${['complete']}           | ${'completed'}  | ${{ amount: aRailPayoutOrder().amount }}
      ${['fail']}               | ${'failed'}     | ${{ reason: 'The bank rejected the payout.' }}
      ${['complete', 'return']} | ${'completed'}  | ${{ amount: aRailPayoutOrder().amount }}
    `('knows a payout after $events as $state', async ({ events, state, more }) => {
      const id = await submitted();
      for (const event of events as SandboxOutflowEvent[]) await payouts().move(id, event);
      await expect(aRail().find(id, patience)).resolves.toEqual({ state, reference: expect.any(String), ...more });
    });

    it.each([
      ['complete', 'fail'],
      ['fail', 'complete'],
      ['fail', 'return'],
      ['complete', 'process'],
    ] as const)('rejects, after %s, a %s, and keeps its state', async (first, second) => {
      const id = await submitted();
      await payouts().move(id, first);
      const before = await rowOf(id);
      await expect(payouts().move(id, second)).resolves.toBeUndefined();
      expect(await rowOf(id)).toEqual(before);
    });

    it('keeps the reason that it gave first', async () => {
      const id = await submitted();
      const first = await payouts().move(id, 'fail', 'Closed account.');
      const second = await payouts().move(id, 'fail', 'Another reason.');
      expect(second?.notifications[0]?.notification).toEqual(first?.notifications[0]?.notification);
      expect(await rowOf(id)).toMatchObject({ reason: 'Closed account.' });
    });

    it('pays once, however many complete it at once', async () => {
      const id = await submitted();
      await Promise.all(Array.from({ length: 20 }, () => payouts().move(id, 'complete')));
      expect(await rowOf(id)).toMatchObject({ state: 'completed', paid_count: 1 });
    });

    it('does not pay what it fails', async () => {
      const id = await submitted();
      await payouts().move(id, 'fail');
      expect(await rowOf(id)).toMatchObject({ paid_count: 0 });
    });
  });

  describe('a payout without a tester', () => {
    it.each`
      holder         | state
      ${'Ana Pérez'} | ${'completed'}
      ${'Ana FAIL'}  | ${'failed'}
    `('of $holder is $state after the delay, not before', async ({ holder, state }) => {
      const id = await submitted(holder as string);
      await expect(payouts().takeDue(10)).resolves.toEqual({ taken: 0, reports: [] });
      await elapse();
      const { taken, reports } = await payouts().takeDue(10);
      expect([taken, reports.map(({ outflow }) => outflow.id)]).toEqual([1, [id]]);
      expect(await rowOf(id)).toMatchObject({ state });
    });

    it('waits when the holder says HOLD, and when the rail has no delay', async () => {
      const ids = [await submitted('HOLD'), await submitted('Ana FAIL', null), await submitted('Ana', null)];
      await elapse();
      await expect(payouts().takeDue(10)).resolves.toEqual({ taken: 0, reports: [] });
      for (const id of ids) expect(await rowOf(id)).toMatchObject({ state: 'processing', due_at: null });
    });

    it('is taken by one of two workers', async () => {
      await Promise.all(Array.from({ length: 20 }, () => submitted()));
      await elapse();
      const turns = await Promise.all([payouts().takeDue(20), payouts().takeDue(20)]);
      const ids = turns.flatMap(({ reports }) => reports.map(({ outflow }) => outflow.id));
      expect([ids.length, new Set(ids).size]).toEqual([20, 20]);
    });

    it('is reported again, with the same notification, until it was delivered', async () => {
      const id = await submitted();
      await elapse();
      const first = await payouts().takeDue(10);
      expect(await payouts().takeDue(10)).toMatchObject({ taken: 0 });
      await elapse();
      const second = await payouts().takeDue(10);
      const sent = ({ reports }: typeof first) => reports[0]?.notifications.map(({ notification }) => notification);
      expect(sent(second)).toEqual(sent(first));
      await payouts().delivered(second.reports[0]!);
      await elapse();
      expect(await payouts().takeDue(10)).toMatchObject({ taken: 0 });
      expect(await rowOf(id)).toMatchObject({ paid_count: 1, due_at: null });
    });

    it('that came back in the meantime is due for the report of the return', async () => {
      const id = await submitted();
      const completed = await payouts().move(id, 'complete');
      await payouts().move(id, 'return');
      await payouts().delivered(completed!);
      await elapse();
      const { reports } = await payouts().takeDue(10);
      expect(reports[0]?.notifications.map(({ notification }) => notification.type)).toEqual([
        'payout.completed',
        'payout.returned',
      ]);
    });
  });

  describe('a payout that a tester simulates before it was submitted', () => {
    it('is accepted once, and the submission finds it unchanged', async () => {
      const order = aRailPayoutOrder();
      const { payoutId: id, amount } = order;
      await aRail().register({ id, amount, holder: 'HOLD' });
      await aRail().register({ id, amount, holder: 'Ana' });
      await payouts().move(id, 'complete');
      await expect(aRail().submit(order, patience)).resolves.toMatchObject({ outcome: 'accepted' });
      expect(await rowOf(id)).toMatchObject({ state: 'completed', submissions: 1, paid_count: 1 });
    });

    it('is unknown until it is accepted', async () => {
      await expect(payouts().move(newId(), 'complete')).resolves.toBeUndefined();
      await expect(payouts().find(newId())).resolves.toBeUndefined();
    });
  });
});
