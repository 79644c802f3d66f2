import { isDay, parseDate, parseExactJson } from '@app/kernel';
import { endOfDailyRate } from './daily-rates';
import { RateSourceError } from './errors';
import type { SourceRate } from './rate-review';

/** The supported formats of market sources. */
export const RATE_FORMATS = ['native', 'frankfurter', 'openexchangerates', 'er-api', 'dlocal'] as const;

export type RateFormat = (typeof RATE_FORMATS)[number];

type Reader = (json: unknown) => SourceRate[];

type Json = Readonly<Record<string, unknown>>;

const DAY = 'a day';

const READERS: Readonly<Record<RateFormat, Reader>> = {
  // `{"base": "USD", "rates": {"ARS": 1400.5}, "as_of": "…"}`, dated with a time, a day, or undated.
  native: (json) => {
    const { base, rates, as_of: asOf } = objectOf(json);
    return ratesOf(base, rates, asOf === undefined || asOf === null ? undated() : datedWith(asOf));
  },
  // `[{"date": "2026-11-27", "base": "USD", "quote": "BRL", "rate": 5.31}]`: the reference rates of central banks.
  frankfurter: (json) => {
    if (!Array.isArray(json)) throw new RateSourceError('the rate source sent no list');
    return json.flatMap((each: unknown) => {
      const { date, base, quote, rate } = objectOf(each);
      if (typeof quote !== 'string') throw new RateSourceError('the rate source gave a rate without its quote');
      if (typeof date !== 'string' || !isDay(date)) throw notDated(DAY);
      return ratesOf(base, { [quote]: rate }, datedWith(date));
    });
  },
  // `{"timestamp": 1764241200, "base": "USD", "rates": {…}}`, anew each hour.
  openexchangerates: (json) => {
    const { timestamp, base, rates } = objectOf(json);
    return ratesOf(base, rates, { asOf: fromUnix(timestamp), validUntil: null });
  },
  // `{"result": "success", "time_last_update_unix": 1764201751, "base_code": "USD", "rates": {…}}`, anew each day.
  'er-api': (json) => {
    const { result, time_last_update_unix: updated, base_code: base, rates } = objectOf(json);
    if (result !== 'success') throw new RateSourceError('the rate source reports a failure');
    const asOf = fromUnix(updated);
    return ratesOf(base, rates, { asOf, validUntil: endOfDailyRate(startOfDay(asOf)) });
  },
  // `{"from": "USD", "to": "BRL", "rate": 5.31}`: what dLocal converts at now.
  dlocal: (json) => {
    const { from, to, rate } = objectOf(json);
    if (typeof to !== 'string') throw new RateSourceError('the rate source gave a rate without its quote');
    return ratesOf(from, { [to]: rate }, undated());
  },
};

/**
 * The rates for one USD in the body of a response, unchecked. Numbers keep every digit that the source wrote. Throws
 * `RateSourceError` for any other content.
 */
export function readRates(format: RateFormat, body: string): SourceRate[] {
  return READERS[format](parsed(body));
}

type Dates = Pick<SourceRate, 'asOf' | 'validUntil'>;

function ratesOf(base: unknown, rates: unknown, dates: Dates): SourceRate[] {
  // All cross rates go through USD.
  if (base !== 'USD') throw new RateSourceError('the base of the rate source must be USD');
  if (!isObject(rates)) throw new RateSourceError('the rate source gave no rates');
  return Object.entries(rates)
    .filter(([quote]) => quote !== 'USD')
    .map(([quote, value]) => ({ base: 'USD', quote, value: numberText(value), ...dates }));
}

function undated(): Dates {
  return { asOf: null, validUntil: null };
}

function datedWith(value: unknown): Dates {
  const asOf = typeof value === 'string' ? parseDate(value) : undefined;
  if (!asOf || typeof value !== 'string') throw notDated('a date');
  return { asOf, validUntil: isDay(value) ? endOfDailyRate(asOf) : null };
}

function fromUnix(value: unknown): Date {
  const date = new Date(typeof value === 'number' ? value * 1_000 : NaN);
  if (Number.isNaN(date.getTime())) throw notDated('a Unix time');
  return date;
}

function startOfDay(at: Date): Date {
  return new Date(`${at.toISOString().slice(0, 10)}T00:00:00Z`);
}

function notDated(expected: string): RateSourceError {
  return new RateSourceError(`the rate source gave rates that are not dated with ${expected}`);
}

function parsed(body: string): unknown {
  try {
    return parseExactJson(body);
  } catch (error) {
    throw new RateSourceError('the rate source sent no JSON', error);
  }
}

function objectOf(value: unknown): Json {
  if (isObject(value)) return value;
  throw new RateSourceError('the rate source sent no JSON object');
}

/** Values of other types fail the review. */
function numberText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
