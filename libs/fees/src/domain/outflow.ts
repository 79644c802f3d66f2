import { Money, type Currency, type Decimal } from '@app/kernel';
import { withinBounds, type BoundedFee } from './fee-bounds';
import type { OutflowSetting } from './fee-schedule';

export interface OutflowInput {
  /** What leaves the wallet. */
  amount: Money;
  destinationCurrency: Currency;
  instant: boolean;
  setting: OutflowSetting;
  /** Units of the wallet's currency for one of the setting's. Null when they are the same. */
  settingToWallet: Decimal | null;
  /** Per cent. Charged for an instant outflow only. */
  instantPercentage: Decimal;
  /** Per cent. */
  taxPercentage: Decimal;
  /** Per cent. Charged when currencies differ. */
  conversionPercentage: Decimal;
  /** Units of the destination's currency for one of the wallet's. Null when they are the same. */
  rate: Decimal | null;
}

/** The payout fee: a percentage and a fixed part, together within the bounds. */
export interface OutflowFee extends BoundedFee {
  percentageAmount: Money;
  fixedAmount: Money;
}

/**
 * Every figure of one payout or transfer, in the wallet's currency except `destinationAmount`. The amount is the sum of
 * the payout fee, the instant fee, the tax, the conversion fee and the net amount.
 */
export interface OutflowFigures {
  amount: Money;
  payoutFee: OutflowFee;
  instantFee: Money;
  tax: Money;
  conversionFee: Money;
  /** What is converted, and what the minimum compares. Zero or negative when the fees take everything. */
  net: Money;
  /** What the recipient gets, rounded down; the rest stays in the platform's exchange position. */
  destinationAmount: Money;
  /** Units of the destination's currency for one of the wallet's; null when nothing is converted. */
  rate: Decimal | null;
}

/**
 * Computes an outflow. Each figure is rounded once, half-up; what the recipient gets is rounded down. Throws `RangeError`
 * for an amount that is not positive and for a missing rate: errors of the caller. Rule 7.14.
 */
export function outflowFigures(input: OutflowInput): OutflowFigures {
  const { amount } = input;
  if (!amount.isPositive()) throw new RangeError(`an outflow of ${amount.toString()} cannot be computed`);
  const payoutFee = payoutFeeOf(input);
  const instantFee = input.instant ? amount.percentage(input.instantPercentage, 'half-up') : zero(amount);
  const tax = amount.percentage(input.taxPercentage, 'half-up');
  const beforeConversion = amount.minus(payoutFee.total).minus(instantFee).minus(tax);
  const rate = conversionRate(input);
  // Fees that exceed the amount leave nothing to convert.
  const conversionFee =
    rate && beforeConversion.isPositive()
      ? beforeConversion.percentage(input.conversionPercentage, 'half-up')
      : zero(amount);
  const net = beforeConversion.minus(conversionFee);
  return {
    amount,
    payoutFee,
    instantFee,
    tax,
    conversionFee,
    net,
    destinationAmount: destinationAmountOf(net, rate, input.destinationCurrency),
    rate,
  };
}

function payoutFeeOf({ amount, setting, settingToWallet }: OutflowInput): OutflowFee {
  const inWallet = (value: Decimal) => {
    const converted = settingToWallet ? value.times(settingToWallet) : value;
    return Money.rounded(converted, amount.currency, 'half-up');
  };
  const percentageAmount = amount.percentage(setting.percentage, 'half-up');
  const fixedAmount = inWallet(setting.fixed);
  const sum = percentageAmount.plus(fixedAmount);
  const minimum = setting.minimum && inWallet(setting.minimum);
  const maximum = setting.maximum && inWallet(setting.maximum);
  return { percentageAmount, fixedAmount, ...withinBounds(sum, minimum, maximum) };
}

function conversionRate({ amount, destinationCurrency, rate }: OutflowInput): Decimal | null {
  if (amount.currency === destinationCurrency) return null;
  if (!rate?.gt('0'))
    throw new RangeError(`a positive rate from ${amount.currency} to ${destinationCurrency} is needed`);
  return rate;
}

function destinationAmountOf(net: Money, rate: Decimal | null, currency: Currency): Money {
  if (!rate) return net;
  return net.isPositive() ? net.convert(rate, currency, 'down') : Money.zero(currency);
}

function zero({ currency }: Money): Money {
  return Money.zero(currency);
}
