import { decimal, isCurrency, ONE, parseDecimal, type Currency, type Decimal } from '@app/kernel';
import { StoredRates, type StoredRate } from './stored-rates';

/** A rate as a source quotes it; nothing of it has been checked. */
export interface SourceRate {
  base: string;
  quote: string;
  /** Plain decimal text. */
  value: string;
  /** When the source says that it knew the rate; null when it does not say. */
  asOf: Date | null;
}

/** A rate fit to be stored; `asOf` null stands for the moment of storing. */
export interface NewRate {
  base: Currency;
  quote: Currency;
  value: Decimal;
  asOf: Date | null;
}

export interface RefusedRate {
  base: string;
  quote: string;
  value: string;
  reason: 'not_a_positive_number' | 'out_of_range' | 'jump';
  /** What the rate jumped away from, for a jump. */
  lastGood?: string;
}

export interface RateReview {
  accepted: NewRate[];
  refused: RefusedRate[];
}

const LARGEST = decimal('1000000000000');
const SMALLEST = ONE.div(LARGEST);
const HUNDRED = decimal('100');

/** Whether a rate is one that calculations can carry: between a millionth of a millionth and a million millions. */
export function isInRange(value: Decimal): boolean {
  return value.gte(SMALLEST) && value.lte(LARGEST);
}

/**
 * Judges what the market source quotes against the rates in force. A rate that moved by more than `maxJump` per cent
 * is refused: it is more often a fault of the source than the market, and staff can set such a rate by hand. Rates of
 * the shipped table are no measure, since they never were the market's. A quotation older than the stored one is
 * passed over, and so is one between currencies that the service does not know.
 */
export function reviewRates(
  offered: readonly SourceRate[],
  inForce: readonly StoredRate[],
  { maxJump, now }: { maxJump: Decimal; now: Date },
): RateReview {
  const lastGood = new StoredRates(inForce.filter((rate) => rate.source !== 'fixed'));
  const review: RateReview = { accepted: [], refused: [] };
  for (const { base, quote, value, asOf } of offered) {
    if (!isCurrency(base) || !isCurrency(quote) || base === quote) continue;
    const refuse = (reason: RefusedRate['reason'], last?: Decimal) =>
      review.refused.push({ base, quote, value, reason, ...(last && { lastGood: last.toFixed() }) });
    const exact = parseDecimal(value);
    const last = lastGood.find(base, quote);
    if (!exact?.gt('0')) refuse('not_a_positive_number');
    else if (!isInRange(exact)) refuse('out_of_range');
    else if (last && asOf && asOf < last.asOf) continue;
    else if (last && jumpBetween(last.value, exact).gt(maxJump)) refuse('jump', last.value);
    else review.accepted.push({ base, quote, value: exact, asOf: asOf && asOf < now ? asOf : null });
  }
  return review;
}

/** By how many per cent of the old value the new one differs from it. */
function jumpBetween(old: Decimal, value: Decimal): Decimal {
  return value.minus(old).abs().times(HUNDRED).div(old);
}
