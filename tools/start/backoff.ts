const FIRST_MS = 500;
const LONGEST_MS = 30_000;
/** A process that stayed up this long starts anew at the shortest delay. */
const STEADY_MS = 60_000;

/** How long to wait before starting again what keeps dying: 0.5 s, doubling up to 30 s. */
export class Backoff {
  private next = FIRST_MS;

  /** The delay after a process that was up for `uptimeMs`. */
  delayAfter(uptimeMs: number): number {
    if (uptimeMs >= STEADY_MS) this.next = FIRST_MS;
    const delay = this.next;
    this.next = Math.min(delay * 2, LONGEST_MS);
    return delay;
  }
}
