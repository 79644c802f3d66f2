import { Money, newId, WrittenAmount } from '@app/kernel';
import { InsufficientAvailableBalanceError } from '@app/ledger';
import { aCollection } from '@app/ledger/testing';
import { expectBooksBalanced } from '@app/books/testing';
import { createDataSource } from '@app/platform';
import { postgresPayouts } from '@app/transfers/testing';
import type { DataSource } from 'typeorm';
import { createScratchDatabase } from '../support/test-database';
import { randomFrom } from './seeded-random';

const LANES = 8;
const STEPS = 25;
/** Enough for the minimum of the route after fees. */
const LEAST = 2_000;
const TYPES = ['payout.processing', 'payout.completed', 'payout.failed', 'payout.returned'] as const;
const ars = (amount: number | string) => Money.of(String(amount), 'ARS');

type System = ReturnType<typeof postgresPayouts>;
type Merchant = Awaited<ReturnType<System['merchant']>>;
type Payout = Awaited<ReturnType<System['payouts']['order']>>;

/** What the lanes did, from which the wallet follows in any order of commands. */
class Model {
  credited = ars(0);
  readonly payouts = new Map<string, Payout>();
  /** What rails reported to come back, by the id of the fact. */
  readonly parts = new Map<string, { payoutId: string; amount: Money }>();
}

/** So many series of payouts and the rest at random. A seed repeats the commands of a lane, but not how the lanes interleave. */
export function payoutInterleavings({ series, seed }: { series: number; seed: number }): void {
  describe('collections, payouts, returns and adjustments at random, from eight callers at once', () => {
    let scratch: Awaited<ReturnType<typeof createScratchDatabase>>;
    let source: DataSource;
    let system: System;
    const outcomes = new Set<string>();

    beforeAll(async () => {
      scratch = await createScratchDatabase();
      source = await createDataSource(scratch.url, LANES, 'test').initialize();
      system = postgresPayouts(source);
    });
    afterAll(async () => {
      await source.destroy();
      await scratch.drop();
    });

    /** Whether the available balance sufficed; any other failure fails the test. */
    const accepted = (work: Promise<unknown>): Promise<boolean> =>
      work.then(
        () => true,
        (error: unknown) => {
          if (error instanceof InsufficientAvailableBalanceError) return false;
          throw error;
        },
      );

    async function step(model: Model, merchant: Merchant, random: (below: number) => number) {
      const { by, wallet } = merchant;
      const [command, size] = [random(8), LEAST + random(18_000)];
      if (command === 0) {
        await system.uow.run((tx) => system.ledger.post(tx, [aCollection(wallet.id, ars(size))]));
        model.credited = model.credited.plus(ars(size));
      } else if (command === 1) {
        const amount = ars(random(2) === 0 ? size : -size);
        const adjustment = { walletId: wallet.id, amount, reason: 'random', occurredAt: new Date() };
        if (await accepted(system.uow.run((tx) => system.ledger.adjust(tx, adjustment)))) {
          model.credited = model.credited.plus(amount);
        }
      } else if (command < 4) {
        const request = { walletId: wallet.id, bankAccountId: newId(), amount: WrittenAmount.of(String(size)) };
        await accepted(
          system.payouts.order(by, { ...request, instant: false, comment: null }).then((payout) => {
            model.payouts.set(payout.id, payout);
          }),
        );
      } else if (command === 4) {
        await resolveOne(merchant, random);
      } else {
        const known = [...model.payouts.values()];
        const chosen = known[random(known.length || 1)];
        if (chosen) await report(model, chosen, random);
      }
    }

    async function report(model: Model, payout: Payout, random: (below: number) => number): Promise<void> {
      const type = TYPES[random(TYPES.length)]!;
      const id = newId();
      const amount = ars(1 + random(Math.ceil(Number(payout.figures.net.toFixed()))));
      if (type === 'payout.returned') model.parts.set(id, { payoutId: payout.id, amount });
      const changes = type === 'payout.returned' ? { id, amount } : { id };
      for (const outcome of await system.notified(payout, type, changes)) outcomes.add(outcome);
    }

    /** Resolves a case of the merchant and books what it offers; others may have done so, or the payout rejects it. */
    async function resolveOne({ by }: Merchant, random: (below: number) => number): Promise<void> {
      const open = await system.cases.list({ status: 'open', accountId: by.account.id, limit: 100 });
      const chosen = open[random(open.length || 1)];
      if (!chosen) return;
      const booking =
        chosen.proposal === 'book_paid' ? 'paid' : chosen.proposal === 'book_returned' ? 'returned' : undefined;
      await system.resolved(chosen, booking).then(
        () => outcomes.add(`resolved ${booking ?? 'only'}`),
        (error: unknown) => {
          const { code } = error as { code?: string };
          if (code !== 'CASE_RESOLVED' && code !== 'VALIDATION_FAILED') throw error;
        },
      );
    }

    /** Every amount that came back is in the wallet or in a case, unless its payout is still open. */
    async function expectNothingLost(model: Model): Promise<void> {
      const sums = await source.query<{ id: string; amount: string }[]>(
        `SELECT id, sum(amount)::text AS amount FROM (
           SELECT fact_id AS id, amount FROM payout_returns WHERE fact_id = ANY ($1)
           UNION ALL SELECT key, amount::numeric FROM cases WHERE key = ANY ($1)) found GROUP BY 1`,
        [[...model.parts.keys()]],
      );
      const found = new Map(sums.map(({ id, amount }) => [id, ars(amount).toString()]));
      for (const [id, { payoutId, amount }] of model.parts) {
        const { payout } = await system.payouts.read(model.payouts.get(payoutId)!.accountId, payoutId);
        const isOpen = ['requested', 'processing'].includes(payout.status);
        expect([id, found.get(id)]).toEqual([id, isOpen ? undefined : amount.toString()]);
      }
    }

    it.each(Array.from({ length: series }, (_, at) => seed + at * LANES))(
      'end as the reference model says: seed %i',
      async (own) => {
        const merchant = await system.merchant();
        const model = new Model();
        model.credited = ars('100000');
        const lane = async (_: unknown, index: number): Promise<void> => {
          const random = randomFrom(own + index);
          for (let count = 0; count < STEPS; count++) await step(model, merchant, random);
        };
        await Promise.all(Array.from({ length: LANES }, lane));

        const { balance, reserved } = (await system.ledger.findWallet(merchant.wallet.id))!.balances;
        let [left, held] = [model.credited, ars(0)];
        for (const { id, accountId } of model.payouts.values()) {
          const { payout } = await system.payouts.read(accountId, id);
          const { amount, net } = payout.figures;
          const back = payout.returned?.walletAmount ?? ars(0);
          expect(back.isGreaterThan(net)).toBe(false);
          if (payout.status === 'completed') left = left.minus(amount).plus(back);
          if (payout.status === 'requested' || payout.status === 'processing') held = held.plus(amount);
        }
        expect([balance.toString(), reserved.toString()]).toEqual([left.toString(), held.toString()]);
        await expectNothingLost(model);
        await expectBooksBalanced(source);
      },
      60_000,
    );

    it('have settled payouts in every way', () => {
      const resolved = ['resolved paid', 'resolved returned'];
      for (const outcome of [...TYPES, ...resolved, 'exception:exceeds_payout (payout_returned)']) {
        expect(outcomes).toContain(outcome);
      }
    });
  });
}
