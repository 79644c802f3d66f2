import { CONFIG, Log, Metrics, Pulse, type Config, type Loop } from '@app/platform';
import { Rates, RatesRefresher } from '@app/rates';
import { Inject, Injectable } from '@nestjs/common';

const INTERVAL_MS = 60_000;
const SHORTEST_INTERVAL_MS = 1_000;

/**
 * Refreshes the exchange rates at start and then every minute, or three times within the age at which a rate becomes
 * unusable if that is shorter. A failed refresh is logged; the next one tries again.
 */
@Injectable()
export class RatesLoop implements Loop {
  readonly pulse = new Pulse('rates');
  private readonly log: Log;
  private readonly intervalMs: number;
  private readonly rejected: ReturnType<typeof Metrics.prototype.counter<'reason'>>;
  /** What was last logged about rates that cannot be used. */
  private problem: string | undefined;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private started = false;

  constructor(
    private readonly refresher: RatesRefresher,
    @Inject(CONFIG) { fxMaxAgeMs }: Config,
    log: Log,
    private readonly rates: Rates,
    metrics: Metrics,
  ) {
    this.log = log.child('rates');
    const help = 'Rates of the source that were rejected, each at every refresh';
    this.rejected = metrics.counter('exchange_rates_refused_total', help, 'reason', [
      'jump',
      'jump_in_a_day',
      'not_a_positive_number',
      'out_of_range',
    ]);
    metrics.gauge('exchange_rates_unusable', 'Pairs whose rate is too old to convert money at', async () => {
      return (await rates.listUnusable()).length;
    });
    this.intervalMs = Math.min(INTERVAL_MS, Math.max(SHORTEST_INTERVAL_MS, Math.floor(fxMaxAgeMs / 3)));
  }

  /** Resolves when the first refresh has ended, even if it failed. */
  async start(): Promise<void> {
    if (this.started) return;
    this.started = true;
    await this.turn();
  }

  /** Resolves when the running refresh has ended. */
  async stop(): Promise<void> {
    this.started = false;
    clearTimeout(this.timer);
    await this.running;
    this.pulse.recordStop();
  }

  private async turn(): Promise<void> {
    this.pulse.expectTurn();
    this.running = this.refresh();
    await this.running;
    if (!this.started) return;
    this.pulse.expectTurn(this.intervalMs);
    this.timer = setTimeout(() => void this.turn(), this.intervalMs);
    this.timer.unref();
  }

  private async refresh(): Promise<void> {
    try {
      const { stored, rejected } = await this.refresher.refresh();
      for (const rate of rejected) {
        this.rejected.inc({ reason: rate.reason });
        this.log.warn({ ...rate }, 'exchange rate rejected');
      }
      this.pulse.recordTurn();
      this.log.debug({ stored }, 'exchange rates refreshed');
    } catch (error) {
      this.log.error({ err: error }, 'exchange rates could not be refreshed; the last ones remain in use');
    }
    await this.logProblem().catch(() => undefined);
  }

  /** Logs each change once, and not every minute. */
  private async logProblem(): Promise<void> {
    const problem = await this.rates.describeProblem();
    if (problem === this.problem) return;
    this.problem = problem;
    if (problem) this.log.error({ problem }, 'exchange rates cannot be used: payments that need them are rejected');
    else this.log.info({}, 'all exchange rates can be used again');
  }
}
