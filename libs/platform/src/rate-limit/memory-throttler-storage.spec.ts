import { throttlerStorageContract } from '../testing';
import { MemoryThrottlerStorage } from './memory-throttler-storage';

const hit = (storage: MemoryThrottlerStorage, key: string, ttl: number) => storage.increment(key, ttl, 1_000);

describe('MemoryThrottlerStorage', () => {
  let now: number;
  let storage: MemoryThrottlerStorage;
  beforeEach(() => {
    now = 1_000;
    storage = new MemoryThrottlerStorage(() => now);
  });

  throttlerStorageContract(() => ({ storage, elapse: async (ms) => void (now += ms) }));

  it('keeps counting in running windows after it dropped ended windows during a scan over many addresses', async () => {
    await hit(storage, 'long', 1_000_000);
    for (let i = 0; i < 50_000; i++) await hit(storage, `short ${i}`, 10);
    now += 10;
    await hit(storage, 'one too many', 10);
    expect((await hit(storage, 'long', 1_000_000)).totalHits).toBe(2);
  });

  it('does not keep the addresses of a scan forever', async () => {
    const windows = (storage as unknown as { windows: Map<string, unknown> }).windows;
    for (let i = 0; i < 120_000; i++) {
      await hit(storage, `address ${i}`, 10);
      now += 1;
    }
    expect(windows.size).toBeLessThanOrEqual(50_000);
  });

  it('does not move windows when the wall clock is corrected', async () => {
    const real = new MemoryThrottlerStorage();
    await hit(real, 'key', 60_000);
    jest.spyOn(Date, 'now').mockReturnValue(0);
    const { totalHits } = await hit(real, 'key', 60_000);
    jest.restoreAllMocks();
    expect(totalHits).toBe(2);
  });
});
