interface Waiting<T, R> {
  item: T;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
}

/**
 * Turns many small calls into few large ones: what is asked for within the window is done together, one batch at a time,
 * so that batches grow with the load. `work` answers in the order of its items.
 */
export class Batcher<T, R> {
  private waiting: Waiting<T, R>[] = [];
  private scheduled = false;
  private busy = false;

  constructor(
    private readonly windowMs: number,
    private readonly largest: number,
    private readonly work: (items: T[]) => Promise<R[]>,
  ) {}

  add(item: T): Promise<R> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      this.schedule();
    });
  }

  private schedule(): void {
    if (this.scheduled || this.busy || this.waiting.length === 0) return;
    this.scheduled = true;
    const run = () => {
      this.scheduled = false;
      void this.runOne();
    };
    if (this.windowMs > 0) setTimeout(run, this.windowMs);
    else setImmediate(run);
  }

  private async runOne(): Promise<void> {
    const batch = this.waiting.splice(0, this.largest);
    this.busy = true;
    try {
      const results = await this.work(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => resolve(results[index] as R));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      this.busy = false;
      this.schedule();
    }
  }
}
