/** A counter after one more request. */
export interface Hit {
  /** Requests of the running window, this one included. */
  count: number;
  /** Milliseconds until the window ends and the counter starts again from zero. */
  remainingMs: number;
}

/** Fixed windows: a window opens with the first request of a key and its counter resets entirely when it ends. */
export abstract class RateLimitStore {
  /** Answers at once where it can: every request asks twice, and a promise for nothing costs more than the count. */
  abstract hit(key: string, windowMs: number): Hit | Promise<Hit>;
}
