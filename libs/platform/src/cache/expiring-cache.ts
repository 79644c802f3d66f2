import type { Clock } from '@app/kernel';
import { LRUCache } from 'lru-cache';

export interface ExpiringCacheOptions {
  /** A value that was loaded longer ago than this is loaded again. */
  maxAgeMs: number;
  /** When there are more, the least recently used value is evicted. */
  maxEntries: number;
}

/**
 * Values that were loaded from the database, kept for a short time in this process. Concurrent loads of one key share
 * one call. A load that began before its key was deleted is neither kept nor joined by later callers, since it may have
 * read the value from before the deletion. A failed load is not kept.
 */
export class ExpiringCache<V extends object> {
  private readonly values: LRUCache<string, V>;
  private readonly loads = new Map<string, Promise<V>>();

  constructor(
    private readonly clock: Clock,
    { maxAgeMs, maxEntries }: ExpiringCacheOptions,
  ) {
    const perf = { now: () => clock.monotonicMs() };
    this.values = new LRUCache({ max: maxEntries, ttl: maxAgeMs, ttlResolution: 0, perf });
  }

  /** The cached value; undefined when there is none or it is too old. */
  get(key: string): V | undefined {
    return this.values.get(key);
  }

  /** The cached value, or else the result of `load`. */
  async getOrLoad(key: string, load: () => Promise<V>): Promise<V> {
    return this.get(key) ?? this.load(key, load);
  }

  /** The result of `load`, kept only if `keeps` accepts it. Its age counts from the beginning of the load. */
  load(key: string, load: () => Promise<V>, keeps: (value: V) => boolean = () => true): Promise<V> {
    const underWay = this.loads.get(key);
    if (underWay) return underWay;
    const start = this.clock.monotonicMs();
    const loading = load()
      .then((value) => {
        if (this.loads.get(key) === loading && keeps(value)) this.values.set(key, value, { start });
        return value;
      })
      .finally(() => {
        if (this.loads.get(key) === loading) this.loads.delete(key);
      });
    this.loads.set(key, loading);
    return loading;
  }

  delete(key: string): void {
    this.loads.delete(key);
    this.values.delete(key);
  }

  /** Deletes the values that match, and every load under way, whose result might match. */
  deleteWhere(matches: (value: V) => boolean): void {
    this.loads.clear();
    for (const [key, value] of this.values) if (matches(value)) this.values.delete(key);
  }

  clear(): void {
    this.loads.clear();
    this.values.clear();
  }
}
