import { Settlement } from '@app/payment-links';
import { ClaimLoop, Log, type Loop } from '@app/platform';
import { Injectable } from '@nestjs/common';

const BATCH = 50;
const LOOK_EVERY_MS = 2_000;

/** Settles notifications that were stored and answered, but whose settlement failed or was cut off by a crash. */
@Injectable()
export class SettlementsLoop implements Loop {
  private readonly loop: ClaimLoop;

  constructor(settlement: Settlement, log: Log) {
    this.loop = new ClaimLoop({
      name: 'settlements',
      log,
      longestIdleMs: LOOK_EVERY_MS,
      turn: async () => (await settlement.settleDue(BATCH)) === BATCH,
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
