/** Amounts are decimal strings from the API to the screen and back. They never become JavaScript numbers. */

const DECIMAL = /^-?\d+(\.\d+)?$/;

export interface Separators {
  group: string;
  decimal: string;
}

/** Whether the text is a decimal number as the API writes it. */
export function isDecimal(text: string): boolean {
  return DECIMAL.test(text);
}

/**
 * The decimal with the locale's separators: `formatDecimal('1234.50', 'es')` is `1.234,50`. For amounts, use
 * `formatAmount` or `formatAmountOnly`, because amounts in MXN have their own separators.
 */
export function formatDecimal(value: string, locale: string): string {
  return separated(value, separatorsOf(locale));
}

/** The amount with its currency code, because several currencies share the signs of dollar and peso. */
export function formatAmount(value: string, currency: string, locale: string): string {
  return `${formatAmountOnly(value, currency, locale)} ${currency}`;
}

/** The amount as `formatAmount` writes it, without the currency. */
export function formatAmountOnly(value: string, currency: string, locale: string): string {
  return separated(value, separatorsOf(locale, currency));
}

function separated(value: string, { group, decimal }: Separators): string {
  if (!isDecimal(value)) return value;
  const [whole = '', fraction] = value.replace('-', '').split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group);
  // A minus sign, not a hyphen: screen readers read it, and lines do not break after it.
  return `${value.startsWith('-') ? '−' : ''}${grouped}${fraction === undefined ? '' : decimal + fraction}`;
}

/** Pesos of Mexico are written 15,000.00 in every language, because that is how Mexico writes them. */
export function separatorsOf(locale: string, currency?: string): Separators {
  const isPointed = locale.startsWith('en') || currency === 'MXN';
  return isPointed ? { group: ',', decimal: '.' } : { group: '.', decimal: ',' };
}

/** Compares two decimals of the API: negative, zero or positive, as a sort function expects. */
export function compareDecimals(left: string, right: string): number {
  const [a, b] = alignedUnits(left, right);
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The exact sum of two decimals of the API, with as many fraction digits as the one that has more. */
export function addDecimals(left: string, right: string): string {
  const [a, b, digits] = alignedUnits(left, right);
  return fromUnits(a + b, digits);
}

/** The decimal with its sign changed. */
export function negateDecimal(value: string): string {
  return value.startsWith('-') ? value.slice(1) : /[1-9]/.test(value) ? `-${value}` : value;
}

/**
 * By how many per cent `value` is below `reference`, rounded to two digits: `percentBelow('191.6', '200')` is `4.20`.
 * Negative when it is above. The reference must not be zero.
 */
export function percentBelow(value: string, reference: string): string {
  const [a, b] = alignedUnits(value, reference);
  const doubled = ((b - a) * 20_000n) / b;
  return fromUnits((doubled + (doubled < 0n ? -1n : 1n)) / 2n, 2);
}

/** A rate cut to four decimals, not counting the zeros after the point. */
export function shortRate(rate: string): string {
  return /^(?:0\.0*\d{1,4}|\d+(?:\.\d{1,4})?)/.exec(rate)?.[0] ?? rate;
}

function alignedUnits(left: string, right: string): [bigint, bigint, number] {
  const digits = Math.max(fractionOf(left).length, fractionOf(right).length);
  return [toUnits(left, digits), toUnits(right, digits), digits];
}

const fractionOf = (value: string) => value.split('.')[1] ?? '';

function toUnits(value: string, digits: number): bigint {
  const [whole = '0'] = value.split('.');
  return BigInt(`${whole}${fractionOf(value).padEnd(digits, '0')}`);
}

function fromUnits(units: bigint, digits: number): string {
  const negative = units < 0n;
  const text = (negative ? -units : units).toString().padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits);
  return `${negative ? '-' : ''}${whole}${digits > 0 ? `.${text.slice(-digits)}` : ''}`;
}
