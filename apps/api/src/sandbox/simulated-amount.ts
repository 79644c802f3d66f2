import { Money, ValidationError, type Currency, type Decimal } from '@app/kernel';

/**
 * Throws `ValidationError`: a rail has no amounts with more decimals than their currency, and no amounts of zero or
 * less.
 */
export function readSimulatedAmount(amount: string | Decimal, currency: Currency): Money {
  const money = moneyOf(amount, currency);
  if (!money.isPositive()) throw ValidationError.of('amount', 'must be more than zero');
  return money;
}

function moneyOf(amount: string | Decimal, currency: Currency): Money {
  try {
    return Money.of(amount, currency);
  } catch (error) {
    if (error instanceof RangeError) throw ValidationError.of('amount', `has more decimals than ${currency} has`);
    throw error;
  }
}
