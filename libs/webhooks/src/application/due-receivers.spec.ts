import { StandingClock } from '@app/kernel/testing';
import type { DueReceiver } from '../domain/fair-share';

import { DueReceivers } from './due-receivers';
import type { DeliveryQueue } from './ports';

/** Due receivers over a queue whose responses the test gives one by one. */
function scripted() {
  const clock = new StandingClock();
  const reads: { response: (receivers: DueReceiver[]) => void; fail: (error: Error) => void }[] = [];
  const dueReceivers = () =>
    new Promise<DueReceiver[]>((response, fail) => {
      reads.push({ response, fail });
    });
  const queue = { dueReceivers } as unknown as DeliveryQueue;
  return { clock, reads, receivers: new DueReceivers(queue, clock) };
}

const receiver = (name: string, dueSince = new Date(0)): DueReceiver => ({
  receiver: name,
  accountId: 'account',
  dueSince,
});
const names = (receivers: readonly DueReceiver[]) => receivers.map(({ receiver: name }) => name);

describe('DueReceivers', () => {
  let { clock, reads, receivers } = scripted();

  /** Lets the first read find these. */
  async function found(...due: DueReceiver[]): Promise<void> {
    receivers.listKnown();
    const read = receivers.listAfterRead();
    reads.at(-1)!.response(due);
    await read;
  }

  beforeEach(() => ({ clock, reads, receivers } = scripted()));

  it('are those that the last read found', async () => {
    await found(receiver('one'), receiver('two'));
    expect(names(receivers.listKnown())).toEqual(['one', 'two']);
  });

  it('are known without waiting while a later read is under way', async () => {
    await found(receiver('one'));
    clock.advance(100);
    expect(names(receivers.listKnown())).toEqual(['one']);
    expect(reads).toHaveLength(2);
    reads[1]!.response([receiver('two')]);
    expect(names(await receivers.listAfterRead())).toEqual(['two']);
  });

  it('are read once at a time', async () => {
    receivers.listKnown();
    receivers.listKnown();
    expect(reads).toHaveLength(1);
  });

  it('are not read again before ten times the time of the last read, or 100 ms', async () => {
    receivers.listKnown();
    const read = receivers.listAfterRead();
    clock.advance(5);
    reads[0]!.response([receiver('one')]);
    await read;
    clock.advance(49);
    receivers.listKnown();
    expect(reads).toHaveLength(1);
    clock.advance(1);
    receivers.listKnown();
    expect(reads).toHaveLength(2);
  });

  it('are read at once when none is known', async () => {
    await found(receiver('one'));
    receivers.recordClaim([{ receiver: 'one', slots: 2 }], { claimed: [], exhausted: [] });
    expect(receivers.listKnown()).toEqual([]);
    expect(reads).toHaveLength(2);
  });

  it('throw the error of a read, once, and are read again', async () => {
    receivers.listKnown();
    const read = receivers.listAfterRead();
    reads[0]!.fail(new Error('database is away'));
    await expect(read).rejects.toThrow('database is away');
    receivers.listKnown();
    reads[1]!.response([receiver('one')]);
    expect(names(await receivers.listAfterRead())).toEqual(['one']);
  });

  it('show since when the oldest delivery was due at the last read', async () => {
    await found(receiver('one', new Date(2_000)), receiver('two', new Date(1_000)));
    expect(receivers.lastRead).toEqual({ atMs: clock.monotonicMs(), oldestDueMs: 1_000 });
  });
});
