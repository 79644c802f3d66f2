/** The domain's time. Anything that schedules uses the database's `now()` instead, which all processes share. */
export abstract class Clock {
  abstract now(): Date;

  /** Milliseconds since an arbitrary moment. Unlike the time of day, this never goes back, so it can measure ages. */
  monotonicMs(): number {
    return performance.now();
  }
}

/** The machine's time. */
export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }
}
