import { ValidationError, type Currency, type Money, type WrittenAmount } from '@app/kernel';

/**
 * Throws `ValidationError`: a rail has no amounts with more decimals than their currency, and no amounts of zero or
 * less.
 */
export function readSimulatedAmount(amount: WrittenAmount, currency: Currency): Money {
  const money = amount.in(currency);
  if (!money.isPositive()) throw ValidationError.of('amount', 'must be more than zero');
  return money;
}
