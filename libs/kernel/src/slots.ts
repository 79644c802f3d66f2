import { within } from './deadline';

/** Work that is under way, a limited number of pieces at a time. */
export class Slots<T> {
  private readonly running = new Map<string, Promise<void>>();

  constructor(
    private readonly size: number,
    private readonly idOf: (item: T) => string,
  ) {}

  /**
   * Claims as many pieces as there are free slots and starts them; true when more may be due. `onFree` is called whenever a
   * slot becomes free. `work` must not reject.
   */
  async fill(
    claim: (free: number) => Promise<readonly T[]>,
    work: (item: T) => Promise<void>,
    onFree: () => void,
  ): Promise<boolean> {
    const free = this.size - this.running.size;
    if (free === 0) return false;
    const claimed = await claim(free);
    for (const item of claimed) {
      const id = this.idOf(item);
      const done = work(item).finally(() => {
        this.running.delete(id);
        onFree();
      });
      this.running.set(id, done);
    }
    return claimed.length === free;
  }

  /** Waits up to `deadlineMs` for the work under way, and returns the ids of what has not ended. */
  async drain(deadlineMs: number): Promise<string[]> {
    await within(deadlineMs, () => Promise.all(this.running.values()));
    return [...this.running.keys()];
  }
}
