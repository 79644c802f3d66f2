import { decimal, isCurrency, ONE, parseDecimal, type Currency, type Decimal } from '@app/kernel';
import { StoredRates, type StoredRate } from './stored-rates';

/** A rate as a source quotes it, unchecked. */
export interface SourceRate {
  base: string;
  quote: string;
  /** Plain decimal text. */
  value: string;
  /** The date that the source gives; null when it gives none. */
  asOf: Date | null;
  /** Until when a rate that is dated with a day holds. */
  validUntil?: Date | null;
}

/** A rate to be stored; `asOf` null means now. */
export interface NewRate {
  base: Currency;
  quote: Currency;
  value: Decimal;
  asOf: Date | null;
  validUntil?: Date | null;
}

export interface RejectedRate {
  base: string;
  quote: string;
  value: string;
  reason: 'not_a_positive_number' | 'out_of_range' | 'jump' | 'jump_in_a_day';
  /** The rate that it was compared with, for a jump. */
  lastGood?: string;
}

export interface RateReview {
  accepted: NewRate[];
  rejected: RejectedRate[];
}

const LARGEST = decimal('1000000000000');
const SMALLEST = ONE.div(LARGEST);
const HUNDRED = decimal('100');
const ZERO = decimal('0');

/** In per cent. A rate that moves by more is more likely an error; staff can still set it. */
export const DEFAULT_MAX_JUMP = decimal('20');

/** Whether the rate is between 1e-12 and 1e12, the range of exact calculations. */
export function isInRange(value: Decimal): boolean {
  return value.gte(SMALLEST) && value.lte(LARGEST);
}

/**
 * Compares the rates of the market source with the stored ones. A rate that moved by more than `maxJump` per cent is
 * rejected: an error of the source is more likely than such a move of the market, and staff can set such a rate. The same
 * holds for the rates of the day before, or a source could move a rate anywhere in small steps. Rates
 * of the built-in table are not used for comparison, since they were never market rates. A rate older than the stored
 * one is skipped, and so is one of an unknown currency.
 */
export function reviewRates(
  offered: readonly SourceRate[],
  inForce: readonly StoredRate[],
  { maxJump, now, dayBefore = [] }: { maxJump: Decimal; now: Date; dayBefore?: readonly StoredRate[] },
): RateReview {
  const lastGood = new StoredRates(inForce.filter((rate) => rate.source !== 'fixed'));
  const aDayAgo = new StoredRates(dayBefore);
  const review: RateReview = { accepted: [], rejected: [] };
  for (const { base, quote, value, asOf, validUntil = null } of offered) {
    if (!isCurrency(base) || !isCurrency(quote) || base === quote) continue;
    const reject = (reason: RejectedRate['reason'], last?: Decimal) =>
      review.rejected.push({ base, quote, value, reason, ...(last && { lastGood: last.toFixed() }) });
    const exact = parseDecimal(value);
    const last = lastGood.find(base, quote);
    const before = aDayAgo.find(base, quote);
    if (!exact?.gt('0')) reject('not_a_positive_number');
    else if (!isInRange(exact)) reject('out_of_range');
    else if (last && asOf && asOf < last.asOf) continue;
    else if (last && hasMovedBeyond(last.value, exact, maxJump)) reject('jump', last.value);
    else if (before && hasMovedBeyond(before.value, exact, maxJump)) reject('jump_in_a_day', before.value);
    else {
      // A date in the future counts as now, and would otherwise hold until then.
      const dated = asOf !== null && asOf < now;
      review.accepted.push({
        base,
        quote,
        value: exact,
        asOf: dated ? asOf : null,
        validUntil: dated ? validUntil : null,
      });
    }
  }
  return review;
}

/**
 * Whether the two differ by more than that many per cent of the old one, which may have been rounded by up to `rounding`.
 * Compared without a division, which would round.
 */
export function hasMovedBeyond(old: Decimal, value: Decimal, percent: Decimal, rounding = ZERO): boolean {
  return value.minus(old).abs().minus(rounding).times(HUNDRED).gt(old.times(percent));
}
