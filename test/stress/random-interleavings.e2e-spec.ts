import fc from 'fast-check';
import { CollectionSystem } from '../support/collection-system';
import { createScratchDatabase } from '../support/test-database';
import { numbered, step } from './random-commands';
import { caughtUp, perform, type Command, type Reply, type World } from './reference-model';
import { CREDITS, Stage } from './stage';

/** How many series, and bursts of a series. The commands of a burst are sent at the same moment. */
const SERIES = Number(process.env['STRESS_SERIES'] ?? 40);
const BURSTS = 12;

let scratch: Awaited<ReturnType<typeof createScratchDatabase>>;
/** Two systems stand for two processes: their transactions meet only in PostgreSQL. */
let systems: [CollectionSystem, CollectionSystem];

beforeAll(async () => {
  scratch = await createScratchDatabase();
  systems = [await CollectionSystem.start(scratch.url), await CollectionSystem.start(scratch.url)];
});

afterAll(async () => {
  await Promise.all(systems.map((system) => system.stop()));
  await scratch.drop();
});

const series = fc
  .array(fc.array(step, { minLength: 2, maxLength: 4 }), { minLength: BURSTS, maxLength: BURSTS })
  .map(numbered);

it(
  'concurrent commands on links, wallets and holds have the outcome of some sequence of them',
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
  60_000 + SERIES * 2_000,
);

/** Every world that some sequence of the commands leads to in which each caller gets the reply that they really got. */
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

/** The part of a world that can be seen from outside. */
function shown({ links, wallets }: World): string {
  return JSON.stringify({
    links: links.map(({ status, order, asides, waiting }) => [status, order, asides, waiting].join(' ')),
    wallets: wallets.map(({ balance, reserved }) => [balance, reserved]),
  });
}
