import { within } from './deadline';
import { ConnectionLostError } from './unit-of-work';

/** Longer than any batch that makes progress: its statements and its wait for a connection have shorter limits. */
const BATCH_DEADLINE_MS = 30_000;

/** A batch did not end in time. Its work may still take effect. */
export class BatchOverdueError extends Error {}

interface Waiting<T, R> {
  item: T;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
}

/**
 * Turns many small calls into a few large ones. Items added within the window form one batch. While `concurrency`
 * batches are running, new items collect for the next one, so batches grow with the load. `work` returns one result per
 * item, in order; when it throws, every item of that batch fails with its error. A batch that exceeds the deadline fails
 * with `BatchOverdueError` and no longer counts as running, so that it cannot block its successors.
 */
export class Batcher<T, R> {
  private waiting: Waiting<T, R>[] = [];
  private scheduled = false;
  private running = 0;

  constructor(
    private readonly windowMs: number,
    private readonly maxBatchSize: number,
    private readonly work: (items: T[]) => Promise<R[]>,
    private readonly concurrency = 1,
    private readonly deadlineMs = BATCH_DEADLINE_MS,
  ) {}

  /** For requests that arrive at the same moment. One that arrives alone does not wait. */
  static ofRequests<T, R>(work: (items: T[]) => Promise<R[]>): Batcher<T, R> {
    return new Batcher(0, 100, work, 2);
  }

  /** Resolves with the item's result once its batch is done. */
  add(item: T): Promise<R> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      this.schedule();
    });
  }

  private schedule(): void {
    if (this.scheduled || this.running >= this.concurrency || this.waiting.length === 0) return;
    this.scheduled = true;
    const run = () => {
      this.scheduled = false;
      void this.runBatch();
      this.schedule();
    };
    if (this.windowMs > 0) setTimeout(run, this.windowMs);
    else setImmediate(run);
  }

  private async runBatch(): Promise<void> {
    const batch = this.waiting.splice(0, this.maxBatchSize);
    this.running += 1;
    try {
      const work = () => this.work(batch.map(({ item }) => item));
      const results = await within(this.deadlineMs, work, () => {
        throw new BatchOverdueError(`a batch of ${batch.length} did not end within ${this.deadlineMs} ms`);
      });
      batch.forEach(({ resolve }, index) => resolve(results[index] as R));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      this.running -= 1;
      this.schedule();
    }
  }
}

/** A batcher for each key, as long as it has items: the batches of one key do not wait for those of another. */
export class KeyedBatcher<T, R> {
  private readonly byKey = new Map<string, { batcher: Batcher<T, R>; open: number }>();

  /** `work` and `maxBatchSize` are those of each batcher. */
  constructor(
    private readonly maxBatchSize: number,
    private readonly work: (items: T[]) => Promise<R[]>,
  ) {}

  /** Resolves with the item's result once its batch is done. */
  async add(key: string, item: T): Promise<R> {
    const entry = this.byKey.get(key) ?? { batcher: new Batcher(0, this.maxBatchSize, this.work), open: 0 };
    this.byKey.set(key, entry);
    entry.open += 1;
    try {
      return await entry.batcher.add(item);
    } finally {
      entry.open -= 1;
      if (entry.open === 0) this.byKey.delete(key);
    }
  }
}

/** The error that one item of a batch failed with. */
export interface Failure {
  error: unknown;
}

/**
 * Runs `work` on all items at once. When it fails, splits the items in half and retries each half, until only the items
 * that cannot succeed have failed. Returns each item's failure, or undefined. `work` must be all or nothing. A lost
 * connection is not the fault of an item and leaves the outcome unknown, so then all items fail without a second attempt.
 */
export async function isolateFailures<T>(
  items: readonly T[],
  work: (items: readonly T[]) => Promise<unknown>,
): Promise<(Failure | undefined)[]> {
  if (items.length === 0) return [];
  try {
    await work(items);
    return items.map(() => undefined);
  } catch (error) {
    if (items.length === 1 || error instanceof ConnectionLostError) return items.map(() => ({ error }));
    const half = items.length >> 1;
    return [
      ...(await isolateFailures(items.slice(0, half), work)),
      ...(await isolateFailures(items.slice(half), work)),
    ];
  }
}
