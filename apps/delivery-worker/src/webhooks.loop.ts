import { ClaimLoop, Log, NotificationListener, type Loop, type Pulse } from '@app/platform';
import { Deliveries, DELIVERIES_CHANNEL, Dispatcher } from '@app/webhooks';
import { Injectable } from '@nestjs/common';

/**
 * Fills the dispatcher's free slots with due deliveries. It claims again when a delivery ends, when one is announced,
 * or after a quarter of a second.
 */
@Injectable()
export class WebhooksLoop implements Loop {
  private readonly loop: ClaimLoop;

  constructor(
    private readonly deliveries: Deliveries,
    private readonly dispatcher: Dispatcher,
    private readonly listener: NotificationListener,
    log: Log,
  ) {
    this.loop = new ClaimLoop({ name: 'webhooks', turn: () => this.turn(), log });
  }

  get pulse(): Pulse {
    return this.loop.pulse;
  }

  async start(): Promise<void> {
    await this.take();
    this.listener.on(DELIVERIES_CHANNEL, () => this.loop.wake());
    this.listener.onReconnect(() => this.loop.wake());
    await this.listener.start();
    this.loop.start();
  }

  /** Begins to run what this and other workers claim. */
  async take(): Promise<void> {
    await this.dispatcher.start({
      handle: (job) => this.deliveries.deliver(job),
      takeOver: (jobs) => this.deliveries.takeOver(jobs),
      onEndedElsewhere: (job) => this.deliveries.recordEndedElsewhere(job),
      onFree: () => this.loop.wake(),
    });
  }

  async stop(deadlineMs: number): Promise<void> {
    await this.loop.stop();
    const unfinished = await this.dispatcher.stop(deadlineMs);
    await this.deliveries.waitUntilRecorded();
    await this.deliveries.release(unfinished);
  }

  private async turn(): Promise<boolean> {
    const jobs = await this.deliveries.claim(await this.dispatcher.occupancy());
    if (jobs.length > 0) await this.dispatcher.dispatch(jobs);
    return jobs.length > 0;
  }
}
