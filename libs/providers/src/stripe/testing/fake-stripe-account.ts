import { FakeDebits } from './fake-debits';
import { FakeDisputes } from './fake-disputes';
import { FakeFinancialAddresses } from './fake-financial-addresses';
import { FakeIds } from './fake-ids';
import { FakeOutboundPayments } from './fake-outbound-payments';
import { FakePaymentLinks } from './fake-payment-links';
import { FakePayments } from './fake-payments';
import { FakeRefunds } from './fake-refunds';
import { FakeStripeError, type FakeParams, type FakeRoute } from './fake-routes';

/** An account at Stripe, and what its API does with it: one file for each resource. */
export class FakeStripeAccount {
  readonly ids = new FakeIds();
  readonly payments = new FakePayments(this.ids);
  readonly cards = new FakePaymentLinks(this.ids, this.payments);
  readonly debits = new FakeDebits(this.ids, this.payments);
  readonly refunds = new FakeRefunds(this.ids, this.payments);
  readonly disputes = new FakeDisputes(this.ids, this.payments);
  readonly outbound = new FakeOutboundPayments(this.ids);
  readonly addresses = new FakeFinancialAddresses(this.ids, this.outbound);

  private readonly routes: readonly FakeRoute[] = [
    this.payments.routes,
    this.cards.routes,
    this.debits.routes,
    this.refunds.routes,
    this.disputes.routes,
    this.outbound.routes,
    this.addresses.routes,
  ].flat();

  /** `context`: the account that the call is made for, if it is not this one. */
  carryOut(method: string, pathname: string, query: FakeParams, body: FakeParams, context?: string): object {
    for (const route of this.routes) {
      const found = route.method === method ? route.path.exec(pathname) : null;
      const ids = found?.slice(1).map((id) => decodeURIComponent(id));
      if (ids) return route.carryOut({ ids, query, body, context });
    }
    const message = `Unrecognized request URL (${method}: ${pathname}).`;
    throw new FakeStripeError(404, { type: 'invalid_request_error', message });
  }

  /** Empties what refunds and payouts are paid from, and fills it. */
  setFunds(amount: 'none' | 'enough'): void {
    this.refunds.balance = this.outbound.balance = amount === 'none' ? 0 : Infinity;
  }

  /** A payer opens the page of a card link and pays: returns what the link's session has become. */
  payByCard(reference: string) {
    return this.cards.complete(this.cards.open(this.cards.linkOf(reference)));
  }
}
