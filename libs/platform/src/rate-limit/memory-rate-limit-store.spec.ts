import { rateLimitStoreContract } from '../testing';
import { MemoryRateLimitStore } from './memory-rate-limit-store';

describe('MemoryRateLimitStore', () => {
  let now: number;
  let store: MemoryRateLimitStore;
  beforeEach(() => {
    now = 1_000;
    store = new MemoryRateLimitStore(() => now);
  });

  rateLimitStoreContract(() => ({ store, elapse: async (ms) => void (now += ms) }));

  it('still counts running windows after a scan over many addresses made it drop ended ones', async () => {
    await store.hit('long', 1_000_000);
    for (let i = 0; i < 50_000; i++) await store.hit(`short ${i}`, 10);
    now += 10;
    await store.hit('one too many', 10);
    expect((await store.hit('long', 1_000_000)).count).toBe(2);
  });

  it('does not keep the addresses of a scan for ever', async () => {
    const windows = (store as unknown as { windows: Map<string, unknown> }).windows;
    for (let i = 0; i < 120_000; i++) {
      await store.hit(`address ${i}`, 10);
      now += 1;
    }
    expect(windows.size).toBeLessThanOrEqual(50_000);
  });

  it('moves no window when the wall clock is corrected', async () => {
    const real = new MemoryRateLimitStore();
    await real.hit('key', 60_000);
    jest.spyOn(Date, 'now').mockReturnValue(0);
    const { count } = await real.hit('key', 60_000);
    jest.restoreAllMocks();
    expect(count).toBe(2);
  });
});
