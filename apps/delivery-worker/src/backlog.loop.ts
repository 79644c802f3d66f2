import { ClaimLoop, type Log } from '@app/platform';
import { setTimeout as pause } from 'node:timers/promises';

/** The pause between batches of a long backlog, so that vacuum and other work keep up. */
const PAUSE_MS = 100;
const POLL_MS = 60_000;

/** A loop that looks for work once a minute. Its turns are true while more of a backlog is left. */
export class BacklogLoop extends ClaimLoop {
  constructor(name: string, turn: () => Promise<boolean>, log: Log) {
    super({
      name,
      log,
      longestIdleMs: POLL_MS,
      turn: async () => {
        const isMoreDue = await turn();
        if (isMoreDue) await pause(PAUSE_MS);
        return isMoreDue;
      },
    });
  }
}
