import { Batcher, eachApart } from './batcher';

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

  it('does as many batches at once as it may, and no more', async () => {
    const finish: (() => void)[] = [];
    const work = jest.fn(async (items: number[]) => {
      await new Promise<void>((resolve) => finish.push(resolve));
      return items;
    });
    const batcher = new Batcher(0, 2, work, 2);
    const all = [1, 2, 3, 4, 5].map((item) => batcher.add(item));
    while (finish.length < 2) await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect(work.mock.calls).toEqual([[[1, 2]], [[3, 4]]]);
    finish[1]!();
    while (finish.length < 3) await new Promise(setImmediate);
    expect(work.mock.calls[2]).toEqual([[5]]);
    for (const end of finish) end();
    await expect(Promise.all(all)).resolves.toEqual([1, 2, 3, 4, 5]);
  });
});

describe('eachApart', () => {
  const refusing = (...unlucky: number[]) =>
    jest.fn(async (items: readonly number[]) => {
      const found = items.find((item) => unlucky.includes(item));
      if (found !== undefined) throw new Error(`${found} is unlucky`);
    });

  it('does everything in one go while nothing fails', async () => {
    const work = refusing();
    await expect(eachApart([1, 2, 3], work)).resolves.toEqual([undefined, undefined, undefined]);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('finds those that fail, and does the others all the same', async () => {
    const work = refusing(3, 8);
    const errors = await eachApart([1, 2, 3, 4, 5, 6, 7, 8], work);
    expect(errors.map((failure) => (failure?.error as Error | undefined)?.message)).toEqual([
      ...[undefined, undefined, '3 is unlucky', undefined],
      ...[undefined, undefined, undefined, '8 is unlucky'],
    ]);
    const done = await Promise.all(
      work.mock.results.map(({ value }) =>
        Promise.resolve(value).then(
          () => true,
          () => false,
        ),
      ),
    );
    const itemsDone = work.mock.calls.flatMap(([items], i) => (done[i] ? items : []));
    expect(itemsDone).toEqual([1, 2, 4, 5, 6, 7]);
  });

  it('does nothing for nothing', async () => {
    const work = refusing();
    await expect(eachApart([], work)).resolves.toEqual([]);
    expect(work).not.toHaveBeenCalled();
  });
});
