import { Clock } from '@app/kernel';
import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { statement } from './statement';
import type { Database } from './database';

const MEASURE_EVERY_MS = 10_000;
/** A smaller change of the offset is what the network adds to the measurement. */
const NOTICED_MS = 500;

const READ = statement('clock.read', 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms');

/**
 * The database's time, kept between measurements by the clock of the machine. A machine whose clock is wrong would
 * reject the codes of authenticators, and judge expiries that another machine has set.
 */
export class DatabaseClock extends Clock implements OnModuleInit, OnApplicationShutdown {
  private offsetMs = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly db: Database,
    private readonly machineMs: () => number = Date.now,
  ) {
    super();
  }

  now(): Date {
    return new Date(this.machineMs() - this.offsetMs);
  }

  async onModuleInit(): Promise<void> {
    await this.measure();
    this.timer = setInterval(() => {
      // Without a response, the last measurement stays.
      this.measure().catch(() => undefined);
    }, MEASURE_EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /**
   * How far the machine's clock is ahead of the database, in milliseconds. The database reads its clock between the
   * question and the response, so half of the round trip is the error.
   */
  async skewMs(): Promise<number> {
    const asked = this.machineMs();
    const [row] = await this.db.read<{ ms: number }>(READ);
    return (asked + this.machineMs()) / 2 - (row?.ms ?? NaN);
  }

  /** Takes the offset over if it is another one than before. */
  async measure(): Promise<void> {
    const skewMs = await this.skewMs();
    if (Math.abs(skewMs - this.offsetMs) >= NOTICED_MS) this.offsetMs = skewMs;
  }
}
