import { Clock } from '../clock';

/** A clock that stands still until a test advances it. */
export class StandingClock extends Clock {
  constructor(private time = new Date('2030-01-01T12:00:00.000Z')) {
    super();
  }

  now(): Date {
    return this.time;
  }

  /** A negative number moves the clock back. */
  advance(ms: number): void {
    this.time = new Date(this.time.getTime() + ms);
  }
}
