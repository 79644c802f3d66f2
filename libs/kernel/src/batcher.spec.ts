import { Batcher } from './batcher';

describe('Batcher', () => {
  it('does together what is asked for together, and answers each its own', async () => {
    const work = jest.fn(async (items: number[]) => items.map((item) => item * 10));
    const batcher = new Batcher(0, 100, work);
    await expect(Promise.all([1, 2, 3].map((item) => batcher.add(item)))).resolves.toEqual([10, 20, 30]);
    expect(work.mock.calls).toEqual([[[1, 2, 3]]]);
  });

  it('does no more at a time than the largest batch', async () => {
    const work = jest.fn(async (items: number[]) => items);
    const batcher = new Batcher(0, 2, work);
    await Promise.all([1, 2, 3].map((item) => batcher.add(item)));
    expect(work.mock.calls).toEqual([[[1, 2]], [[3]]]);
  });

  it('gathers what comes while a batch is being done', async () => {
    let finish: () => void = () => undefined;
    const work = jest.fn(async (items: number[]) => {
      if (work.mock.calls.length === 1) await new Promise<void>((resolve) => (finish = resolve));
      return items;
    });
    const batcher = new Batcher(0, 100, work);
    const first = batcher.add(1);
    while (work.mock.calls.length === 0) await new Promise(setImmediate);
    const rest = [batcher.add(2), batcher.add(3)];
    finish();
    await Promise.all([first, ...rest]);
    expect(work.mock.calls).toEqual([[[1]], [[2, 3]]]);
  });

  it('fails those of a batch that fails, and goes on with the next', async () => {
    const work = jest.fn(async (items: number[]) => {
      if (items.includes(13)) throw new Error('unlucky');
      return items;
    });
    const batcher = new Batcher(0, 2, work);
    const results = await Promise.allSettled([12, 13, 14].map((item) => batcher.add(item)));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  });
});
