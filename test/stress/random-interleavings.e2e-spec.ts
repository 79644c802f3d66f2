import fc from 'fast-check';
import { CollectionSystem } from '../support/collection-system';
import { createScratchDatabase } from '../support/test-database';
import { numbered, step } from './random-commands';
import { caughtUp, perform, type Command, type Reply, type World } from './reference-model';
import { CREDITS, Stage } from './stage';

/** Each has a database of its own: the books of a small one are proved faster. */
const PARTS = [1, 2, 3, 4, 5];
/** How many series of a part, and bursts of a series; the commands of a burst are sent at the same moment. */
const SERIES = Number(process.env['STRESS_SERIES'] ?? 34);
const BURSTS = 12;

let scratch: Awaited<ReturnType<typeof createScratchDatabase>>;
/** Two, as two processes would be: their transactions meet in PostgreSQL alone. */
let systems: [CollectionSystem, CollectionSystem];

beforeEach(async () => {
  scratch = await createScratchDatabase();
  systems = [await CollectionSystem.start(scratch.url), await CollectionSystem.start(scratch.url)];
});

afterEach(async () => {
  await Promise.all(systems.map((system) => system.stop()));
  await scratch.drop();
});

const series = fc
  .array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: BURSTS, maxLength: BURSTS })
  .map(numbered);

it.each(PARTS)(
  'whatever is asked at the same moment of links, wallets and holds, it is as if one thing had followed another (%d)',
  async () => {
    const property = fc.asyncProperty(series, async (bursts) => {
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
    await fc.assert(property, { numRuns: SERIES, endOnFailure: true });
  },
  120_000,
);

/** Every world that some order of the commands leads to, if each caller is to get the reply that they got. */
function outcomesOf(worlds: readonly World[], burst: readonly Command[], replies: readonly Reply[]): World[] {
  const found = new Map<string, World>();
  const go = (world: World, left: readonly number[]): void => {
    const settled = caughtUp(world, CREDITS);
    if (left.length === 0) found.set(`${shown(settled)} ${JSON.stringify(settled.holds)}`, settled);
    const befores = shown(settled) === shown(world) ? [settled] : [settled, world];
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

/** What of a world can be seen from outside. */
function shown({ links, wallets }: World): string {
  return JSON.stringify({
    links: links.map(({ status, order, asides, waiting }) => [status, order, asides, waiting].join(' ')),
    wallets: wallets.map(({ balance, reserved }) => [balance, reserved]),
  });
}
