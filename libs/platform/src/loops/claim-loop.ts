import { ConnectionLostError, within } from '@app/kernel';
import { isConnectionFailure } from '../database/database';
import type { Log } from '../logging/log';
import { Pulse } from './pulse';

const IDLE_MS = { shortest: 20, longest: 250 } as const;
const BACKOFF_MS = { shortest: 250, longest: 15_000 } as const;
/** While the database cannot be reached, so that work goes on as soon as it is back. */
const LONGEST_WITHOUT_DATABASE_MS = 1_000;

/** Longer than any turn that makes progress. */
const TURN_DEADLINE_MS = 30_000;

export interface ClaimLoopOptions {
  /** Names the loop in the log. */
  name: string;
  /**
   * Takes due work and starts it. True when more may be due now. A turn that exceeds the deadline may overlap with the
   * next one, so what it takes must be locked or leased in the database.
   */
  turn: () => Promise<boolean>;
  log: Log;
  /** The longest pause while nothing is due. */
  longestIdleMs?: number;
}

/**
 * Takes due work, turn after turn, for as long as there is any; otherwise takes another turn after a pause. The pause
 * grows while nothing is found and is short again after work or a `wake`, because a hint may arrive just before its
 * transaction ends. A turn that throws, or does not end, is logged and retried with a growing delay; the loop itself
 * never ends before `stop`.
 */
export class ClaimLoop implements Loop {
  readonly pulse: Pulse;
  private running: Promise<void> | undefined;
  private stopping = false;
  private hinted = false;
  private failures = 0;
  private longestBackoffMs: number = BACKOFF_MS.longest;
  private interrupt: (() => void) | undefined;

  constructor(private readonly options: ClaimLoopOptions) {
    this.pulse = new Pulse(options.name);
  }

  start(): void {
    if (this.running) return;
    this.stopping = false;
    this.running = this.run();
  }

  /** Notifies the loop that work may be due. Cheap: any number of calls during a turn cause only one more turn. */
  wake(): void {
    this.hinted = true;
    this.interrupt?.();
  }

  /** Starts no further turn, and resolves when the current one has ended. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.interrupt?.();
    await this.running;
    this.running = undefined;
    this.pulse.recordStop();
  }

  private async run(): Promise<void> {
    const longest = this.options.longestIdleMs ?? IDLE_MS.longest;
    let idle: number = IDLE_MS.shortest;
    while (!this.stopping) {
      const hinted = this.hinted;
      this.hinted = false;
      const found = await this.turn();
      if (found === 'failed') {
        await this.rest(Math.min(BACKOFF_MS.shortest * 2 ** (this.failures - 1), this.longestBackoffMs));
        continue;
      }
      if (found || hinted) idle = IDLE_MS.shortest;
      if (found) continue;
      await this.idle(Math.min(idle, longest));
      idle = Math.min(idle * 2, longest);
    }
  }

  private async turn(): Promise<boolean | 'failed'> {
    this.pulse.expectTurn();
    try {
      const found = await within(TURN_DEADLINE_MS, this.options.turn, () => {
        throw new Error(`the turn did not end within ${TURN_DEADLINE_MS} ms`);
      });
      this.pulse.recordTurn();
      if (this.failures > 0) this.options.log.info({ loop: this.options.name }, 'loop works again');
      this.failures = 0;
      return found;
    } catch (error) {
      this.failures += 1;
      const isWithoutDatabase = error instanceof ConnectionLostError || isConnectionFailure(error);
      this.longestBackoffMs = isWithoutDatabase ? LONGEST_WITHOUT_DATABASE_MS : BACKOFF_MS.longest;
      this.options.log.error({ loop: this.options.name, failures: this.failures, err: error }, 'loop turn failed');
      return 'failed';
    }
  }

  /** Waits until the time is over or a hint comes, perhaps while the turn was still running. */
  private idle(ms: number): Promise<void> {
    return this.pause(ms, () => this.hinted);
  }

  /** After a failure, a hint does not shorten the delay. */
  private rest(ms: number): Promise<void> {
    return this.pause(ms, () => false);
  }

  private async pause(ms: number, cutShort: () => boolean): Promise<void> {
    if (this.stopping || cutShort()) return;
    this.pulse.expectTurn(ms);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.interrupt = () => {
        if (!this.stopping && !cutShort()) return;
        clearTimeout(timer);
        resolve();
      };
    });
    this.interrupt = undefined;
  }
}

/** A task of the worker process that runs until it is stopped. */
export interface Loop {
  readonly pulse: Pulse;
  start(): void | Promise<void>;
  /** Takes no more work, and waits up to `deadlineMs` for work under way. */
  stop(deadlineMs: number): Promise<void>;
}
