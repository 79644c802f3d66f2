import { StandingClock } from '@app/kernel/testing';
import type { DueLane } from '../domain/fair-share';

import { DueLanes } from './due-lanes';
import type { DeliveryQueue } from './ports';

/** Due lanes over a queue whose answers the test gives one by one. */
function scripted() {
  const clock = new StandingClock();
  const looks: { answer: (lanes: DueLane[]) => void; fail: (error: Error) => void }[] = [];
  const dueLanes = () =>
    new Promise<DueLane[]>((answer, fail) => {
      looks.push({ answer, fail });
    });
  const queue = { dueLanes } as unknown as DeliveryQueue;
  return { clock, looks, lanes: new DueLanes(queue, clock) };
}

const lane = (name: string, dueSince = new Date(0)): DueLane => ({ lane: name, accountId: 'account', dueSince });
const names = (lanes: readonly DueLane[]) => lanes.map(({ lane: name }) => name);

describe('DueLanes', () => {
  let { clock, looks, lanes } = scripted();

  /** Lets the first look find these. */
  async function found(...due: DueLane[]): Promise<void> {
    lanes.known();
    const looked = lanes.afterLook();
    looks.at(-1)!.answer(due);
    await looked;
  }

  beforeEach(() => ({ clock, looks, lanes } = scripted()));

  it('are those that the last look found', async () => {
    await found(lane('one'), lane('two'));
    expect(names(lanes.known())).toEqual(['one', 'two']);
  });

  it('are known without waiting while a later look is under way', async () => {
    await found(lane('one'));
    clock.advance(100);
    expect(names(lanes.known())).toEqual(['one']);
    expect(looks).toHaveLength(2);
    looks[1]!.answer([lane('two')]);
    expect(names(await lanes.afterLook())).toEqual(['two']);
  });

  it('are looked for by one look at a time', async () => {
    lanes.known();
    lanes.known();
    expect(looks).toHaveLength(1);
  });

  it('are not looked for again before ten times the time of the last look, or 100 ms', async () => {
    lanes.known();
    const looked = lanes.afterLook();
    clock.advance(5);
    looks[0]!.answer([lane('one')]);
    await looked;
    clock.advance(49);
    lanes.known();
    expect(looks).toHaveLength(1);
    clock.advance(1);
    lanes.known();
    expect(looks).toHaveLength(2);
  });

  it('are looked for at once when none is known', async () => {
    await found(lane('one'));
    lanes.claimed([{ lane: 'one', slots: 2 }], { claimed: [], exhausted: [] });
    expect(lanes.known()).toEqual([]);
    expect(looks).toHaveLength(2);
  });

  it('throw the error of a look, once, and look again', async () => {
    lanes.known();
    const looked = lanes.afterLook();
    looks[0]!.fail(new Error('database is away'));
    await expect(looked).rejects.toThrow('database is away');
    lanes.known();
    looks[1]!.answer([lane('one')]);
    expect(names(await lanes.afterLook())).toEqual(['one']);
  });

  it('tell since when the oldest delivery was due at the last look', async () => {
    await found(lane('one', new Date(2_000)), lane('two', new Date(1_000)));
    expect(lanes.lastLook).toEqual({ atMs: clock.monotonicMs(), oldestDueMs: 1_000 });
  });
});
