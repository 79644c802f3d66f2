import { MAX_ATTEMPTS, retryDelayMs } from './retry-plan';

const DELAYS = [30_000, 300_000, 1_800_000, 7_200_000];

describe('retryDelayMs', () => {
  it.each([
    [1, 30_000],
    [2, 300_000],
    [3, 1_800_000],
    [4, 7_200_000],
  ])('waits after attempt %i for the delay of that attempt', (attempt, delay) => {
    expect(retryDelayMs(DELAYS, attempt, 0.5)).toBe(delay);
  });

  it('plans nothing after the last attempt', () => {
    expect(retryDelayMs(DELAYS, MAX_ATTEMPTS, 0.5)).toBeUndefined();
  });

  it('waits at least nine tenths of the delay', () => {
    expect(retryDelayMs(DELAYS, 1, 0)).toBe(27_000);
  });

  it('waits at most eleven tenths of the delay', () => {
    expect(retryDelayMs(DELAYS, 1, 1 - Number.EPSILON)).toBe(33_000);
  });

  it('plans no sixth attempt, whatever delays are configured', () => {
    expect(retryDelayMs([...DELAYS, 1], MAX_ATTEMPTS, 0.5)).toBeUndefined();
  });
});
