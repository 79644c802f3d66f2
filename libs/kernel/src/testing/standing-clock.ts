import { Clock } from '../clock';

/** A clock that stands until it is moved. */
export class StandingClock extends Clock {
  constructor(private time = new Date('2030-01-01T12:00:00.000Z')) {
    super();
  }

  now(): Date {
    return this.time;
  }

  /** Back, too: a negative number. */
  advance(ms: number): void {
    this.time = new Date(this.time.getTime() + ms);
  }
}
