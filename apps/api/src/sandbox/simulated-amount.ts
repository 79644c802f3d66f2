import { ValidationError, type Currency, type Money, type WrittenAmount } from '@app/kernel';

const MAXIMUM_AMOUNT = '999999999999.99';

/**
 * Throws `ValidationError`: a rail has no amounts with more decimals than their currency, none of zero or less, and
 * none above `MAXIMUM_AMOUNT`.
 */
export function readSimulatedAmount(amount: WrittenAmount, currency: Currency): Money {
  if (amount.value.gt(MAXIMUM_AMOUNT)) throw ValidationError.of('amount', `must be at most ${MAXIMUM_AMOUNT}`);
  const money = amount.in(currency);
  if (!money.isPositive()) throw ValidationError.of('amount', 'must be more than zero');
  return money;
}
