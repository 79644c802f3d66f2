import { PanelSessions } from '@app/accounts';
import { UnitOfWork } from '@app/kernel';
import { ClaimLoop, Idempotency, Log, type Loop } from '@app/platform';
import { Injectable } from '@nestjs/common';

const BATCH = 1_000;
const LOOK_EVERY_MS = 60_000;

/**
 * Deletes what nobody can ask for any more: idempotency keys a day after their first use, ended sessions of the panel,
 * and failed sign-ins that no longer count.
 */
@Injectable()
export class RetentionLoop implements Loop {
  private readonly loop: ClaimLoop;

  constructor(idempotency: Idempotency, sessions: PanelSessions, uow: UnitOfWork, log: Log) {
    this.loop = new ClaimLoop({
      name: 'retention',
      log,
      longestIdleMs: LOOK_EVERY_MS,
      turn: async () => {
        const keys = await uow.once((tx) => idempotency.forgetOld(tx, BATCH));
        return Math.max(keys, await sessions.deleteExpired(BATCH)) === BATCH;
      },
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
