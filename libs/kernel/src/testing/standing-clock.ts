import { Clock } from '../clock';

/** A clock that stands still until a test advances it. */
export class StandingClock extends Clock {
  private elapsedMs = 1;

  constructor(private time = new Date('2030-01-01T12:00:00.000Z')) {
    super();
  }

  now(): Date {
    return this.time;
  }

  override monotonicMs(): number {
    return this.elapsedMs;
  }

  /** A negative number sets the time of day back and leaves the monotonic time unchanged. */
  advance(ms: number): void {
    this.elapsedMs += Math.max(0, ms);
    this.time = new Date(this.time.getTime() + ms);
  }
}
