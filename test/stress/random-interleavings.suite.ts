import fc from 'fast-check';
import { CollectionSystem } from '../support/collection-system';
import { createScratchDatabase } from '../support/test-database';
import { numbered, step } from './random-commands';
import { caughtUp, perform, reversed, type Command, type Reply, type World } from './reference-model';
import { CREDITS, Stage } from './stage';

/** How many bursts a series has. The commands of a burst are sent at the same time. */
const BURSTS = 12;

const commands = fc
  .array(fc.array(step, { minLength: 2, maxLength: 4 }), { minLength: BURSTS, maxLength: BURSTS })
  .map(numbered);

/** So many series of random commands, whose outcome the reference model has to explain. A seed repeats the commands. */
export function randomInterleavings({ series, seed }: { series: number; seed: number }): void {
  describe(`${series} series of random commands, seed ${seed}`, () => {
    let scratch: Awaited<ReturnType<typeof createScratchDatabase>>;
    /** Two systems represent two processes: they share only the database. */
    let systems: [CollectionSystem, CollectionSystem];

    beforeAll(async () => {
      scratch = await createScratchDatabase();
      systems = [await CollectionSystem.start(scratch.url), await CollectionSystem.start(scratch.url)];
    });

    afterAll(async () => {
      await Promise.all(systems.map((system) => system.stop()));
      await scratch.drop();
    });

    it(
      'concurrent commands on links, wallets and holds have the outcome of a sequential execution',
      async () => {
        const property = fc.asyncProperty(commands, async (bursts) => {
          const stage = await Stage.set(systems[0]);
          let possible = [await stage.world()];
          for (const burst of bursts) {
            const replies = await Promise.all(burst.map((command, i) => stage.send(command, systems[i % 2]!)));
            const explained = outcomesOf(possible, burst, replies);
            const seen = await stage.world();
            possible = explained.filter((world) => shown(world) === shown(seen));
            if (possible.length === 0) {
              const expected = [...new Set(explained.map(shown))];
              throw new Error(
                `no order explains ${JSON.stringify({ burst, replies })}: ${shown(seen)}, not ${expected.join(' or ')}`,
              );
            }
            await systems[0].expectBooksBalanced();
          }
        });
        await fc.assert(property, { numRuns: series, seed, endOnFailure: true });
      },
      60_000 + series * 2_000,
    );
  });
}

/** The states after every sequence of the commands in which each caller gets the reply that it really got. */
function outcomesOf(worlds: readonly World[], burst: readonly Command[], replies: readonly Reply[]): World[] {
  const found = new Map<string, World>();
  const go = (world: World, left: readonly number[]): void => {
    const settled = caughtUp(world, CREDITS);
    // Reversals may wait, although their payment is credited.
    const ends = settled.links.reduce<World[]>(
      (worlds, _link, at) => distinct(worlds.flatMap((one) => [one, reversed(one, at, CREDITS)])),
      [settled],
    );
    if (left.length === 0) for (const end of ends) found.set(stateOf(end), end);
    const befores = distinct([...ends, world]);
    for (const before of befores) {
      for (const i of left) {
        const after = perform(before, burst[i]!, CREDITS);
        const rest = left.filter((other) => other !== i);
        if (after.reply === replies[i]) go(after.world, rest);
      }
    }
  };
  const all = burst.map((_, i) => i);
  for (const world of worlds) go(world, all);
  return [...found.values()];
}

function distinct(worlds: readonly World[]): World[] {
  return [...new Map(worlds.map((world) => [stateOf(world), world])).values()];
}

/** A state as text, without the notices that led to it. */
function stateOf({ links, wallets, holds }: World): string {
  return JSON.stringify([links, wallets, holds]);
}

/** The part of a state that is visible from outside. */
function shown({ links, wallets }: World): string {
  return JSON.stringify({
    links: links.map(({ status, order, exceptions, waiting, reversals }) =>
      [status, order, exceptions, waiting + reversals.length].join(' '),
    ),
    wallets: wallets.map(({ balance, reserved }) => [balance, reserved]),
  });
}
