import { FakeStripeError, type FakeParams, type FakeRoute } from './fake-routes';
import { FakeDisputes } from './fake-disputes';
import { FakeIds } from './fake-ids';
import { FakePaymentLinks } from './fake-payment-links';
import { FakePayments } from './fake-payments';
import { FakeRefunds } from './fake-refunds';

/** An account at Stripe, and what its API does with it: one file for each resource. */
export class FakeStripeAccount {
  readonly ids = new FakeIds();
  readonly payments = new FakePayments(this.ids);
  readonly cards = new FakePaymentLinks(this.ids, this.payments);
  readonly refunds = new FakeRefunds(this.ids, this.payments);
  readonly disputes = new FakeDisputes(this.ids, this.payments);

  private readonly routes: readonly FakeRoute[] = [
    this.payments.routes,
    this.cards.routes,
    this.refunds.routes,
    this.disputes.routes,
  ].flat();

  carryOut(method: string, pathname: string, query: FakeParams, body: FakeParams): object {
    for (const route of this.routes) {
      const found = route.method === method ? route.path.exec(pathname) : null;
      if (found) return route.carryOut({ ids: found.slice(1).map((id) => decodeURIComponent(id)), query, body });
    }
    const message = `Unrecognized request URL (${method}: ${pathname}).`;
    throw new FakeStripeError(404, { type: 'invalid_request_error', message });
  }

  /** A payer opens the page of a card link and pays: returns what the link's session has become. */
  payByCard(reference: string) {
    return this.cards.complete(this.cards.open(this.cards.linkOf(reference)));
  }
}
