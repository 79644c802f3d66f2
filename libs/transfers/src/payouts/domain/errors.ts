import { DomainError, type Money } from '@app/kernel';

export class PayoutNotFoundError extends DomainError {
  constructor() {
    super('PAYOUT_NOT_FOUND', 'The account has no such payout.');
  }
}

/** No rail takes money on this route, or not as an instant payout. */
export class PayoutRouteUnavailableError extends DomainError {
  constructor(instant: boolean) {
    super(
      'PAYOUT_ROUTE_UNAVAILABLE',
      instant ? 'This route has no instant payouts.' : 'Money cannot be sent from this wallet to this destination.',
    );
  }
}

/** The amount after fees is below the minimum of the route. Amounts in `meta` are in the wallet's currency. */
export class AmountBelowMinimumError extends DomainError {
  constructor(minimum: Money, afterFees: Money) {
    super('AMOUNT_BELOW_MINIMUM', 'The amount after fees is below the minimum.', {
      meta: { minimum: minimum.toFixed(), amount_after_fees: afterFees.toFixed(), currency: minimum.currency },
    });
  }
}

/** Staff can fail a payout only when its rail confirms that it never paid. */
export class PayoutNotFailableError extends DomainError {
  constructor(why: string) {
    super('PAYOUT_NOT_FAILABLE', `The payout cannot be failed: ${why}.`);
  }
}
