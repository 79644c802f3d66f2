import { Slots } from './slots';

describe('Slots', () => {
  const start = () => {
    const slots = new Slots<string>(2, (id) => id);
    const ends = new Map<string, () => void>();
    const work = (id: string) => new Promise<void>((resolve) => ends.set(id, resolve));
    const onFree = jest.fn();
    const claim = jest.fn((free: number) =>
      Promise.resolve(['a', 'b', 'c'].filter((id) => !ends.has(id)).slice(0, free)),
    );
    return { slots, ends, onFree, claim, fill: () => slots.fill(claim, work, onFree) };
  };

  it('claim no more than is free, and nothing while all are busy', async () => {
    const { fill, claim } = start();
    await expect(fill()).resolves.toBe(true);
    await expect(fill()).resolves.toBe(false);
    expect(claim.mock.calls).toEqual([[2]]);
  });

  it('announce a free slot, and report when less was due than was free', async () => {
    const { fill, ends, onFree, claim } = start();
    await fill();
    ends.get('a')?.();
    ends.get('b')?.();
    await new Promise((resolve) => setImmediate(resolve));
    expect(onFree).toHaveBeenCalledTimes(2);
    await expect(fill()).resolves.toBe(false);
    expect(claim).toHaveBeenLastCalledWith(2);
  });

  it('return what has not ended at the deadline', async () => {
    const { slots, fill, ends } = start();
    await fill();
    ends.get('a')?.();
    await expect(slots.drain(10)).resolves.toEqual(['b']);
  });
});
