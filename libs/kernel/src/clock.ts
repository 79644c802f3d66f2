/** The time of the domain. Whatever schedules uses the database's `now()` instead, which all processes share. */
export abstract class Clock {
  abstract now(): Date;
}

export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }
}
