import { digitsOf, toCurrency, type Currency } from './currency';
import { decimal, decimalsOf, roundTo, ZERO, type Decimal, type Rounding } from './decimal';

/**
 * A rate that is the quotient of two others (1000 / 6.9) is rounded to 30 decimals, so a conversion that should give a
 * whole minor unit misses it by a tiny error, which rounding up or down turns into a whole unit. Shifting the rate by
 * its last digit, against the direction of the rounding, cancels that error.
 */
const LAST_DIGIT = decimal('0.000000000000000000000000000001');

const HUNDREDTH = decimal('0.01');
const MINUS_ONE = decimal('-1');

/**
 * An amount and its currency, inseparable. The amount never has more decimals than the currency (ISO 4217), so sums of
 * `Money` are exact; an operation that could exceed those decimals (a percentage, a conversion) names its rounding.
 * Operations on different currencies throw `TypeError`.
 */
export class Money {
  private constructor(
    readonly amount: Decimal,
    readonly currency: Currency,
  ) {}

  /**
   * Throws `RangeError` when the text is not a decimal, the currency is unknown, or the amount has more decimals than
   * the currency.
   */
  static of(amount: string | Decimal, currency: string): Money {
    const known = toCurrency(currency);
    const exact = decimal(amount);
    if (decimalsOf(exact) > digitsOf(known)) {
      throw new RangeError(`${exact.toFixed()} has more decimals than ${known}`);
    }
    return new Money(exact, known);
  }

  /**
   * A stored amount that is about to be shown. One with more decimals than its currency, which only a faulty edit of the
   * database can leave, is rounded half up: reading it must not fail, and `books:verify` names its row. Throws
   * `RangeError` like `of` otherwise.
   */
  static stored(amount: string, currency: string): Money {
    const exact = decimal(amount);
    const fits = decimalsOf(exact) <= digitsOf(toCurrency(currency));
    return fits ? new Money(exact, toCurrency(currency)) : Money.rounded(exact, currency, 'half-up');
  }

  static zero(currency: string): Money {
    return new Money(ZERO, toCurrency(currency));
  }

  /** A computed amount, rounded to the currency's digits. */
  static rounded(amount: Decimal, currency: string, rounding: Rounding): Money {
    const known = toCurrency(currency);
    return new Money(roundTo(amount, digitsOf(known), rounding), known);
  }

  /** The sum of the items, all of which are in `currency`. */
  static sum(items: readonly Money[], currency: string): Money {
    return items.reduce((total, item) => total.plus(item), Money.zero(currency));
  }

  plus(other: Money): Money {
    return new Money(this.amount.plus(this.same(other).amount), this.currency);
  }

  minus(other: Money): Money {
    return new Money(this.amount.minus(this.same(other).amount), this.currency);
  }

  negated(): Money {
    return new Money(this.amount.times(MINUS_ONE), this.currency);
  }

  absolute(): Money {
    return new Money(this.amount.abs(), this.currency);
  }

  /** `percent` per cent of this amount: `percentage('2.9', 'half-up')`. */
  percentage(percent: Decimal | string, rounding: Rounding): Money {
    return Money.rounded(this.amount.times(decimal(percent)).times(HUNDREDTH), this.currency, rounding);
  }

  /** This amount in another currency, at `rate` units of `currency` for one unit of this currency. */
  convert(rate: Decimal, currency: string, rounding: Rounding): Money {
    const shifted = rounding === 'up' ? rate.minus(LAST_DIGIT) : rate.plus(LAST_DIGIT);
    return Money.rounded(this.amount.times(shifted), currency, rounding);
  }

  /** The amount of `currency` that converts to this amount, at `rate` units of this currency for one of `currency`. */
  convertBack(rate: Decimal, currency: string, rounding: Rounding): Money {
    const shifted = rounding === 'up' ? rate.plus(LAST_DIGIT) : rate.minus(LAST_DIGIT);
    return Money.rounded(this.amount.div(shifted), currency, rounding);
  }

  compare(other: Money): -1 | 0 | 1 {
    return this.amount.cmp(this.same(other).amount);
  }

  equals(other: Money): boolean {
    return this.currency === other.currency && this.amount.eq(other.amount);
  }

  isLessThan(other: Money): boolean {
    return this.compare(other) < 0;
  }

  isGreaterThan(other: Money): boolean {
    return this.compare(other) > 0;
  }

  isZero(): boolean {
    return this.amount.eq(ZERO);
  }

  isNegative(): boolean {
    return this.amount.lt(ZERO);
  }

  isPositive(): boolean {
    return this.amount.gt(ZERO);
  }

  /** The amount with all digits of its currency, `"1500.00"`, as in API responses and SQL parameters. */
  toFixed(): string {
    // big.js writes a negative zero as "-0.00".
    return this.isZero() ? ZERO.toFixed(digitsOf(this.currency)) : this.amount.toFixed(digitsOf(this.currency));
  }

  /** For logs and messages: `"1500.00 ARS"`. */
  toString(): string {
    return `${this.toFixed()} ${this.currency}`;
  }

  toJSON(): { amount: string; currency: Currency } {
    return { amount: this.toFixed(), currency: this.currency };
  }

  private same(other: Money): Money {
    if (other.currency !== this.currency) {
      throw new TypeError(`${this.toString()} and ${other.toString()} are different currencies`);
    }
    return other;
  }
}
