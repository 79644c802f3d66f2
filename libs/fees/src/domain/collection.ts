import { ONE, Money, type Currency, type Decimal } from '@app/kernel';
import { withinBounds } from './fee-bounds';
import type { CollectionSetting } from './fee-schedule';

/** Which side of a collection is fixed when currencies differ: the wallet's (`receive`) or the payer's (`charge`). */
export type AmountType = 'receive' | 'charge';

export type Bearer = 'merchant' | 'payer';

export interface CollectionInput {
  /** In the payer's currency for `charge`, in the wallet's for `receive`. */
  declared: Money;
  amountType: AmountType;
  payerCurrency: Currency;
  walletCurrency: Currency;
  customerPaysFee: boolean;
  setting: CollectionSetting;
  /** Per cent. */
  conversionPercentage: Decimal;
  /** Units of the wallet's currency for one of the payer's. Not read when the currencies coincide. */
  rate: Decimal | null;
  /** Units of the wallet's currency for one USD. Read only for a fixed part and a wallet that is not in USD. */
  usdToWallet: Decimal | null;
}

/**
 * Every figure of one collection, in the wallet's currency except `payerAmount` and `payerFee` (the payer's) and
 * `fixedAmountUsd`.
 */
export interface CollectionFigures {
  payerAmount: Money;
  /** The part of `payerAmount` that pays the collection fee; zero when the merchant bears it. */
  payerFee: Money;
  /** The wallet-side amount before any fee. */
  gross: Money;
  percentageAmount: Money;
  fixedAmount: Money;
  fixedAmountUsd: Money;
  /** Percentage and fixed part together, within the bounds. */
  collectionFee: Money;
  boundedBy: 'minimum' | 'maximum' | null;
  borneBy: Bearer;
  conversionFee: Money;
  /** Null when nothing is converted. */
  conversionBorneBy: Bearer | null;
  /** The amount credited to the wallet after all fees; negative when `feeExceedsAmount`. */
  credited: Money;
  exchangeRate: Decimal;
  /** The postings of the platform's exchange accounts; null when nothing is converted. */
  exchangePosition: ExchangePosition | null;
  /** The fees exceed the amount that they are taken from, so the collection must not be credited. */
  feeExceedsAmount: boolean;
}

/**
 * The exchange postings of a converted collection. With the rail at minus `payerAmount`, the wallet at `credited` and
 * the two fees as income, both currencies sum to zero; gains and losses of rounding stay in this position.
 */
export interface ExchangePosition {
  /** Positive, in the payer's currency. */
  payerSide: Money;
  /** Negative, in the wallet's currency. */
  walletSide: Money;
}

/**
 * Computes a collection. Each figure is rounded once, half-up, except that what the payer pays is rounded up and the
 * credited amount is the remainder. Throws `RangeError` or `TypeError` for a declared amount that is not positive or in
 * the wrong currency, and for a missing rate: errors of the caller.
 */
export function collectionFigures(input: CollectionInput): CollectionFigures {
  const rate = exchangeRateOf(input);
  const gross = grossOf(input, rate);
  const fee = collectionFeeOf(gross, input);
  const conversion = conversionOf(gross, input);
  const onMerchant = { collection: !input.customerPaysFee, conversion: conversion.borneBy === 'merchant' };
  const credited = gross
    .minus(onMerchant.collection ? fee.collectionFee : Money.zero(gross.currency))
    .minus(onMerchant.conversion ? conversion.fee : Money.zero(gross.currency));
  const payerAmount = payerAmountOf(input, rate, gross, fee.collectionFee, conversion.fee);
  return {
    payerAmount,
    payerFee: input.customerPaysFee
      ? payerAmount.minus(payerAmountOf(input, rate, gross, Money.zero(gross.currency), conversion.fee))
      : Money.zero(input.payerCurrency),
    gross,
    ...fee,
    borneBy: input.customerPaysFee ? 'payer' : 'merchant',
    conversionFee: conversion.fee,
    conversionBorneBy: conversion.borneBy,
    credited,
    exchangeRate: rate ?? ONE,
    exchangePosition: exchangePositionOf({
      payerAmount,
      credited,
      collectionFee: fee.collectionFee,
      conversionFee: conversion.fee,
    }),
    feeExceedsAmount: credited.isNegative(),
  };
}

