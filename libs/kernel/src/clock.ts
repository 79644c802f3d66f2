/** The domain's time. Anything that schedules uses the database's `now()` instead, which all processes share. */
export abstract class Clock {
  abstract now(): Date;
}

/** The machine's time. */
export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }
}
