import {
  isCurrency,
  parseDecimal,
  ValidationError,
  type Clock,
  type Currency,
  type Decimal,
  type Tx,
} from '@app/kernel';
import { ExpiringCache } from '@app/platform';
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

/** How long a process can use outdated rates when the notification of the change was lost. */
const MAX_AGE_MS = 1_000;
const WHOLE_TABLE = 'rates';

/** How far ahead of ours the clock of whoever dates a rate may be. */
const CLOCK_DIFFERENCE_MS = 60_000;

/**
 * The exchange rates that conversions use. The table is small, so it is read and cached as a whole. `invalidate` is
 * called when the database announces a change.
 */
export class Rates {
  private readonly cache: ExpiringCache<StoredRates>;

  constructor(
    private readonly repository: RateRepository,
    private readonly clock: Clock,
    private readonly options: RatesOptions,
  ) {
    this.cache = new ExpiringCache(clock, { maxAgeMs: MAX_AGE_MS, maxEntries: 1 });
  }

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

  /** Drops the cached table; a load under way is dropped with it, since it may have begun before the change. */
  invalidate(): void {
    this.cache.clear();
  }

  private known(): Promise<StoredRates> {
    return this.cache.getOrLoad(WHOLE_TABLE, async () => new StoredRates(await this.repository.all()));
  }
}
