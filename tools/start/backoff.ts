const FIRST_MS = 500;
const LONGEST_MS = 30_000;
/** After a process stayed up this long, the delay is the shortest again. */
const STEADY_MS = 60_000;

/** The delays before restarting a process that keeps crashing: 0.5 s, doubling up to 30 s. */
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
