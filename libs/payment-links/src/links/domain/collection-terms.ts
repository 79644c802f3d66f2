import type { Currency, Money } from '@app/kernel';

/**
 * The figures of one payment, fixed when the payer chooses a method. They are charged and credited as they are, however
 * rates and fees change afterwards.
 */
export interface CollectionTerms {
  payerAmount: Money;
  currency: Currency;
  gross: Money;
  percentageAmount: Money;
  fixedAmount: Money;
  fixedAmountUsd: Money;
  collectionFee: Money;
  boundedBy: 'minimum' | 'maximum' | null;
  borneBy: 'merchant' | 'payer';
  /** What the collection fee adds to the payer's amount, in the payer's currency; zero when the merchant bears it. */
  payerFee: Money;
  conversionFee: Money;
  /** Below zero when the fee is larger than what would be credited. */
  credited: Money;
  /** Wallet currency for one unit of the payer's, as decimal text; null where the currencies are the same. */
  exchangeRate: string | null;
  effectiveRate: string | null;
}
