import type { Schemas } from '../api/client';
import { addDecimals, compareDecimals, isDecimal, negateDecimal } from '../money/amounts';

/** The figures that a payout, a transfer and an estimate have in common. */
export type Figures = Pick<
  Schemas['OutflowEstimate'],
  'amount' | 'currency' | 'fees' | 'net_amount' | 'exchange_rate' | 'destination_amount' | 'destination_currency'
>;

export interface FigureLine {
  /** The key of its text below `figures`. */
  name: 'amount' | 'payoutFee' | 'instantFee' | 'tax' | 'conversionFee' | 'net' | 'recipientGets';
  value: string;
  currency: string;
  total: boolean;
}

/** The lines from the amount that leaves the wallet to the amount of the recipient, without fees of zero. */
export function linesOf(figures: Figures): FigureLine[] {
  const { amount, currency, fees, net_amount, destination_amount, destination_currency } = figures;
  const deductions: [FigureLine['name'], string][] = [
    ['payoutFee', fees.payout.total],
    ['instantFee', fees.instant],
    ['tax', fees.tax],
    ['conversionFee', fees.conversion],
  ];
  const taken = deductions.filter(([name, value]) => name === 'payoutFee' || !isZero(value));
  const result: FigureLine[] = isConverted(figures)
    ? [
        { name: 'net', value: net_amount, currency, total: true },
        { name: 'recipientGets', value: destination_amount, currency: destination_currency, total: true },
      ]
    : [{ name: 'recipientGets', value: destination_amount, currency: destination_currency, total: true }];
  return [
    { name: 'amount', value: amount, currency, total: false },
    ...taken.map(([name, value]) => ({ name, value: negateDecimal(value), currency, total: false })),
    ...result,
  ];
}

/** Whether the recipient gets a currency other than the wallet's. */
export function isConverted({ exchange_rate }: Pick<Figures, 'exchange_rate'>): boolean {
  return exchange_rate !== null;
}

/** The payout fee before its minimum and maximum: the sum of its percentage and its fixed part. */
export function feeBeforeBounds({ percentage_amount, fixed_amount }: Schemas['PayoutFee']): string {
  return addDecimals(percentage_amount, fixed_amount);
}

/** Whether the amount after fees is below the minimum of the route. */
export function isBelowMinimum(net: string, minimum: string): boolean {
  return compareDecimals(net, minimum) < 0 || compareDecimals(net, '0') <= 0;
}

const isZero = (value: string) => isDecimal(value) && compareDecimals(value, '0') === 0;
