import { DomainError } from '@app/kernel';
import type { RouteKey } from './route';

/** For staff, who remove a route that does not exist. */
export class PayoutRouteNotFoundError extends DomainError {
  constructor({ origin, country, currency }: RouteKey) {
    super('PAYOUT_ROUTE_NOT_FOUND', `There is no route from ${origin} to ${country} in ${currency}.`);
  }
}
