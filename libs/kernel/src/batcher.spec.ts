import { Batcher, isolateFailures, KeyedBatcher, type Failure } from './batcher';
import { ConnectionLostError } from './unit-of-work';

const batchesOf = ({ mock }: { mock: { calls: unknown[][] } }) => mock.calls.map(([items]) => items);

describe('Batcher', () => {
  it('runs items added together as one batch and returns each its own result', async () => {
    const work = jest.fn(async (items: number[]) => items.map((item) => item * 10));
    const batcher = new Batcher(0, 100, work);
    await expect(Promise.all([1, 2, 3].map((item) => batcher.add(item)))).resolves.toEqual([10, 20, 30]);
    expect(batchesOf(work)).toEqual([[1, 2, 3]]);
  });

  it('never exceeds the maximum batch size', async () => {
    const work = jest.fn(async (items: number[]) => items);
    const batcher = new Batcher(0, 2, work);
    await Promise.all([1, 2, 3].map((item) => batcher.add(item)));
    expect(batchesOf(work)).toEqual([[1, 2], [3]]);
  });

  it('collects items for the next batch while one is running', async () => {
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
    expect(batchesOf(work)).toEqual([[1], [2, 3]]);
  });

  it('rejects every item of a failing batch and continues with the next batch', async () => {
    const work = jest.fn(async (items: number[]) => {
      if (items.includes(13)) throw new Error('unlucky');
      return items;
    });
    const batcher = new Batcher(0, 2, work);
    const results = await Promise.allSettled([12, 13, 14].map((item) => batcher.add(item)));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  });

  it('runs as many batches in parallel as its concurrency allows', async () => {
    const finish: (() => void)[] = [];
    const work = jest.fn(async (items: number[]) => {
      await new Promise<void>((resolve) => finish.push(resolve));
      return items;
    });
    const batcher = new Batcher(0, 2, work, 2);
    const all = [1, 2, 3, 4, 5].map((item) => batcher.add(item));
    while (finish.length < 2) await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect(batchesOf(work)).toEqual([
      [1, 2],
      [3, 4],
    ]);
    finish[1]!();
    while (finish.length < 3) await new Promise(setImmediate);
    expect(batchesOf(work)[2]).toEqual([5]);
    for (const end of finish) end();
    await expect(Promise.all(all)).resolves.toEqual([1, 2, 3, 4, 5]);
  });

  it('lets a batch that exceeds the deadline block no other, and gives its items their results when it ends (rule 11.18)', async () => {
    let end: () => void = () => undefined;
    const work = async (items: number[]) => {
      if (items.includes(1)) await new Promise<void>((resolve) => (end = resolve));
      return items;
    };
    const batcher = new Batcher(0, 1, work, 1, 20);
    const slow = batcher.add(1);
    await expect(batcher.add(2)).resolves.toBe(2);
    end();
    await expect(slow).resolves.toBe(1);
  });

  it('answers an item as soon as its result is known, whatever becomes of its batch later (rule 11.18)', async () => {
    let fail: (error: Error) => void = () => undefined;
    const batcher = new Batcher<number, string>(0, 100, async (_items, answer) => {
      answer(1, 'done');
      return new Promise<never>((_, reject) => (fail = reject));
    });
    const [late, early] = [batcher.add(1), batcher.add(2)];
    await expect(early).resolves.toBe('done');
    fail(new Error('lost'));
    await expect(late).rejects.toThrow('lost');
  });
});

describe('KeyedBatcher', () => {
  it('collects the items of a key, and does not let one key wait for another', async () => {
    let finish: () => void = () => undefined;
    const work = jest.fn(async (items: string[]) => {
      if (items.includes('slow')) await new Promise<void>((resolve) => (finish = resolve));
      return items;
    });
    const batcher = new KeyedBatcher(100, work);
    const slow = batcher.add('a', 'slow');
    await expect(Promise.all([batcher.add('b', '1'), batcher.add('b', '2')])).resolves.toEqual(['1', '2']);
    finish();
    await expect(slow).resolves.toBe('slow');
    expect(batchesOf(work)).toEqual([['slow'], ['1', '2']]);
  });
});

describe('isolateFailures', () => {
  const failingOn = (...badItems: number[]) =>
    jest.fn(async (items: readonly number[]) => {
      const bad = items.find((item) => badItems.includes(item));
      if (bad !== undefined) throw new Error(`${bad} is bad`);
    });

  it('makes one call when no item fails', async () => {
    const work = failingOn();
    await expect(isolateFailures([1, 2, 3], work)).resolves.toEqual([undefined, undefined, undefined]);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('completes every other item when some fail', async () => {
    const work = failingOn(3, 8);
    const errors = await isolateFailures([1, 2, 3, 4, 5, 6, 7, 8], work);
    expect(errors.map((failure) => (failure?.error as Error | undefined)?.message)).toEqual([
      undefined,
      undefined,
      '3 is bad',
      undefined,
      undefined,
      undefined,
      undefined,
      '8 is bad',
    ]);
    const succeeded = await Promise.all(
      work.mock.results.map(({ value }) =>
        Promise.resolve(value).then(
          () => true,
          () => false,
        ),
      ),
    );
    const completed = work.mock.calls.flatMap(([items], i) => (succeeded[i] ? items : []));
    expect(completed).toEqual([1, 2, 4, 5, 6, 7]);
  });

  it('reports each part as soon as it is known, by the places of its items', async () => {
    const heard: string[] = [];
    const seen: number[] = [];
    const work = async (items: readonly number[]) => {
      seen.push(heard.length);
      if (items.includes(3)) throw new Error('3 is bad');
    };
    const hear = (at: number, failure: Failure | undefined) => void heard.push(`${at} ${failure ? 'failed' : 'done'}`);
    await isolateFailures([1, 2, 3, 4], work, hear);
    expect(heard).toEqual(['0 done', '1 done', '2 failed', '3 done']);
    // All, the first half, the second half, its halves.
    expect(seen).toEqual([0, 0, 2, 2, 3]);
  });

  it('does not repeat a batch whose connection was lost, which may have been written', async () => {
    const lost = new ConnectionLostError('reset');
    const work = jest.fn(() => Promise.reject(lost));
    await expect(isolateFailures([1, 2], work)).resolves.toEqual([{ error: lost }, { error: lost }]);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('makes no call for an empty list', async () => {
    const work = failingOn();
    await expect(isolateFailures([], work)).resolves.toEqual([]);
    expect(work).not.toHaveBeenCalled();
  });
});
