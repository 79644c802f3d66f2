import { SilentLog } from '../logging/log';
import { ClaimLoop } from './claim-loop';

/** A loop whose turns the test ends one by one. */
function scripted(longestIdleMs?: number) {
  const turns: { resolve: (found: boolean) => void; reject: (error: Error) => void }[] = [];
  const loop = new ClaimLoop({
    name: 'test',
    log: new SilentLog(),
    longestIdleMs,
    turn: () => new Promise((resolve, reject) => turns.push({ resolve, reject })),
  });
  const settle = async (act: () => void) => {
    act();
    await jest.advanceTimersByTimeAsync(0);
  };
  return {
    loop,
    turns,
    find: (found: boolean) => settle(() => turns.at(-1)?.resolve(found)),
    fail: () => settle(() => turns.at(-1)?.reject(new Error('database is away'))),
  };
}

describe('ClaimLoop', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('takes another turn at once as long as work is found', async () => {
    const { loop, turns, find } = scripted();
    loop.start();
    await find(true);
    await find(true);
    expect(turns).toHaveLength(3);
  });

  it('pauses when nothing is found, longer each time up to the longest pause', async () => {
    const { loop, turns, find } = scripted(50);
    loop.start();
    for (const pause of [20, 40, 50, 50]) {
      const before = turns.length;
      await find(false);
      await jest.advanceTimersByTimeAsync(pause - 1);
      expect(turns).toHaveLength(before);
      await jest.advanceTimersByTimeAsync(1);
      expect(turns).toHaveLength(before + 1);
    }
  });

  it('takes a turn at once when it is woken during a pause', async () => {
    const { loop, turns, find } = scripted();
    loop.start();
    await find(false);
    loop.wake();
    await jest.advanceTimersByTimeAsync(0);
    expect(turns).toHaveLength(2);
  });

  it('remembers a wake that arrives during a turn', async () => {
    const { loop, turns, find } = scripted();
    loop.start();
    loop.wake();
    await find(false);
    expect(turns).toHaveLength(2);
  });

  it('shortens its pauses after a wake that found nothing, since the work may not be committed yet', async () => {
    const { loop, turns, find } = scripted(1_000);
    loop.start();
    for (const pause of [20, 40, 80, 160]) {
      await find(false);
      await jest.advanceTimersByTimeAsync(pause);
    }
    await find(false);
    loop.wake();
    await jest.advanceTimersByTimeAsync(0);
    const before = turns.length;
    await find(false);
    await jest.advanceTimersByTimeAsync(20);
    expect(turns).toHaveLength(before + 1);
  });

  it('continues after a failed turn, with a growing delay that a wake does not shorten', async () => {
    const { loop, turns, fail } = scripted();
    loop.start();
    for (const delay of [250, 500, 1_000]) {
      const before = turns.length;
      await fail();
      loop.wake();
      await jest.advanceTimersByTimeAsync(delay - 1);
      expect(turns).toHaveLength(before);
      await jest.advanceTimersByTimeAsync(1);
      expect(turns).toHaveLength(before + 1);
    }
  });

  it('resets the failure delay after a turn succeeds', async () => {
    const { loop, turns, fail, find } = scripted();
    loop.start();
    await fail();
    await jest.advanceTimersByTimeAsync(250);
    await fail();
    await jest.advanceTimersByTimeAsync(500);
    await find(true);
    const before = turns.length;
    await fail();
    await jest.advanceTimersByTimeAsync(250);
    expect(turns).toHaveLength(before + 1);
  });

  it('waits for the running turn when it is stopped, and starts no other', async () => {
    const { loop, turns, find } = scripted();
    loop.start();
    let stopped = false;
    const stopping = loop.stop().then(() => (stopped = true));
    await jest.advanceTimersByTimeAsync(1_000);
    expect(stopped).toBe(false);
    await find(true);
    await stopping;
    expect(turns).toHaveLength(1);
  });

  it('stops during a pause without waiting for its end', async () => {
    const { loop, find } = scripted();
    loop.start();
    await find(false);
    await expect(loop.stop()).resolves.toBeUndefined();
  });

  it('begins another turn when one does not end', async () => {
    const { loop, turns } = scripted();
    loop.start();
    await jest.advanceTimersByTimeAsync(30_250);
    expect(turns).toHaveLength(2);
  });

  it('is overdue while a turn does not end, and not while it pauses', async () => {
    const { loop, find } = scripted(60_000);
    loop.start();
    for (let pause = 20; pause < 40_000; pause *= 2) {
      await find(false);
      await jest.advanceTimersByTimeAsync(pause);
    }
    await find(false);
    await jest.advanceTimersByTimeAsync(40_960);
    expect(loop.pulse.overdueMs()).toBe(0);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(loop.pulse.overdueMs()).toBe(5_000);
  });

  it('shows the age of its last turn without an error', async () => {
    const { loop, find, fail } = scripted();
    loop.start();
    await find(true);
    await jest.advanceTimersByTimeAsync(3_000);
    await fail();
    expect(loop.pulse.ageSeconds()).toBe(3);
  });

  it('ages from its start while every turn fails', async () => {
    const { loop, fail } = scripted();
    loop.start();
    for (const delay of [250, 500, 1_000]) {
      await fail();
      await jest.advanceTimersByTimeAsync(delay);
    }
    expect(loop.pulse.ageSeconds()).toBe(1.75);
  });

  it('can be started again after a stop', async () => {
    const { loop, turns, find } = scripted();
    loop.start();
    await find(false);
    await loop.stop();
    loop.start();
    await jest.advanceTimersByTimeAsync(0);
    expect(turns).toHaveLength(2);
  });
});
