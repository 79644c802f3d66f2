import { ClaimLoop, type Log, type Loop, type Pulse } from '@app/platform';

/** Work that continues after the turn that started it. */
interface SlotWork {
  /** True when more may be due. `onFree` is called whenever a slot becomes free. */
  turn(onFree: () => void): Promise<boolean>;
  /** Waits up to `deadlineMs` for the work under way. */
  drain(deadlineMs: number): Promise<void>;
}

/** A loop that takes due work at least every quarter of a second, or `longestIdleMs`, and whenever a slot is free. */
export abstract class SlotLoop implements Loop {
  private readonly loop: ClaimLoop;

  constructor(
    name: string,
    private readonly work: SlotWork,
    log: Log,
    longestIdleMs?: number,
  ) {
    this.loop = new ClaimLoop({ name, turn: () => work.turn(() => this.loop.wake()), log, longestIdleMs });
  }

  get pulse(): Pulse {
    return this.loop.pulse;
  }

  start(): void {
    this.loop.start();
  }

  async stop(deadlineMs: number): Promise<void> {
    await this.loop.stop();
    await this.work.drain(deadlineMs);
  }
}
