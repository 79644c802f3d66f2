import {
  isCurrency,
  parseDecimal,
  ValidationError,
  type Clock,
  type Currency,
  type Decimal,
  type Tx,
} from '@app/kernel';
import { ExchangeRateUnavailableError } from '../domain/errors';
import { Rate } from '../domain/rate';
import { isInRange } from '../domain/rate-review';
import { StoredRates, type RateSource, type StoredRate } from '../domain/stored-rates';
import type { RateRepository } from './ports';

export interface RatesOptions {
  fxSource: 'fixed' | 'http';
  /** A rate older than this is not used for money. */
  fxMaxAgeMs: number;
}

interface Snapshot {
  rates: StoredRates;
  loadedAt: number;
}

/** The bound on how long a process goes by what it read, when the notice of a change got lost. */
const SNAPSHOT_MS = 1_000;

/** How far ahead of ours the clock of whoever dates a rate may be. */
const CLOCK_DIFFERENCE_MS = 60_000;

/**
 * Exchange rates for everybody who converts. The table is small, so it is read as a whole and remembered for a moment;
 * concurrent callers share one reading. `invalidate` is called when the database announces a change.
 */
export class Rates {
  private snapshot: Snapshot | undefined;
  private loading: Promise<StoredRates> | undefined;

  constructor(
    private readonly repository: RateRepository,
    private readonly clock: Clock,
    private readonly options: RatesOptions,
  ) {}

  /** The rate to convert money at. Throws `ExchangeRateUnavailableError` when there is none or it is too old. */
  async current(base: Currency, quote: Currency): Promise<Rate> {
    const rate = await this.lastKnown(base, quote);
    if (!rate || rate.ageMs(this.clock.now()) > this.options.fxMaxAgeMs) {
      throw new ExchangeRateUnavailableError(base, quote);
    }
    return rate;
  }

  /** The newest rate, however old; undefined when the pair never had one. For comparisons, not for converting money. */
  async lastKnown(base: Currency, quote: Currency): Promise<Rate | undefined> {
    if (base === quote) return Rate.identity(base, this.clock.now());
    return (await this.known()).find(base, quote);
  }

  /**
   * Staff's word on a pair, in place of whatever is stored for it in either direction. Without `asOf` and under the
   * fixed source the rate becomes part of the fixed table and does not age; otherwise it ages from `asOf` or now.
   */
  async setRate(tx: Tx, base: string, quote: string, rate: string | Decimal, asOf?: Date): Promise<void> {
    if (!isCurrency(base)) throw ValidationError.of('base', 'must be a known currency code');
    if (!isCurrency(quote)) throw ValidationError.of('quote', 'must be a known currency code');
    if (base === quote) throw ValidationError.of('quote', 'must differ from base');
    const value = typeof rate === 'string' ? parseDecimal(rate) : rate;
    if (!value || !isInRange(value)) throw ValidationError.of('rate', 'must be a plain decimal number greater than 0');
    if (asOf && !(asOf.getTime() <= this.clock.now().getTime() + CLOCK_DIFFERENCE_MS)) {
      throw ValidationError.of('as_of', 'must be a date that is not in the future');
    }
    const source: RateSource = !asOf && this.options.fxSource === 'fixed' ? 'fixed' : 'staff';
    await this.repository.put(tx, [{ base, quote, value, asOf: asOf ?? null }], source);
  }

  /** All stored rates as they are now, read anew. */
  list(): Promise<StoredRate[]> {
    return this.repository.all();
  }

  /** Forgets what was read, a reading under way included: it may have begun before the change. */
  invalidate(): void {
    this.snapshot = undefined;
    this.loading = undefined;
  }

  private async known(): Promise<StoredRates> {
    const age = this.snapshot ? this.clock.now().getTime() - this.snapshot.loadedAt : Infinity;
    // A clock that was set back makes the age negative.
    if (this.snapshot && age >= 0 && age < SNAPSHOT_MS) return this.snapshot.rates;
    return (this.loading ??= this.load());
  }

  private load(): Promise<StoredRates> {
    const loadedAt = this.clock.now().getTime();
    const loading = this.repository
      .all()
      .then((all) => {
        const rates = new StoredRates(all);
        if (this.loading === loading) this.snapshot = { rates, loadedAt };
        return rates;
      })
      .finally(() => {
        if (this.loading === loading) this.loading = undefined;
      });
    return loading;
  }
}
