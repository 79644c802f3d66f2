interface Waiting<T, R> {
  item: T;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
}

/**
 * Turns many small calls into few large ones: what is asked for within the window is done together, and while as many
 * batches are under way as may be, what comes gathers for the next, so that batches grow with the load. `work` answers in
 * the order of its items.
 */
export class Batcher<T, R> {
  private waiting: Waiting<T, R>[] = [];
  private scheduled = false;
  private underway = 0;

  constructor(
    private readonly windowMs: number,
    private readonly largest: number,
    private readonly work: (items: T[]) => Promise<R[]>,
    private readonly atOnce = 1,
  ) {}

  add(item: T): Promise<R> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      this.schedule();
    });
  }

  private schedule(): void {
    if (this.scheduled || this.underway >= this.atOnce || this.waiting.length === 0) return;
    this.scheduled = true;
    const run = () => {
      this.scheduled = false;
      void this.runOne();
      this.schedule();
    };
    if (this.windowMs > 0) setTimeout(run, this.windowMs);
    else setImmediate(run);
  }

  private async runOne(): Promise<void> {
    const batch = this.waiting.splice(0, this.largest);
    this.underway += 1;
    try {
      const results = await this.work(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => resolve(results[index] as R));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      this.underway -= 1;
      this.schedule();
    }
  }
}

/** What an item of a batch failed with. */
export interface Failure {
  error: unknown;
}

/**
 * Does work for all items together. If that fails they are halved until what makes it fail stands alone, so that it takes
 * none of its neighbours down. Answers the failure of each item, or undefined; `work` must do all or nothing.
 */
export async function eachApart<T>(
  items: readonly T[],
  work: (items: readonly T[]) => Promise<unknown>,
): Promise<(Failure | undefined)[]> {
  if (items.length === 0) return [];
  try {
    await work(items);
    return items.map(() => undefined);
  } catch (error) {
    if (items.length === 1) return [{ error }];
    const half = items.length >> 1;
    return [...(await eachApart(items.slice(0, half), work)), ...(await eachApart(items.slice(half), work))];
  }
}
