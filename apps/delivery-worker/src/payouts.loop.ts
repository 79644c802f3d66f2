import { ClaimLoop, Log, Metrics, type Loop, type Pulse } from '@app/platform';
import { PayoutDesk, PayoutHandOver } from '@app/transfers';
import { Injectable } from '@nestjs/common';

/** Hands payouts to the rail, and shows how many need staff. */
@Injectable()
export class PayoutsLoop implements Loop {
  private readonly loop: ClaimLoop;

  constructor(
    private readonly payouts: PayoutHandOver,
    desk: PayoutDesk,
    log: Log,
    metrics: Metrics,
  ) {
    metrics.gauge('payouts_stuck', 'Open payouts with a failed attempt, or open for over an hour', () =>
      desk.countStuck(),
    );
    this.loop = new ClaimLoop({ name: 'payouts', turn: () => payouts.turn(() => this.loop.wake()), log });
  }

  get pulse(): Pulse {
    return this.loop.pulse;
  }

  start(): void {
    this.loop.start();
  }

  async stop(deadlineMs: number): Promise<void> {
    await this.loop.stop();
    await this.payouts.drain(deadlineMs);
  }
}
