import { ONE, USD, type Currency, type Decimal } from '@app/kernel';
import { Rate, type Leg } from './rate';

/**
 * Where a rate comes from: the built-in table (`fixed`, which does not age while it is in use), the market source
 * (`http`), or staff.
 */
export type RateSource = 'fixed' | 'http' | 'staff';

export interface StoredRate {
  base: Currency;
  quote: Currency;
  value: Decimal;
  asOf: Date;
  /** For a rate of a daily source; null for one that ages from `asOf`. */
  validUntil: Date | null;
  source: RateSource;
  updatedAt: Date;
}

/** A rate before its division, so that an inverse or a cross rate divides once and stays exact where possible. */
interface Fraction {
  dividend: Decimal;
  divisor: Decimal;
  legs: readonly Leg[];
}

/** The rates stored at one moment. Finds the rate between any two currencies that they connect. */
export class StoredRates {
  private readonly byPair: ReadonlyMap<string, StoredRate>;

  constructor(rates: readonly StoredRate[]) {
    this.byPair = new Map(rates.filter((rate) => rate.value.gt('0')).map((rate) => [key(rate.base, rate.quote), rate]));
  }

  /**
   * The stored rate, else the inverse of the stored one, else the cross rate over USD, which is as old as its older leg.
   * A cross rate never replaces a stored pair, however old: staff or the market set that pair on purpose. Undefined when
   * nothing connects the two.
   */
  find(base: Currency, quote: Currency): Rate | undefined {
    const found = this.direct(base, quote) ?? this.crossed(base, quote);
    return found && Rate.of(base, quote, found.dividend.div(found.divisor), found.legs);
  }

  private direct(base: Currency, quote: Currency): Fraction | undefined {
    const stored = this.byPair.get(key(base, quote));
    if (stored) return { dividend: stored.value, divisor: ONE, legs: [stored] };
    const inverse = this.byPair.get(key(quote, base));
    return inverse && { dividend: ONE, divisor: inverse.value, legs: [inverse] };
  }

  private crossed(base: Currency, quote: Currency): Fraction | undefined {
    const [toUsd, fromUsd] = [this.direct(base, USD), this.direct(USD, quote)];
    if (!toUsd || !fromUsd) return undefined;
    return {
      dividend: toUsd.dividend.times(fromUsd.dividend),
      divisor: toUsd.divisor.times(fromUsd.divisor),
      legs: [...toUsd.legs, ...fromUsd.legs],
    };
  }
}

function key(base: Currency, quote: Currency): string {
  return `${base}/${quote}`;
}
