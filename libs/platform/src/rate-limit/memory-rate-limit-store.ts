import { RateLimitStore, type Hit } from './rate-limit-store';

interface Window {
  count: number;
  endsAt: number;
}

/** Past this many windows the ended ones are swept, so that a scan over many addresses cannot grow the map for ever. */
const SWEEP_AT = 50_000;

/** Counters of this process alone. `now` is monotonic milliseconds, so that a corrected wall clock moves no window. */
export class MemoryRateLimitStore extends RateLimitStore {
  private readonly windows = new Map<string, Window>();
  private sweepAt = SWEEP_AT;

  constructor(private readonly now: () => number = () => performance.now()) {
    super();
  }

  hit(key: string, windowMs: number): Hit {
    const now = this.now();
    let window = this.windows.get(key);
    if (!window || window.endsAt <= now) {
      if (!window && this.windows.size >= this.sweepAt) this.sweep(now);
      window = { count: 0, endsAt: now + windowMs };
      this.windows.set(key, window);
    }
    window.count += 1;
    return { count: window.count, remainingMs: window.endsAt - now };
  }

  private sweep(now: number): void {
    for (const [key, window] of this.windows) if (window.endsAt <= now) this.windows.delete(key);
    // When most windows are still running, sweeping again at the next request would find nothing either.
    this.sweepAt = Math.max(SWEEP_AT, this.windows.size * 2);
  }
}
