import { within } from './deadline';
import { ConnectionLostError } from './unit-of-work';

/** Longer than any batch that makes progress: its statements and its wait for a connection have shorter limits. */
const BATCH_DEADLINE_MS = 30_000;

interface Waiting<T, R> {
  item: T;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
}

/** Gives the item at that place of its batch its result, before the batch is done. */
export type Answer<R> = (at: number, result: R) => void;

/** Processes a batch. Returns one result per item, in order; results that are known earlier are given to `answer`. */
export type BatchWork<T, R> = (items: T[], answer: Answer<R>) => Promise<R[]>;

/**
 * Turns many small calls into a few large ones. Items added within the window form one batch. While `concurrency`
 * batches are running, new items collect for the next one, so batches grow with the load. When `work` throws, every item
 * of that batch that has no result yet fails with its error. A batch that exceeds the deadline no longer counts as
 * running, so that it cannot block its successors; its items get their results when it ends, since they may take effect.
 */
export class Batcher<T, R> {
  private waiting: Waiting<T, R>[] = [];
  private scheduled = false;
  private running = 0;

  constructor(
    private readonly windowMs: number,
    private readonly maxBatchSize: number,
    private readonly work: BatchWork<T, R>,
    private readonly concurrency = 1,
    private readonly deadlineMs = BATCH_DEADLINE_MS,
  ) {}

  /** For requests that arrive at the same moment. One that arrives alone does not wait. */
  static ofRequests<T, R>(work: BatchWork<T, R>): Batcher<T, R> {
    return new Batcher(0, 100, work, 2);
  }

  /** Resolves with the item's result as soon as it is known. */
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
    await within(this.deadlineMs, () => this.process(batch));
    this.running -= 1;
    this.schedule();
  }

  private async process(batch: readonly Waiting<T, R>[]): Promise<void> {
    try {
      const items = batch.map(({ item }) => item);
      const results = await this.work(items, (at, result) => batch[at]?.resolve(result));
      batch.forEach(({ resolve }, index) => resolve(results[index] as R));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}

/** A batcher for each key, as long as it has items: the batches of one key do not wait for those of another. */
export class KeyedBatcher<T, R> {
  private readonly byKey = new Map<string, { batcher: Batcher<T, R>; open: number }>();

  /** `work` and `maxBatchSize` are those of each batcher. */
  constructor(
    private readonly maxBatchSize: number,
    private readonly work: BatchWork<T, R>,
  ) {}

  /** Resolves with the item's result as soon as it is known. */
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

/** Hears of the failure of the item at that place, or of its success, as soon as it is known. */
type Hear = (at: number, failure: Failure | undefined) => void;

/**
 * Runs `work` on all items at once. When it fails, splits the items in half and retries each half, until only the items
 * that cannot succeed have failed. Returns each item's failure, or undefined; `hear` gets each of them earlier. `work` must
 * be all or nothing. A lost connection is not the fault of an item and leaves the outcome unknown, so then all items fail
 * without a second attempt.
 */
export async function isolateFailures<T>(
  items: readonly T[],
  work: (items: readonly T[]) => Promise<unknown>,
  hear: Hear = () => undefined,
): Promise<(Failure | undefined)[]> {
  if (items.length === 0) return [];
  const outcome = (failure: Failure | undefined) => {
    items.forEach((_, at) => hear(at, failure));
    return items.map(() => failure);
  };
  try {
    await work(items);
  } catch (error) {
    if (items.length === 1 || error instanceof ConnectionLostError) return outcome({ error });
    const half = items.length >> 1;
    return [
      ...(await isolateFailures(items.slice(0, half), work, hear)),
      ...(await isolateFailures(items.slice(half), work, (at, failure) => hear(half + at, failure))),
    ];
  }
  return outcome(undefined);
}
