import { decimal, toCurrency } from '@app/kernel';
import { StandingClock } from '@app/kernel/testing';
import type { StoredRate } from '../domain/stored-rates';

const MOMENT = new Date('2026-01-01T00:00:00.000Z');

/** A clock that stands at the first second of 2026. */
export function aClock(): StandingClock {
  return new StandingClock(MOMENT);
}

/** A stored rate from `'USD/ARS'` and its value; the market's, of the first second of 2026, by default. */
export function aStoredRate(pair: string, value: string, parts: Partial<StoredRate> = {}): StoredRate {
  const [base = '', quote = ''] = pair.split('/');
  return {
    base: toCurrency(base),
    quote: toCurrency(quote),
    value: decimal(value),
    asOf: MOMENT,
    validUntil: null,
    source: 'http',
    updatedAt: MOMENT,
    ...parts,
  };
}
