import { Money, toCurrency, ValidationError, ZERO, type Currency, type Decimal, type WrittenAmount } from '@app/kernel';

/** Which side of a conversion is fixed: what leaves in the origin (`charge`) or what arrives (`receive`). */
export const QUOTE_AMOUNT_TYPES = ['receive', 'charge'] as const;

export type QuoteAmountType = (typeof QUOTE_AMOUNT_TYPES)[number];

/** Currencies from which conversions are quoted. Rule 8.1. */
export const QUOTABLE_ORIGINS: readonly Currency[] = ['ARS', 'BRL', 'CLP', 'COP', 'MXN'].map(toCurrency);

export interface QuoteInput {
  /** In the origin for `charge`, in the destination for `receive`. */
  amount: Money;
  amountType: QuoteAmountType;
  origin: Currency;
  destination: Currency;
  /** Per cent. */
  conversionPercentage: Decimal;
  /** Units of the destination for one of the origin. */
  rate: Decimal;
}

export interface QuoteFigures {
  originAmount: Money;
  destinationAmount: Money;
  /** In the destination's currency. */
  conversionFee: { percentage: Decimal; amount: Money };
}

/**
 * The figures of a conversion. The fee is taken as in collections: with `receive` it is added before converting, so the
 * origin pays it; with `charge` it is deducted from what arrives. The origin amount is rounded up, the other figures
 * half-up. Between equal currencies there is no fee.
 */
export function quoteConversion(input: QuoteInput): QuoteFigures {
  const { amount, origin, destination, rate } = input;
  const expected = input.amountType === 'charge' ? origin : destination;
  if (amount.currency !== expected) throw new TypeError(`${input.amountType} fixes ${expected}, got ${amount}`);
  if (origin === destination) {
    const conversionFee = { percentage: ZERO, amount: Money.zero(destination) };
    return { originAmount: amount, destinationAmount: amount, conversionFee };
  }
  const gross = input.amountType === 'charge' ? amount.convert(rate, destination, 'half-up') : amount;
  const fee = gross.percentage(input.conversionPercentage, 'half-up');
  const conversionFee = { percentage: input.conversionPercentage, amount: fee };
  return input.amountType === 'charge'
    ? { originAmount: amount, destinationAmount: gross.minus(fee), conversionFee }
    : { originAmount: gross.plus(fee).convertBack(rate, origin, 'up'), destinationAmount: gross, conversionFee };
}

/** The requested amount as money. Throws `ValidationError` for an `amount` that is not positive or has too many decimals. */
export function requestedAmount(amount: WrittenAmount, currency: Currency): Money {
  if (!amount.value.gt(ZERO)) throw ValidationError.of('amount', 'must be greater than 0');
  return amount.in(currency);
}
