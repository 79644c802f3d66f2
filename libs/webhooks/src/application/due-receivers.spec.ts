import { StandingClock } from '@app/kernel/testing';
import type { DueReceiver } from '../domain/fair-share';

import { DueReceivers } from './due-receivers';
import type { DeliveryQueue } from './ports';

/** Due receivers over a queue whose responses the test gives one by one. */
function scripted() {
  const clock = new StandingClock();
  const looks: { response: (receivers: DueReceiver[]) => void; fail: (error: Error) => void }[] = [];
  const dueReceivers = () =>
    new Promise<DueReceiver[]>((response, fail) => {
      looks.push({ response, fail });
    });
  const queue = { dueReceivers } as unknown as DeliveryQueue;
  return { clock, looks, receivers: new DueReceivers(queue, clock) };
}

const receiver = (name: string, dueSince = new Date(0)): DueReceiver => ({
  receiver: name,
  accountId: 'account',
  dueSince,
});
const names = (receivers: readonly DueReceiver[]) => receivers.map(({ receiver: name }) => name);

describe('DueReceivers', () => {
  let { clock, looks, receivers } = scripted();

  /** Lets the first look find these. */
  async function found(...due: DueReceiver[]): Promise<void> {
    receivers.known();
    const looked = receivers.afterLook();
    looks.at(-1)!.response(due);
    await looked;
  }

  beforeEach(() => ({ clock, looks, receivers } = scripted()));

  it('are those that the last look found', async () => {
    await found(receiver('one'), receiver('two'));
    expect(names(receivers.known())).toEqual(['one', 'two']);
  });

  it('are known without waiting while a later look is under way', async () => {
    await found(receiver('one'));
    clock.advance(100);
    expect(names(receivers.known())).toEqual(['one']);
    expect(looks).toHaveLength(2);
    looks[1]!.response([receiver('two')]);
    expect(names(await receivers.afterLook())).toEqual(['two']);
  });

  it('are looked for by one look at a time', async () => {
    receivers.known();
    receivers.known();
    expect(looks).toHaveLength(1);
  });

  it('are not looked for again before ten times the time of the last look, or 100 ms', async () => {
    receivers.known();
    const looked = receivers.afterLook();
    clock.advance(5);
    looks[0]!.response([receiver('one')]);
    await looked;
    clock.advance(49);
    receivers.known();
    expect(looks).toHaveLength(1);
    clock.advance(1);
    receivers.known();
    expect(looks).toHaveLength(2);
  });

  it('are looked for at once when none is known', async () => {
    await found(receiver('one'));
    receivers.claimed([{ receiver: 'one', slots: 2 }], { claimed: [], exhausted: [] });
    expect(receivers.known()).toEqual([]);
    expect(looks).toHaveLength(2);
  });

  it('throw the error of a look, once, and look again', async () => {
    receivers.known();
    const looked = receivers.afterLook();
    looks[0]!.fail(new Error('database is away'));
    await expect(looked).rejects.toThrow('database is away');
    receivers.known();
    looks[1]!.response([receiver('one')]);
    expect(names(await receivers.afterLook())).toEqual(['one']);
  });

  it('tell since when the oldest delivery was due at the last look', async () => {
    await found(receiver('one', new Date(2_000)), receiver('two', new Date(1_000)));
    expect(receivers.lastLook).toEqual({ atMs: clock.monotonicMs(), oldestDueMs: 1_000 });
  });
});
