import { ClaimLoop, Log } from '@app/platform';
import { Transfers } from '@app/transfers';
import { Injectable } from '@nestjs/common';

const BATCH = 200;
/** Codes are checked against their own time, so this loop only keeps the stored statuses up to date. */
const POLL_MS = 10_000;

/** Expires verifications of transfers whose code was not entered in time. */
@Injectable()
export class VerificationsLoop extends ClaimLoop {
  constructor(transfers: Transfers, log: Log) {
    super({
      name: 'verifications',
      log,
      longestIdleMs: POLL_MS,
      turn: async () => (await transfers.expireDue(BATCH)) === BATCH,
    });
  }
}
