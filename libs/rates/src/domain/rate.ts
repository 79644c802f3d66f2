import { ONE, roundTo, type Currency, type Decimal } from '@app/kernel';

const SHOWN_DECIMALS = 10;

/** Units of `quote` for one unit of `base`, as known at `asOf`. */
export class Rate {
  constructor(
    readonly base: Currency,
    readonly quote: Currency,
    readonly value: Decimal,
    readonly asOf: Date,
  ) {}

  /** The rate of a currency to itself: exactly one, as of now. */
  static identity(currency: Currency, now: Date): Rate {
    return new Rate(currency, currency, ONE, now);
  }

  ageMs(now: Date): number {
    return now.getTime() - this.asOf.getTime();
  }

  /**
   * The rate as shown: plain notation, half-up to ten decimals, not counting the leading zeros of a rate below one, and
   * without trailing zeros (`"200"`, `"0.001"`, `"55.5555555556"`). Not for calculations.
   */
  toWire(): string {
    const leadingZeros = Math.max(0, -this.value.e - 1);
    return roundTo(this.value, SHOWN_DECIMALS + leadingZeros, 'half-up').toFixed();
  }
}
