import type { Currency, Decimal, Money } from '@app/kernel';
import type { Route } from './route';

/** The minimum that a payout must have left after fees, in the wallet's currency. */
export function payoutMinimum({ minimum }: Pick<Route, 'minimum'>): Money {
  return minimum;
}

/** The service-wide floor of transfers in the wallet's currency, rounded up to its digits. */
export function transferFloor(floor: Money, dollarPrice: Decimal, currency: Currency): Money {
  return floor.convert(dollarPrice, currency, 'up');
}

/** The higher of the route's minimum and the floor at the route's own dollar price. */
export function transferMinimum(floor: Money, { minimum, dollarPrice }: Pick<Route, 'minimum' | 'dollarPrice'>): Money {
  const converted = transferFloor(floor, dollarPrice, minimum.currency);
  return converted.isGreaterThan(minimum) ? converted : minimum;
}
