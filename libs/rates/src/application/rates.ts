import {
  decimal,
  isCurrency,
  parseDecimal,
  PAYER_CURRENCIES,
  USD,
  ValidationError,
  type Clock,
  type Currency,
  type Decimal,
  type Tx,
} from '@app/kernel';
import { ExpiringCache } from '@app/platform';
import { ExchangeRateUnavailableError } from '../domain/errors';
import { Rate } from '../domain/rate';
import { DEFAULT_MAX_JUMP as MAX_JUMP, hasMovedBeyond, isInRange } from '../domain/rate-review';
import { StoredRates, type RateSource, type StoredRate } from '../domain/stored-rates';
import type { RateRepository } from './ports';

/** Where rates come from: the built-in table, a market source, or only staff. */
export type FxMode = 'fixed' | 'http' | 'staff';

export interface RatesOptions {
  fxSource: FxMode;
  /** A rate older than this is not used to convert money. */
  fxMaxAgeMs: number;
}

/** The rates of one moment that money can be converted at. */
export type CurrentRates = Pick<StoredRates, 'find'>;

/** How long a process can use outdated rates when the notification of the change was lost. */
const MAX_AGE_MS = 1_000;
const WHOLE_TABLE = 'rates';

/** Tolerated difference between our clock and that of the person or source that dates a rate. */
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
  async getCurrent(base: Currency, quote: Currency): Promise<Rate> {
    const rate = await this.findLastKnown(base, quote);
    if (!rate || this.isTooOld(rate)) throw new ExchangeRateUnavailableError(base, quote);
    return rate;
  }

  /**
   * The current rates, for a transaction that holds locks: from the cache, or else read on its own connection, since
   * the pool may have no other one left. Finds undefined where there is no rate or it is too old.
   */
  async getCurrentIn(tx: Tx): Promise<CurrentRates> {
    const known = this.cache.get(WHOLE_TABLE) ?? this.usable(await this.repository.read(tx));
    return {
      find: (base, quote) => {
        const rate = known.find(base, quote);
        return rate && !this.isTooOld(rate) ? rate : undefined;
      },
    };
  }

  /** The stored rate, however old; undefined when there is none. For comparisons, not for converting money. */
  async findLastKnown(base: Currency, quote: Currency): Promise<Rate | undefined> {
    if (base === quote) return Rate.identity(base, this.clock.now());
    return (await this.known()).find(base, quote);
  }

  /**
   * Sets the rate of a pair for staff, in place of the stored one in either direction. With the fixed source and
   * without `asOf` it becomes part of the fixed rates and does not age; otherwise it ages from `asOf` or now. Throws
   * `ValidationError`.
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

  /**
   * Throws `ValidationError` for a rate that is more likely a mistake: of a currency that payers cannot pay in and that
   * has no rate yet, or more than 20 per cent away from the stored rate. Locks the rates until the transaction ends.
   */
  async assertPlausible(tx: Tx, base: string, quote: string, rate: string): Promise<void> {
    const rows = await this.repository.lock(tx);
    const handled = new Set([...PAYER_CURRENCIES, ...rows.flatMap((row) => [row.base, row.quote])]);
    for (const [field, code] of Object.entries({ base, quote })) {
      if (isCurrency(code) && !handled.has(code)) {
        throw ValidationError.of(field, `${code} is not a currency of the service: set it with --force`);
      }
    }
    const value = parseDecimal(rate);
    if (!value?.gt('0') || !isCurrency(base) || !isCurrency(quote)) return;
    // In the direction that is stored, so that a pair has the same limits whichever way round it is named.
    const isInverse = rows.some((row) => row.base === quote && row.quote === base);
    const [stored, given] = isInverse
      ? [this.usable(rows).find(quote, base), decimal('1').div(value)]
      : [this.usable(rows).find(base, quote), value];
    if (!stored || !hasMovedBeyond(stored.value, given, MAX_JUMP)) return;
    const change = `more than ${MAX_JUMP.toFixed()} % from the stored ${stored.toWire()}`;
    const direction = isInverse ? ` ${quote} to ${base}` : '';
    throw ValidationError.of('rate', `${rate} differs by ${change}${direction}: set it with --force`);
  }

  /**
   * Removes the rate that staff set for the pair, in either direction; the next refresh stores the source's again.
   * Throws `ValidationError` when the pair's rate is not one of staff.
   */
  async unsetRate(tx: Tx, base: string, quote: string): Promise<StoredRate> {
    const stored = (await this.repository.lock(tx)).find(
      (row) => (row.base === base && row.quote === quote) || (row.base === quote && row.quote === base),
    );
    if (!stored || stored.source === 'http') {
      throw ValidationError.of('base', `there is no rate of staff from ${base} to ${quote}`);
    }
    await this.repository.remove(tx, stored.base, stored.quote);
    return stored;
  }

  /**
   * The pairs, such as `USD/ARS`, whose stored rate is too old to convert money at; those of all payers' currencies
   * when no rate is stored. Not from the cache.
   */
  async listUnusable(): Promise<string[]> {
    const rows = (await this.repository.list()).filter((row) => this.isInUse(row));
    if (rows.length === 0) return PAYER_CURRENCIES.filter((code) => code !== USD).map((code) => `USD/${code}`);
    return rows
      .filter((row) => this.isTooOld(Rate.of(row.base, row.quote, row.value, [row])))
      .map(({ base, quote }) => `${base}/${quote}`);
  }

  /** A note for people about the rates that cannot be used; undefined when all can. */
  async describeProblem(): Promise<string | undefined> {
    const pairs = await this.listUnusable();
    return pairs.length === 0 ? undefined : `no usable rate: ${pairs.join(', ')}`;
  }

  /** All stored rates, not from the cache. */
  list(): Promise<StoredRate[]> {
    return this.repository.list();
  }

  /** Until when money can be converted at a stored rate; null for one that is not used at all. */
  usableUntil(row: StoredRate): Date | null {
    if (!this.isInUse(row)) return null;
    return Rate.of(row.base, row.quote, row.value, [row]).usableUntil(this.options.fxMaxAgeMs);
  }

  /** Drops the cached table; a load under way is dropped with it, since it may have begun before the change. */
  invalidate(): void {
    this.cache.clear();
  }

  private isTooOld(rate: Rate): boolean {
    return !rate.isUsable(this.clock.now(), this.options.fxMaxAgeMs);
  }

  /** Where only staff set rates, what is left of the built-in table is not used. */
  private usable(rates: readonly StoredRate[]): StoredRates {
    return new StoredRates(rates.filter((rate) => this.isInUse(rate)));
  }

  private isInUse({ source }: StoredRate): boolean {
    return this.options.fxSource !== 'staff' || source !== 'fixed';
  }

  private known(): Promise<StoredRates> {
    return this.cache.getOrLoad(WHOLE_TABLE, async () => this.usable(await this.repository.list()));
  }
}
