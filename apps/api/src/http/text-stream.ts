import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Rows that become one piece of text. */
const ROWS_AT_ONCE = 100;

/**
 * The pieces as a stream, each produced when the reader wants it. Rejects when the first piece cannot be produced, so
 * that this gets a response like any failure; a later failure destroys the stream. The pieces are no longer produced once
 * the stream is destroyed.
 */
export async function textStream(pieces: AsyncGenerator<string, void>): Promise<Readable> {
  let ahead: IteratorResult<string, void> | undefined = await pieces.next();
  const next = async () => {
    const result = ahead ?? (await pieces.next());
    ahead = undefined;
    return result;
  };
  return new Readable({
    read() {
      next().then(
        ({ done, value }) => this.push(done ? null : value),
        (error: unknown) => this.destroy(error as Error),
      );
    },
    destroy(error, done) {
      const end = () => done(error);
      pieces.return().then(end, end);
    },
  });
}

/** The rows in batches, of which the first may be empty. Lets other work run between batches. */
export async function* inBatches<R>(rows: AsyncIterable<R>): AsyncGenerator<R[], void> {
  let [some, isFirst]: [R[], boolean] = [[], true];
  for await (const row of rows) {
    some.push(row);
    if (some.length < ROWS_AT_ONCE) continue;
    yield some;
    [some, isFirst] = [[], false];
    // A batch of rows is in memory, and would otherwise be written without a pause.
    await nextTurn();
  }
  if (isFirst || some.length > 0) yield some;
}
