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
type Payout = Awaited<ReturnType<System['payouts']['order']>>;

/** The expected wallet, in any order of commands. */
class Model {
  credited = ars(0);
  readonly payouts = new Map<string, { payout: Payout; accepted: string[] }>();

  statusOf(id: string): string {
    const accepted = this.payouts.get(id)?.accepted ?? [];
    if (accepted.includes('payout.completed')) return 'completed';
    if (accepted.includes('payout.failed')) return 'failed';
    return accepted.includes('payout.processing') ? 'processing' : 'requested';
  }

  get balance(): Money {
    return [...this.payouts.values()].reduce((sum, { payout, accepted }) => {
      const left = accepted.includes('payout.completed') ? sum.minus(payout.figures.amount) : sum;
      return accepted.includes('payout.returned') ? left.plus(payout.figures.net) : left;
    }, this.credited);
  }

  get reserved(): Money {
    const open = [...this.payouts.values()].filter(({ payout }) =>
      ['requested', 'processing'].includes(this.statusOf(payout.id)),
    );
    return Money.sum(
      open.map(({ payout }) => payout.figures.amount),
      'ARS',
    );
  }
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

    async function step(
      model: Model,
      merchant: Awaited<ReturnType<System['merchant']>>,
      random: (below: number) => number,
    ) {
      const { by, wallet } = merchant;
      const [command, size] = [random(6), LEAST + random(18_000)];
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
            model.payouts.set(payout.id, { payout, accepted: [] });
          }),
        );
      } else {
        const known = [...model.payouts.values()];
        const chosen = known[random(known.length || 1)];
        if (chosen) chosen.accepted.push(...(await system.notified(chosen.payout, TYPES[random(4)]!)));
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
        expect([balance.toString(), reserved.toString()]).toEqual([
          model.balance.toString(),
          model.reserved.toString(),
        ]);
        for (const { payout, accepted: reports } of model.payouts.values()) {
          const { payout: stored } = await system.payouts.read(payout.accountId, payout.id);
          expect([stored.status, stored.returnedAt !== null]).toEqual([
            model.statusOf(payout.id),
            reports.includes('payout.returned'),
          ]);
          expect(
            reports.filter((report) => report === 'payout.completed' || report === 'payout.failed').length,
          ).toBeLessThan(2);
        }
        for (const { accepted: reports } of model.payouts.values()) reports.forEach((report) => outcomes.add(report));
        await expectBooksBalanced(source);
      },
      60_000,
    );

    it('have settled payouts in every way', () => {
      for (const type of TYPES) expect(outcomes).toContain(type);
    });
  });
}
