import type { ThrottlerStorage } from '@nestjs/throttler';
import { throttlerRecord, type ThrottlerRecord } from './throttler-record';

interface Window {
  count: number;
  endsAt: number;
}

/** Ended windows are removed once there are this many, so that a scan over many addresses cannot grow the map without limit. */
const SWEEP_AT = 50_000;

/**
 * Fixed windows, counted by this process only. A window opens with the first request of a key and its counter starts
 * again from zero when it ends. `now` is monotonic milliseconds: a corrected wall clock moves no window.
 */
export class MemoryThrottlerStorage implements ThrottlerStorage {
  private readonly windows = new Map<string, Window>();
  private sweepAt = SWEEP_AT;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Counts one request. `ttl` is the length of the window in milliseconds. */
  increment(key: string, ttl: number, limit: number): Promise<ThrottlerRecord> {
    const now = this.now();
    let window = this.windows.get(key);
    if (!window || window.endsAt <= now) {
      if (!window && this.windows.size >= this.sweepAt) this.sweep(now);
      window = { count: 0, endsAt: now + ttl };
      this.windows.set(key, window);
    }
    window.count += 1;
    return Promise.resolve(throttlerRecord(window.count, window.endsAt - now, limit));
  }

  private sweep(now: number): void {
    for (const [key, window] of this.windows) if (window.endsAt <= now) this.windows.delete(key);
    // When most windows are still running, sweeping again at the next request would also remove nothing.
    this.sweepAt = Math.max(SWEEP_AT, this.windows.size * 2);
  }
}
