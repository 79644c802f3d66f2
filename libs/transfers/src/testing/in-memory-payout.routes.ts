import { type Money, type Currency } from '@app/kernel';
import { PayoutRoutes, type PayoutRoute } from '../payouts/application/ports';
import type { PayoutType } from '../payouts/domain/payout';

/** Routes that a test sets and removes; the minimum is that of the route. */
export class InMemoryPayoutRoutes extends PayoutRoutes {
  private readonly routes = new Map<string, PayoutRoute>();

  set(origin: string, country: string, currency: string, route: PayoutRoute): void {
    this.routes.set(`${origin} ${country} ${currency}`, route);
  }

  remove(origin: string, country: string, currency: string): void {
    this.routes.delete(`${origin} ${country} ${currency}`);
  }

  async find(origin: Currency, country: string, currency: Currency): Promise<PayoutRoute | undefined> {
    return this.routes.get(`${origin} ${country} ${currency}`);
  }

  minimumOf(_type: PayoutType, { minimum }: PayoutRoute): Money {
    return minimum;
  }
}
