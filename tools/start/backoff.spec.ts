import { Backoff } from './backoff';

describe('Backoff', () => {
  it('doubles from half a second up to half a minute', () => {
    const backoff = new Backoff();

    const delays = Array.from({ length: 9 }, () => backoff.delayAfter(0));

    expect(delays).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  });

  it('starts again at the shortest delay after the process stayed up for a minute', () => {
    const backoff = new Backoff();
    backoff.delayAfter(0);
    backoff.delayAfter(59_999);

    expect(backoff.delayAfter(60_000)).toBe(500);
  });
});