/** The exchange position of these figures; null when nothing is converted. */
export function exchangePositionOf({
  payerAmount,
  credited,
  collectionFee,
  conversionFee,
}: Pick<CollectionFigures, 'payerAmount' | 'credited' | 'collectionFee' | 'conversionFee'>): ExchangePosition | null {
  if (payerAmount.currency === credited.currency) return null;
  return { payerSide: payerAmount, walletSide: credited.plus(collectionFee).plus(conversionFee).negated() };
}

/** Credited per unit paid, after all deductions. A division with 30 digits, so not one of the figures. */
export function effectiveRateOf({ credited, payerAmount }: CollectionFigures): Decimal {
  return credited.amount.div(payerAmount.amount);
}

/** The rate of the conversion; null when nothing is converted. */
function exchangeRateOf({ payerCurrency, walletCurrency, rate }: CollectionInput): Decimal | null {
  return payerCurrency === walletCurrency ? null : usable(rate, `${payerCurrency} to ${walletCurrency}`);
}

function grossOf(
  { declared, amountType, payerCurrency, walletCurrency }: CollectionInput,
  rate: Decimal | null,
): Money {
  const expected = amountType === 'charge' ? payerCurrency : walletCurrency;
  if (declared.currency !== expected) throw new TypeError(`${amountType} declares ${expected}, got ${declared}`);
  if (!declared.isPositive()) throw new RangeError(`a collection of ${declared} cannot be computed`);
  return rate && amountType === 'charge' ? declared.convert(rate, walletCurrency, 'half-up') : declared;
}

type FeeFigures = Pick<
  CollectionFigures,
  'percentageAmount' | 'fixedAmount' | 'fixedAmountUsd' | 'collectionFee' | 'boundedBy'
>;

function collectionFeeOf(gross: Money, { setting, usdToWallet }: CollectionInput): FeeFigures {
  const percentageAmount = gross.percentage(setting.percentage, 'half-up');
  const fixedAmount = fixedPart(setting.fixedUsd, gross.currency, usdToWallet);
  const inWallet = (bound: Decimal | null) => bound && Money.rounded(bound, gross.currency, 'half-up');
  const sum = percentageAmount.plus(fixedAmount);
  const { total, boundedBy } = withinBounds(sum, inWallet(setting.minimum), inWallet(setting.maximum));
  return { percentageAmount, fixedAmount, fixedAmountUsd: setting.fixedUsd, collectionFee: total, boundedBy };
}

function fixedPart(fixedUsd: Money, walletCurrency: Currency, usdToWallet: Decimal | null): Money {
  if (fixedUsd.isZero()) return Money.zero(walletCurrency);
  if (fixedUsd.currency === walletCurrency) return fixedUsd;
  return fixedUsd.convert(usable(usdToWallet, `USD to ${walletCurrency}`), walletCurrency, 'half-up');
}

function conversionOf(gross: Money, input: CollectionInput): { fee: Money; borneBy: Bearer | null } {
  if (input.payerCurrency === input.walletCurrency) return { fee: Money.zero(gross.currency), borneBy: null };
  const fee = gross.percentage(input.conversionPercentage, 'half-up');
  return { fee, borneBy: input.amountType === 'charge' ? 'merchant' : 'payer' };
}

function payerAmountOf(
  input: CollectionInput,
  rate: Decimal | null,
  gross: Money,
  fee: Money,
  conversion: Money,
): Money {
  const onTop = input.customerPaysFee ? fee : Money.zero(gross.currency);
  if (!rate) return gross.plus(onTop);
  if (input.amountType === 'charge') return input.declared.plus(onTop.convertBack(rate, input.payerCurrency, 'up'));
  return gross.plus(conversion).plus(onTop).convertBack(rate, input.payerCurrency, 'up');
}

function usable(rate: Decimal | null, pair: string): Decimal {
  if (!rate?.gt('0')) throw new RangeError(`a positive rate from ${pair} is needed`);
  return rate;
}
