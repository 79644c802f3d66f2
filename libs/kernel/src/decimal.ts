import Big from 'big.js';

/**
 * The exact decimal type. A separate constructor, so that these settings affect no other user of big.js: divisions
 * carry 30 digits (a rate is rounded where it is displayed, not by the division), and strict mode rejects `number`,
 * which keeps binary floats away from money.
 */
const Exact = Big();
Exact.DP = 30;
Exact.RM = Big.roundHalfUp;
Exact.NE = -40;
Exact.PE = 60;
Exact.strict = true;

export type Decimal = Big;

/** Every rounding of money names one. `up` is away from zero, `down` is towards zero. */
export type Rounding = 'half-up' | 'up' | 'down';

const BIG_ROUNDING = { 'half-up': Big.roundHalfUp, up: Big.roundUp, down: Big.roundDown } as const;

const PLAIN_DECIMAL = /^-?\d{1,30}(\.\d{1,30})?$/;

/** A decimal from text or another decimal; throws `RangeError` unless the text is in plain decimal notation. */
export function decimal(value: string | Decimal): Decimal {
  if (typeof value !== 'string') return value instanceof Exact ? value : new Exact(value);
  if (!PLAIN_DECIMAL.test(value)) throw new RangeError(`not a decimal number: ${JSON.stringify(value.slice(0, 40))}`);
  return new Exact(value);
}

/** The decimal that the text denotes, or undefined unless it is in plain decimal notation. */
export function parseDecimal(text: string): Decimal | undefined {
  return PLAIN_DECIMAL.test(text) ? new Exact(text) : undefined;
}

/** The decimal of a number in JSON, as JSON writes it; undefined for anything else. */
export function readNumber(value: unknown): Decimal | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? new Exact(String(value)) : undefined;
}

/** Two different decimals of at most this many digits are different doubles. */
const SAFE_DIGITS = 15;
/** The maximum of `Number.prototype.toPrecision`. */
const MAX_PRECISION = 100;

/**
 * Whether the text of a number in JSON is the double that it is read as, rounded to the digits that it has. So `0.1` is,
 * and `0.10000000000000001`, as programs write the same double, but not `0.100000000000000001`, which would be read as 0.1.
 */
export function isHeldByDouble(text: string): boolean {
  if (text.length <= SAFE_DIGITS && !/e/i.test(text)) return true;
  const [mantissa = ''] = text.split(/e/i);
  const digits = mantissa.replaceAll(/[-.]/g, '').replace(/^0+/, '').length;
  const double = JSON.parse(text) as number;
  if (digits === 0 || double === 0) return digits === 0;
  if (!Number.isFinite(double) || digits > MAX_PRECISION) return false;
  return digits <= SAFE_DIGITS || new Exact(text).eq(new Exact(double.toPrecision(digits)));
}

/** Whether the value is a `Decimal` made by this module. */
export function isDecimal(value: unknown): value is Decimal {
  return value instanceof Exact;
}

/** How many decimals the value needs: 1.50 needs one. */
export function decimalsOf(value: Decimal): number {
  return Math.max(0, value.c.length - value.e - 1);
}

/** Rounds to `digits` decimals in the named way. */
export function roundTo(value: Decimal, digits: number, rounding: Rounding): Decimal {
  return value.round(digits, BIG_ROUNDING[rounding]);
}

export const ZERO = decimal('0');
export const ONE = decimal('1');
