import { digitsOf, isCurrency } from '@app/currencies';
import { addDecimals, formatAmountOnly, separatorsOf } from './amounts';

export type AmountProblem =
  'required' | 'notANumber' | 'negative' | 'tooManyDigits' | 'notPositive' | 'otherCurrency' | 'ambiguous';

/** The result of reading a typed amount: the API's decimal string, or the problem. */
export type TypedAmount =
  | { value: string }
  | {
      problem: AmountProblem;
      /** The possible meanings of an ambiguous amount, as decimals of the API. */
      readings?: readonly string[];
    };

/** Signs beside an amount and their currencies. `$` is the sign of many currencies. */
const MARKS: Readonly<Record<string, string | undefined>> = {
  $: undefined,
  R$: 'BRL',
  AR$: 'ARS',
  CL$: 'CLP',
  CO$: 'COP',
  COL$: 'COP',
  MX$: 'MXN',
  MEX$: 'MXN',
  US$: 'USD',
  U$S: 'USD',
  U$D: 'USD',
  BS: 'BOB',
  'BS.': 'BOB',
  B$: 'BOB',
};

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const WIDE = /[\uff04\uff0c\uff0e\uff10-\uff19]/g;
const MINUSES = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;
const APOSTROPHES = /[\u2018\u2019\u02bc\uff07]/g;

const SINGLE_SEPARATOR = /^[1-9]\d{0,2}([.,])\d{3}$/;
const GROUPED = /^[1-9]\d{0,2}([., '])\d{3}(?:\1\d{3})*$/;
const GROUPED_WITH_DECIMALS = /^([1-9]\d{0,2}([., '])\d{3}(?:\2\d{3})*)(?!\2)[.,](\d+)$/;
const DECIMALS = /^(\d+)[.,](\d+)$/;

/**
 * Reads an amount in any usual spelling, with its currency or without. Two kinds of separators, a repeated one, or one
 * that cannot stand before thousands show which of them is the decimal point. Three digits behind a single separator
 * (`15.000`) do not: the amount is ambiguous, and the result has its possible meanings, unless the panel itself writes
 * the amount in this way, as it does for a currency without decimals.
 */
export function parseAmount(typed: string, currency: string, locale: string): TypedAmount {
  const text = plain(typed);
  if (text === '') return { problem: 'required' };
  const {
    before = '',
    number,
    after = '',
  } = /^(?<before>\D*)(?<number>\d(?:.*\d)?)(?<after>\D*)$/.exec(text)?.groups ?? {};
  if (number === undefined) return { problem: 'notANumber' };
  const marks = [before.replace('-', ''), after.replace(/^[.,](?=\s|$)/, '')].map((mark) => currencyOf(mark, currency));
  if (marks.includes(undefined)) return { problem: 'notANumber' };
  if (marks.some((mark) => mark !== currency)) return { problem: 'otherCurrency' };
  if (before.includes('-')) return { problem: 'negative' };
  const separator = SINGLE_SEPARATOR.exec(number)?.[1];
  const decimal = separator === undefined ? undefined : decimalAsShown(separator, currency, locale);
  if (decimal === 'unknown') return { problem: 'ambiguous', readings: readingsOf(number, currency) };
  const value = decimal === undefined ? toDecimal(number) : number.replace(/[.,]/, decimal);
  return value === undefined ? { problem: 'notANumber' } : checked(value, currency);
}

/** The text of the field for an amount of the API. `parseAmount` reads it as the same amount. */
export function amountText(value: string, currency: string, locale: string): string {
  const [whole = '', fraction = ''] = value.split('.');
  const kept = fraction.replace(/0+$/, '');
  return formatAmountOnly(withAllDigits(kept === '' ? whole : `${whole}.${kept}`, currency), currency, locale);
}

/** The amount with all digits of its currency, as the API writes it. */
export function withAllDigits(amount: string, currency: string): string {
  const digits = digitsIn(currency);
  return addDecimals(amount, digits > 0 ? `0.${'0'.repeat(digits)}` : '0');
}

function digitsIn(currency: string): number {
  return isCurrency(currency) ? digitsOf(currency) : 2;
}

/** The text in plain characters, with single blanks and without invisible characters. */
function plain(typed: string): string {
  return typed
    .replace(INVISIBLE, '')
    .replace(WIDE, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(MINUSES, '-')
    .replace(APOSTROPHES, "'")
    .replace(/\s+/g, ' ')
    .trim();
}

/** The currency of the text beside a number: the expected one for no text, undefined for an unknown one. */
function currencyOf(mark: string, expected: string): string | undefined {
  const name = mark.replace(/\s/g, '').toUpperCase();
  if (name === '') return expected;
  if (Object.hasOwn(MARKS, name)) return MARKS[name] ?? expected;
  const code = name.replace(/\$$/, '');
  return isCurrency(code) ? code : undefined;
}

/** The meaning of a single separator before three digits where the panel itself writes the currency in this way. */
function decimalAsShown(separator: string, currency: string, locale: string): '' | '.' | 'unknown' {
  const { group, decimal } = separatorsOf(locale, currency);
  const digits = digitsIn(currency);
  if (digits === 0 && separator === group) return '';
  return digits === 3 && separator === decimal ? '.' : 'unknown';
}

function readingsOf(number: string, currency: string): string[] {
  const candidates = [number.replace(/[.,]/, ''), number.replace(',', '.').replace(/\.?0+$/, '')];
  const possible = candidates.filter((decimal) => (decimal.split('.')[1] ?? '').length <= digitsIn(currency));
  return possible.map((decimal) => withAllDigits(decimal, currency));
}

function toDecimal(number: string): string | undefined {
  if (/^\d+$/.test(number)) return number;
  if (GROUPED.test(number)) return number.replace(/\D/g, '');
  const grouped = GROUPED_WITH_DECIMALS.exec(number);
  if (grouped) return `${grouped[1]?.replace(/\D/g, '')}.${grouped[3]}`;
  const decimals = DECIMALS.exec(number);
  return decimals ? `${decimals[1]}.${decimals[2]}` : undefined;
}

/** `1500,00` of a currency without decimals is 1500; three zeros too many may be thousands, so they are rejected. */
function checked(value: string, currency: string): TypedAmount {
  const [whole = '', fraction = ''] = value.split('.');
  const digits = digitsIn(currency);
  const isTooLong = fraction.replace(/0+$/, '').length > digits || fraction.length > Math.max(digits, 2);
  if (isTooLong) return { problem: 'tooManyDigits' };
  if (!/[1-9]/.test(value)) return { problem: 'notPositive' };
  const kept = fraction.slice(0, digits);
  return { value: `${whole.replace(/^0+(?=\d)/, '')}${kept === '' ? '' : `.${kept}`}` };
}
