import { Deadlines } from '@app/payment-links';
import { ClaimLoop, Log, type Loop } from '@app/platform';
import { Injectable } from '@nestjs/common';

const BATCH = 200;
/** A deadline is told to payers in minutes; two seconds late is early enough. */
const LOOK_EVERY_MS = 2_000;

/** Expires links whose checkout order ran out of time. */
@Injectable()
export class DeadlinesLoop implements Loop {
  private readonly loop: ClaimLoop;

  constructor(deadlines: Deadlines, log: Log) {
    this.loop = new ClaimLoop({
      name: 'deadlines',
      log,
      longestIdleMs: LOOK_EVERY_MS,
      turn: async () => (await deadlines.expireDue(BATCH)) === BATCH,
    });
  }

  start(): Promise<void> {
    this.loop.start();
    return Promise.resolve();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }
}
