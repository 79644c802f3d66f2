import { CONFIG, Log, type Config } from '@app/platform';
import { RatesRefresher } from '@app/rates';
import { Inject, Injectable } from '@nestjs/common';

const INTERVAL_MS = 60_000;
const SHORTEST_INTERVAL_MS = 1_000;

/**
 * Refreshes the exchange rates at start and then every minute, more often where rates may only be so old, since a
 * rate has to be renewed before its age makes it unusable. A refresh that fails is logged and tried again next time.
 */
@Injectable()
export class RatesLoop {
  private readonly log: Log;
  private readonly intervalMs: number;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private started = false;

  constructor(
    private readonly refresher: RatesRefresher,
    @Inject(CONFIG) { fxMaxAgeMs }: Config,
    log: Log,
  ) {
    this.log = log.child('rates');
    this.intervalMs = Math.min(INTERVAL_MS, Math.max(SHORTEST_INTERVAL_MS, Math.floor(fxMaxAgeMs / 3)));
  }

  /** Resolves when the first refresh is over, failed or not. */
  async start(): Promise<void> {
    if (this.started) return;
    this.started = true;
    await this.turn();
  }

  /** Resolves when no refresh is running and none will start. */
  async stop(): Promise<void> {
    this.started = false;
    clearTimeout(this.timer);
    await this.running;
  }

  private async turn(): Promise<void> {
    this.running = this.refresh();
    await this.running;
    if (!this.started) return;
    this.timer = setTimeout(() => void this.turn(), this.intervalMs);
    this.timer.unref();
  }

  private async refresh(): Promise<void> {
    try {
      const { stored, refused } = await this.refresher.refresh();
      for (const rate of refused) this.log.warn({ ...rate }, 'exchange rate refused');
      this.log.debug({ stored }, 'exchange rates refreshed');
    } catch (error) {
      this.log.error({ err: error }, 'exchange rates could not be refreshed; the last ones stay');
    }
  }
}
