import { newId } from '@app/kernel';
import type { RateLimitStore } from '../rate-limit/rate-limit-store';

export interface RateLimitStoreSubject {
  store: RateLimitStore;
  /** Lets so many milliseconds pass for the store. */
  elapse(ms: number): Promise<void>;
}

const WINDOW = 60_000;

/** What every adapter of the port must do. */
export function rateLimitStoreContract(subject: () => RateLimitStoreSubject): void {
  let key: string;
  beforeEach(() => {
    key = newId();
  });

  const hit = (windowMs = WINDOW) => subject().store.hit(key, windowMs);
  const hits = async (times: number) => {
    const counts: number[] = [];
    for (let i = 0; i < times; i++) counts.push((await hit()).count);
    return counts;
  };

  it('counts the first request of a key as one, with the whole window ahead', async () => {
    const { count, remainingMs } = await hit();
    expect(count).toBe(1);
    expect(remainingMs).toBeGreaterThan(WINDOW - 1_000);
    expect(remainingMs).toBeLessThanOrEqual(WINDOW);
  });

  it('counts every further request', async () => {
    expect(await hits(5)).toEqual([1, 2, 3, 4, 5]);
  });

  it('counts each key for itself', async () => {
    await hits(3);
    expect((await subject().store.hit(newId(), WINDOW)).count).toBe(1);
  });

  it('is not prolonged by requests: the window ends when it was going to end', async () => {
    await hit();
    await subject().elapse(WINDOW - 5_000);
    const { count, remainingMs } = await hit();
    expect(count).toBe(2);
    expect(remainingMs).toBeLessThanOrEqual(5_000);
  });

  it('goes back to nothing when the window ends, however many requests it had', async () => {
    await hits(50);
    await subject().elapse(WINDOW);
    expect((await hit()).count).toBe(1);
  });

  it('opens the next window with the first request after the last one, not at its end', async () => {
    await hit();
    await subject().elapse(3 * WINDOW);
    expect((await hit()).remainingMs).toBeGreaterThan(WINDOW - 1_000);
  });

  it('counts requests at the same moment one by one', async () => {
    const counts = await Promise.all(Array.from({ length: 20 }, () => hit()));
    expect(counts.map(({ count }) => count).sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  });
}
