/** The ordinary envelope of a success. `message` is for people; programs read `data`. */
export class Success<T> {
  // Declared in the order in which they are written to the response.
  readonly success = true;
  readonly message: string;
  readonly data: T;
  /** What a page of a list has in addition, such as the next cursor. */
  readonly meta: object | undefined;

  constructor(message: string, data: T, meta?: object) {
    this.message = message;
    this.data = data;
    this.meta = meta;
  }
}

/** One page of a list, without its message. */
export class ListPage<T> {
  constructor(
    readonly data: readonly T[],
    readonly meta: object,
  ) {}
}

/** The envelope of a result with that message; a result that has its own is returned as it is. */
export function envelope(message: string, result: unknown): Success<unknown> {
  if (result instanceof Success) return result;
  return result instanceof ListPage ? new Success(message, result.data, result.meta) : new Success(message, result);
}
