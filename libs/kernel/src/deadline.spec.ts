import { abortAfter, within } from './deadline';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const never = () => new Promise<never>(() => undefined);
const late = () => 'late';

describe('within', () => {
  it('returns the result of the work and leaves no timer', async () => {
    await expect(within(50, async () => 'done', late)).resolves.toBe('done');
    expect(jest.getTimerCount()).toBe(0);
  });

  it.each([
    ['rejects', () => Promise.reject(new Error('rejected'))],
    [
      'throws',
      () => {
        throw new Error('rejected');
      },
    ],
  ])('fails with the error of work that %s and leaves no timer', async (_how, work) => {
    await expect(within(50, work, late)).rejects.toThrow('rejected');
    expect(jest.getTimerCount()).toBe(0);
  });

  it('returns the result of `late` after the deadline and not before', async () => {
    let outcome: unknown = 'waiting';
    const waiting = within(50, never, late).then((result) => (outcome = result));
    await jest.advanceTimersByTimeAsync(49);
    expect(outcome).toBe('waiting');

    await jest.advanceTimersByTimeAsync(1);
    await waiting;
    expect(outcome).toBe('late');
  });

  it('returns undefined after the deadline without `late`', async () => {
    const waiting = within(50, never);
    await jest.advanceTimersByTimeAsync(50);

    await expect(waiting).resolves.toBeUndefined();
  });

  it('throws the error of `late`', async () => {
    const rejection = expect(
      within(50, never, () => {
        throw new Error('no response');
      }),
    ).rejects.toThrow('no response');
    await jest.advanceTimersByTimeAsync(50);
    await rejection;
  });
});

describe('abortAfter', () => {
  it('aborts late work and drops its error', async () => {
    const work = (signal: AbortSignal) =>
      new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    const waiting = abortAfter(50, work, late);
    await jest.advanceTimersByTimeAsync(50);

    await expect(waiting).resolves.toBe('late');
  });

  it('does not abort work that finishes in time', async () => {
    let seen: AbortSignal | undefined;
    await abortAfter(50, async (signal) => (seen = signal), late);
    await jest.advanceTimersByTimeAsync(100);

    expect(seen?.aborted).toBe(false);
  });
});
