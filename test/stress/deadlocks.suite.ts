import { DomainError, Money, newId, UnitOfWork } from '@app/kernel';
import { LedgerService } from '@app/ledger';
import { aCollection, aHoldOn, aPayout, aTransfer } from '@app/ledger/testing';
import { PaymentLinks } from '@app/payment-links';
import { Client } from 'pg';
import { CollectionSystem, type Merchant } from '../support/collection-system';
import { RowLock } from '../support/row-lock';
import { createScratchDatabase } from '../support/test-database';
import { randomFrom } from './seeded-random';

const WALLETS = 10;
const CONNECTIONS = 50;
/** How many links each process settles in one batch. */
const LINKS = 20;

/**
 * Two processes work on the same wallets and links, for so many seconds and batches, and must not wait for each other in a
 * circle. A seed repeats the commands, but not how they interleave.
 */
export function deadlocks({ seconds, batches, seed }: { seconds: number; batches: number; seed: number }): void {
  describe(`two processes on the same wallets and links, seed ${seed}`, () => {
    const random = randomFrom(seed);
    let scratch: Awaited<ReturnType<typeof createScratchDatabase>>;
    /** Two pools of 25 connections each. */
    let systems: [CollectionSystem, CollectionSystem];
    let merchants: Merchant[];

    beforeEach(async () => {
      scratch = await createScratchDatabase();
      systems = [await CollectionSystem.start(scratch.url), await CollectionSystem.start(scratch.url)];
      merchants = await Promise.all(Array.from({ length: WALLETS }, () => systems[0].merchant()));
    });

    afterEach(() => scratch.drop());

    const any = <T>(of: readonly T[]): T => of[random(of.length)] as T;
    const pesos = (most: number) => Money.of(String(1 + random(most)), 'ARS');

    /** Entries that touch up to four wallets, in any order. */
    function post(system: CollectionSystem): Promise<unknown> {
      const entries = Array.from({ length: 1 + random(4) }, () => {
        const [from, to] = [any(merchants), any(merchants)];
        return from === to ? aCollection(to.wallet.id, pesos(100)) : aTransfer(from.wallet.id, to.wallet.id, pesos(10));
      });
      return system.get(UnitOfWork).run((tx) => system.get(LedgerService).post(tx, entries));
    }

    async function holdAndEnd(system: CollectionSystem): Promise<void> {
      const [ledger, uow] = [system.get(LedgerService), system.get(UnitOfWork)];
      const [wallet, amount] = [any(merchants).wallet.id, pesos(20)];
      const { holdId } = await uow.run((tx) => ledger.placeHold(tx, aHoldOn(wallet, amount)));
      if (random(2) === 0) await uow.run((tx) => ledger.releaseHold(tx, holdId));
      else await uow.run((tx) => ledger.captureHold(tx, holdId, aPayout(wallet, amount)));
    }

    /** A payment, notified twice, concurrently with the end of its link. */
    async function collect(system: CollectionSystem): Promise<void> {
      const merchant = any(merchants);
      const link = await system.link(merchant);
      const order = await system.choose(link);
      const { providerReference: reference } = order;
      await Promise.all([
        system.pay(order),
        any(systems).pay(order, { id: newId() }),
        random(2) === 0
          ? any(systems).notify({ id: `${reference}:lapsed`, type: 'order.lapsed', reference })
          : allowDomainError(system.get(PaymentLinks).cancel(link.id, { userId: merchant.by.userId })),
      ]);
    }

    const allowDomainError = (work: Promise<unknown>): Promise<unknown> =>
      work.catch((error: unknown) => {
        if (!(error instanceof DomainError)) throw error;
      });

    /** Stops the systems first: a connection reports a deadlock a second late, or when it closes. */
    async function expectNoDeadlock(): Promise<void> {
      await systems[0].expectBooksBalanced();
      await Promise.all(systems.map((system) => system.stop()));
      const client = new Client(scratch.url);
      await client.connect();
      const { rows } = await client.query(
        'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
      );
      await client.end();
      expect(rows).toEqual([{ deadlocks: 0 }]);
    }

    it(
      `${CONNECTIONS} connections over ${WALLETS} wallets cause no deadlock, and the books balance`,
      async () => {
        const endsAt = performance.now() + seconds * 1_000;
        let done = 0;
        const worker = async (_: unknown, i: number): Promise<void> => {
          const system = systems[i % 2]!;
          while (performance.now() < endsAt) {
            await allowDomainError(any([post, holdAndEnd, collect])(system));
            done += 1;
          }
        };
        await Promise.all(Array.from({ length: CONNECTIONS }, worker));

        expect(done).toBeGreaterThan(CONNECTIONS);
        await expectNoDeadlock();
      },
      (seconds + 120) * 1_000,
    );

    it('two processes that settle the same links in batches lock them in one order', async () => {
      const orders = await Promise.all(
        Array.from({ length: LINKS }, async () => systems[0].choose(await systems[0].link(any(merchants)))),
      );
      for (let batch = 0; batch < batches; batch++) {
        // Both processes wait with some of their locks held, so that any other order would cause a deadlock.
        const lock = await RowLock.hold(scratch.url, 'SELECT 1 FROM payment_links WHERE id = $1', [any(orders).linkId]);
        const payments = orders.flatMap((order) => systems.map((system) => system.pay(order, { id: newId() })));
        await lock.waitedFor(systems.length);
        await lock.release();
        await Promise.all(payments);
      }

      await expectNoDeadlock();
    }, 60_000);
  });
}
