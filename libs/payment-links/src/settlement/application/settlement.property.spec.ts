import fc from 'fast-check';
import { aDebitFact, inMemoryCollections } from '../../testing';

type Reported = Parameters<typeof aDebitFact>[1];

interface Story {
  reported: Reported[];
  /** Link, order, received payment, balance, what the merchant sees, and the published events. */
  end: unknown[];
}

const STORIES: Story[] = [
  {
    reported: ['debit.submitted', 'debit.settled', 'debit.returned'],
    end: [
      'returned',
      'returned',
      'returned',
      '0.00',
      ['return out 50.00', 'payment in 50.00'],
      ['payment.completed', 'payment.returned'],
    ],
  },
  {
    reported: ['debit.submitted', 'debit.settled'],
    end: ['completed', 'paid', 'credited', '49.50', ['payment in 50.00'], ['payment.completed']],
  },
  { reported: ['debit.submitted', 'debit.refused'], end: ['active', 'refused', undefined, '0.00', [], []] },
];

/** Every fact at least once, in any order, some repeated, and where the batches are cut. */
const arrivals = fc.constantFrom(...STORIES).chain((story) =>
  fc.record({
    story: fc.constant(story),
    confirmed: fc.boolean(),
    order: fc.array(fc.nat({ max: story.reported.length - 1 }), { maxLength: 3 }).chain((repeated) =>
      fc.shuffledSubarray([...story.reported.keys(), ...repeated], {
        minLength: story.reported.length + repeated.length,
      }),
    ),
    cuts: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
  }),
);

describe('the facts of a debit', () => {
  it('end the same, whatever the order in which they arrive and however they are batched', async () => {
    await fc.assert(
      fc.asyncProperty(arrivals, async ({ story, confirmed, order: positions, cuts }) => {
        const app = inMemoryCollections();
        const { link, order } = await app.debit({ confirmed });
        const facts = story.reported.map((type) => aDebitFact(order, type));
        let batch: (typeof facts)[number][] = [];
        const settle = async () => {
          await app.store(...batch);
          await app.settle(batch);
          batch = [];
        };
        for (const [at, position] of positions.entries()) {
          batch.push(facts[position]!);
          if (cuts[at]) await settle();
        }
        await settle();
        expect([
          (await app.repositories.link(link.id)).status,
          await app.repositories.orderStatus(order.id),
          (await app.repositories.receivedPayment(link.id))?.status,
          await app.balance(link.walletId),
          await app.movements(link.walletId),
          app.events.published.map(({ type }) => type),
        ]).toEqual(story.end);
        expect([app.unsettled(), await app.exceptions.countOpen()]).toEqual([0, 0]);
        await app.expectBooksBalanced();
      }),
      { numRuns: 200 },
    );
  });
});
