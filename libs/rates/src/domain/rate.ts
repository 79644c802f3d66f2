import { ONE, roundTo, type Currency, type Decimal } from '@app/kernel';

const SHOWN_DECIMALS = 10;

/** The date of a stored rate, and until when it holds; null: it ages from its date. */
export interface Leg {
  readonly asOf: Date;
  readonly validUntil: Date | null;
}

/** Units of `quote` for one unit of `base`, as known at `asOf`. */
export class Rate {
  constructor(
    readonly base: Currency,
    readonly quote: Currency,
    readonly value: Decimal,
    readonly asOf: Date,
    /** The stored rates that it was computed from. */
    private readonly legs: readonly Leg[] = [{ asOf, validUntil: null }],
  ) {}

  /** As old as the oldest leg. */
  static of(base: Currency, quote: Currency, value: Decimal, legs: readonly Leg[]): Rate {
    const times = legs.map(({ asOf, validUntil }) => ({ asOf, validUntil }));
    const oldest = new Date(Math.min(...times.map(({ asOf }) => asOf.getTime())));
    return new Rate(base, quote, value, oldest, times);
  }

  /** The rate of a currency to itself: exactly one, as of now. */
  static identity(currency: Currency, now: Date): Rate {
    return new Rate(currency, currency, ONE, now);
  }

  /** Whether money may be converted at it: each leg still holds, or is no older than `maxAgeMs`. */
  isUsable(now: Date, maxAgeMs: number): boolean {
    return now <= this.usableUntil(maxAgeMs);
  }

  /** Until when money may be converted at it: the end of the leg that ends first. */
  usableUntil(maxAgeMs: number): Date {
    const ends = this.legs.map(({ asOf, validUntil }) => validUntil?.getTime() ?? asOf.getTime() + maxAgeMs);
    return new Date(Math.min(...ends));
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
