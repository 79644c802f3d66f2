import fc from 'fast-check';
import { digitsOf, PAYER_CURRENCIES, toCurrency, type Currency } from '../currency';
import { decimal, type Decimal } from '../decimal';
import { Money } from '../money';

/** `whole` with its last `digits` digits as decimals: (12345, 2) is 123.45. */
export function scaled(whole: bigint, digits: number): Decimal {
  return decimal(whole.toString()).div(decimal((10n ** BigInt(digits)).toString()));
}

/** A payer currency, or one with three, four or six digits. */
export const anyCurrency: fc.Arbitrary<Currency> = fc.constantFrom(
  ...PAYER_CURRENCIES,
  ...['KWD', 'CLF', 'USDC'].map(toCurrency),
);

/** An amount of the currency from `min` to `max` minor units, by default between -10^14 and 10^14. */
export function amountOf(currency: Currency, min = -(10n ** 14n), max = 10n ** 14n): fc.Arbitrary<Money> {
  return fc.bigInt({ min, max }).map((minor) => Money.of(scaled(minor, digitsOf(currency)), currency));
}

/** The amount in minor units, for reference arithmetic on integers. */
export function minorUnits(money: Money): bigint {
  return BigInt(money.toFixed().replace('.', ''));
}
