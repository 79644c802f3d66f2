import { digitsOf, type Currency } from './currency';
import { decimalsOf, parseDecimal, readNumber, type Decimal } from './decimal';
import { ValidationError } from './domain-error';
import { Money } from './money';

/**
 * An amount as a client or a person wrote it, before its currency is known. It keeps how many decimals were written:
 * `15.000` may mean fifteen thousand, so that text with more decimals than the currency has is rejected, zeros or not.
 */
export class WrittenAmount {
  private constructor(
    readonly value: Decimal,
    private readonly decimals: number,
  ) {}

  /** A JSON number, or text in plain decimal notation; undefined for anything else. */
  static read(value: unknown): WrittenAmount | undefined {
    const exact = typeof value === 'string' ? parseDecimal(value) : readNumber(value);
    if (!exact) return undefined;
    return new WrittenAmount(exact, typeof value === 'string' ? decimalsWritten(value) : decimalsOf(exact));
  }

  /** The amount of plain decimal text; throws `RangeError` for other text. */
  static of(text: string): WrittenAmount {
    const amount = WrittenAmount.read(text);
    if (!amount) throw new RangeError(`not an amount: ${JSON.stringify(text.slice(0, 40))}`);
    return amount;
  }

  /** Whether no more decimals were written than the currency has. */
  fits(currency: Currency): boolean {
    return this.decimals <= digitsOf(currency);
  }

  /** The amount in that currency. Throws a `ValidationError` that names the field when too many decimals were written. */
  in(currency: Currency, field = 'amount'): Money {
    if (this.fits(currency)) return Money.of(this.value, currency);
    throw ValidationError.of(field, `has more decimals than ${currency} has: ${decimalsRule(currency)}`);
  }
}

/** How to write the decimals of a currency, for messages. */
export function decimalsRule(currency: Currency): string {
  const digits = digitsOf(currency);
  return digits === 0
    ? 'write no decimals and no point, such as 1500'
    : `write at most ${digits}, such as ${example(digits)}`;
}

function example(digits: number): string {
  return `1500.${'0'.repeat(digits)}`;
}

function decimalsWritten(text: string): number {
  const point = text.indexOf('.');
  return point === -1 ? 0 : text.length - point - 1;
}
