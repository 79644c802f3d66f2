import type Stripe from 'stripe';
import { amountIn, FakeStripeError, pageOf, paramsIn, textIn, type FakeParams, type FakeRoute } from './fake-routes';
import type { FakeIds } from './fake-ids';
import type { FakePayments } from './fake-payments';

export type FakeRefund = Pick<
  Stripe.Refund,
  'id' | 'object' | 'amount' | 'created' | 'currency' | 'metadata' | 'reason' | 'status'
> & { charge: string; payment_intent: string; balance_transaction: string; failure_reason?: string };

/** Refunds of payments. Those of cards succeed at once, unless `areSlow`. */
export class FakeRefunds {
  readonly refunds = new Map<string, FakeRefund>();
  /** Whether refunds stay pending until `end`. */
  areSlow = false;
  /** What refunds can be paid from, in minor units. */
  balance = Infinity;

  constructor(
    private readonly ids: FakeIds,
    private readonly payments: FakePayments,
  ) {
    payments.sources.push((id) => this.refunds.get(id));
  }

  readonly routes: readonly FakeRoute[] = [
    { method: 'POST', path: /^\/v1\/refunds$/, carryOut: ({ body }) => this.create(body) },
    { method: 'GET', path: /^\/v1\/refunds\/([^/]+)$/, carryOut: ({ ids: [id] }) => this.refund(id ?? '') },
    {
      method: 'GET',
      path: /^\/v1\/refunds$/,
      carryOut: ({ query }) => pageOf(this.ofPayment(query['payment_intent'] as string), query, '/v1/refunds'),
    },
  ];

  refund(id: string): FakeRefund {
    const refund = this.refunds.get(id);
    if (!refund) throw FakeStripeError.missing('refund', id);
    return refund;
  }

  ofPayment(payment: string): FakeRefund[] {
    return [...this.refunds.values()].filter((refund) => refund.payment_intent === payment);
  }

  /** A refund that was made in Stripe's dashboard. */
  refundInDashboard(payment: string, amount: number): FakeRefund {
    return this.create({ payment_intent: payment, amount: String(amount), reason: 'requested_by_customer' });
  }

  /** The refund fails, also days after it succeeded: its amount is back in the balance. */
  fail(refund: FakeRefund, reason = 'lost_or_stolen_card'): FakeRefund {
    const { id: source, amount, charge, currency } = refund;
    this.payments.charge(charge).amount_refunded -= amount;
    this.payments.move({
      amount,
      currency,
      fee: 0,
      reporting_category: 'refund_failure',
      source,
      type: 'refund_failure',
    });
    return this.end(refund, 'failed', reason);
  }

  end(refund: FakeRefund, status: 'succeeded' | 'failed' | 'canceled', failureReason?: string): FakeRefund {
    return Object.assign(refund, { status, ...(failureReason !== undefined && { failure_reason: failureReason }) });
  }

  private create(body: FakeParams): FakeRefund {
    const intent = this.payments.intent(textIn(body, 'payment_intent') ?? '');
    if (intent.latest_charge === null)
      throw FakeStripeError.invalid('This PaymentIntent does not have a successful charge.');
    const charge = this.payments.charge(intent.latest_charge);
    const amount = body['amount'] === undefined ? charge.amount - charge.amount_refunded : amountIn(body, 'amount');
    if (charge.amount_refunded + amount > charge.amount) {
      throw FakeStripeError.invalid(
        'Refund amount is greater than unrefunded amount on charge',
        'charge_already_refunded',
      );
    }
    if (amount > this.balance) {
      throw FakeStripeError.invalid(
        'Insufficient funds in your Stripe balance to refund this amount.',
        'balance_insufficient',
      );
    }
    charge.amount_refunded += amount;
    const id = this.ids.next('re');
    const { currency } = charge;
    const movement = {
      amount: -amount,
      currency,
      fee: 0,
      reporting_category: 'refund',
      source: id,
      type: 'refund' as const,
    };
    const refund: FakeRefund = {
      id,
      object: 'refund',
      amount,
      balance_transaction: this.payments.move(movement).id,
      charge: charge.id,
      created: this.ids.seconds,
      currency,
      metadata: paramsIn(body, 'metadata') as Stripe.Metadata,
      payment_intent: intent.id,
      reason: (textIn(body, 'reason') ?? null) as Stripe.Refund.Reason | null,
      status: this.areSlow ? 'pending' : 'succeeded',
    };
    this.refunds.set(id, refund);
    return refund;
  }
}
