import { PanelSessions } from '@app/accounts';
import { UnitOfWork } from '@app/kernel';
import { ClaimLoop, Idempotency, Log } from '@app/platform';
import { Injectable } from '@nestjs/common';

const BATCH = 1_000;
const POLL_MS = 60_000;

/**
 * Deletes expired records: idempotency keys a day after their first use, ended panel sessions, and failed sign-ins that no
 * longer count.
 */
@Injectable()
export class RetentionLoop extends ClaimLoop {
  constructor(idempotency: Idempotency, sessions: PanelSessions, uow: UnitOfWork, log: Log) {
    super({
      name: 'retention',
      log,
      longestIdleMs: POLL_MS,
      turn: async () => {
        const keys = await uow.once((tx) => idempotency.forgetOld(tx, BATCH));
        return Math.max(keys, await sessions.deleteExpired(BATCH)) === BATCH;
      },
    });
  }
}
