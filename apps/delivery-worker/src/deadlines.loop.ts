import { Deadlines } from '@app/payment-links';
import { ClaimLoop, Log } from '@app/platform';
import { Injectable } from '@nestjs/common';

const BATCH = 200;
/** Payers see deadlines in minutes, so a delay of two seconds does not matter. */
const POLL_MS = 2_000;

/** Expires links whose checkout order ran out of time. */
@Injectable()
export class DeadlinesLoop extends ClaimLoop {
  constructor(deadlines: Deadlines, log: Log) {
    super({
      name: 'deadlines',
      log,
      longestIdleMs: POLL_MS,
      turn: async () => (await deadlines.expireDue(BATCH)) === BATCH,
    });
  }
}
