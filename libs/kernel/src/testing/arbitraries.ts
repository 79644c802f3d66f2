import fc from 'fast-check';
import { digitsOf, PAYER_CURRENCIES, toCurrency, type Currency } from '../currency';
import { decimal, type Decimal } from '../decimal';
import { Money } from '../money';

/** `whole` as a decimal whose last `digits` digits are decimals: (12345, 2) is 123.45. */
export function scaled(whole: bigint, digits: number): Decimal {
  return decimal(whole.toString()).div(decimal((10n ** BigInt(digits)).toString()));
}

/** A currency of the payers', or one with three, four or six digits. */
export const anyCurrency: fc.Arbitrary<Currency> = fc.constantFrom(
  ...PAYER_CURRENCIES,
  ...['KWD', 'CLF', 'USDC'].map(toCurrency),
);

/** An amount of the currency, from `min` to `max` minor units; by default of either sign and up to 10^14 of them. */
export function amountOf(currency: Currency, min = -(10n ** 14n), max = 10n ** 14n): fc.Arbitrary<Money> {
  return fc.bigInt({ min, max }).map((minor) => Money.of(scaled(minor, digitsOf(currency)), currency));
}

/** Minor units of an amount, for arithmetic that cannot err. */
export function minorUnits(money: Money): bigint {
  return BigInt(money.toFixed().replace('.', ''));
}
