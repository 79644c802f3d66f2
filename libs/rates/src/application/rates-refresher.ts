import type { Clock, Decimal, UnitOfWork } from '@app/kernel';
import { reviewRates, type RejectedRate } from '../domain/rate-review';
import type { FxRates, RateRepository } from './ports';
import type { FxMode, Rates } from './rates';

export interface RatesRefresherOptions {
  fxSource: FxMode;
  maxJump: Decimal;
}

/** The result of a refresh: how many rates it stored, and which it rejected and why. */
export interface RefreshReport {
  stored: number;
  rejected: RejectedRate[];
}

/** Updates the stored rates from their source. */
export class RatesRefresher {
  constructor(
    private readonly source: FxRates,
    private readonly repository: RateRepository,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly rates: Rates,
    private readonly options: RatesRefresherOptions,
  ) {}

  /**
   * With the fixed source, pairs without a rate get the built-in one and fixed rates are dated now; rates that staff
   * dated stay. With a market source, every rate that passes review replaces the stored one, including staff's. Where
   * only staff set rates, there is nothing to refresh. Throws
   * `RateSourceError` when the source fails; then nothing has changed.
   */
  async refresh(): Promise<RefreshReport> {
    if (this.options.fxSource === 'staff') return { stored: 0, rejected: [] };
    const offered = await this.source.fetch();
    const report = await this.uow.run(async (tx) => {
      const inForce = await this.repository.lock(tx);
      const fixed = this.options.fxSource === 'fixed';
      const measure = fixed ? [] : inForce;
      const now = this.clock.now();
      const dayBefore = fixed ? [] : await this.repository.readDayBefore(tx);
      const { accepted, rejected } = reviewRates(offered, measure, { maxJump: this.options.maxJump, now, dayBefore });
      if (fixed) await this.repository.putFixed(tx, accepted);
      else await this.repository.put(tx, accepted, 'http');
      return { stored: accepted.length, rejected };
    });
    this.rates.invalidate();
    return report;
  }
}
