import { ONE, USD, type Currency, type Decimal } from '@app/kernel';
import { Rate } from './rate';

/**
 * Who said so: the table that the service ships (`fixed`: it does not age while it is in force), the market source
 * (`http`), or staff.
 */
export type RateSource = 'fixed' | 'http' | 'staff';

export interface StoredRate {
  base: Currency;
  quote: Currency;
  value: Decimal;
  asOf: Date;
  source: RateSource;
  updatedAt: Date;
}

/** A rate not yet divided, so that an inverse or a crossing divides once and stays exact where it can be. */
interface Fraction {
  dividend: Decimal;
  divisor: Decimal;
  asOf: Date;
}

/** The rates known at one moment; finds the rate between any two currencies that they connect. */
export class StoredRates {
  private readonly byPair: ReadonlyMap<string, StoredRate>;

  constructor(rates: readonly StoredRate[]) {
    this.byPair = new Map(rates.filter((rate) => rate.value.gt('0')).map((rate) => [key(rate.base, rate.quote), rate]));
  }

  /**
   * The stored rate, else the inverse of the stored one, else the crossing of both currencies' dollar rates, whose age
   * is that of the older leg. A stored pair is never bypassed by a crossing, however old it is: it is staff's or the
   * market's word on that pair. Undefined when nothing connects the two.
   */
  find(base: Currency, quote: Currency): Rate | undefined {
    const found = this.direct(base, quote) ?? this.crossed(base, quote);
    return found && new Rate(base, quote, found.dividend.div(found.divisor), found.asOf);
  }

  private direct(base: Currency, quote: Currency): Fraction | undefined {
    const stored = this.byPair.get(key(base, quote));
    if (stored) return { dividend: stored.value, divisor: ONE, asOf: stored.asOf };
    const inverse = this.byPair.get(key(quote, base));
    return inverse && { dividend: ONE, divisor: inverse.value, asOf: inverse.asOf };
  }

  private crossed(base: Currency, quote: Currency): Fraction | undefined {
    const [toUsd, fromUsd] = [this.direct(base, USD), this.direct(USD, quote)];
    if (!toUsd || !fromUsd) return undefined;
    return {
      dividend: toUsd.dividend.times(fromUsd.dividend),
      divisor: toUsd.divisor.times(fromUsd.divisor),
      asOf: toUsd.asOf < fromUsd.asOf ? toUsd.asOf : fromUsd.asOf,
    };
  }
}

function key(base: Currency, quote: Currency): string {
  return `${base}/${quote}`;
}
