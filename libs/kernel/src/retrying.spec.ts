import { retrying } from './retrying';

describe('retrying', () => {
  const failing = (times: number) => {
    let runs = 0;
    return jest.fn(async () => {
      if (++runs <= times) throw new Error(`failure ${runs}`);
      return 'done';
    });
  };

  it('runs work that succeeds once', async () => {
    const work = failing(0);
    await expect(retrying([0, 0], work, jest.fn())).resolves.toBe('done');
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('reports each failure and runs the work again', async () => {
    const reported: unknown[] = [];
    await expect(retrying([0, 0], failing(2), (error) => reported.push(error))).resolves.toBe('done');
    expect(reported).toEqual([new Error('failure 1'), new Error('failure 2')]);
  });

  it('throws the error of the last run', async () => {
    await expect(retrying([0, 0], failing(3), jest.fn())).rejects.toThrow('failure 3');
  });
});
