import type Stripe from 'stripe';
import { FakeStripeError, pageOf, type FakeRoute } from './fake-routes';
import type { FakeIds } from './fake-ids';
import type { FakeBalanceTransaction, FakePayments } from './fake-payments';

export type FakeDispute = Pick<
  Stripe.Dispute,
  'id' | 'object' | 'amount' | 'created' | 'currency' | 'livemode' | 'metadata' | 'reason' | 'status'
> & { charge: string; payment_intent: string; balance_transactions: FakeBalanceTransaction[] };

/** What a bank charges for a dispute. */
const FEE = 1_500;

/** Disputes of payments. */
export class FakeDisputes {
  readonly disputes = new Map<string, FakeDispute>();

  constructor(
    private readonly ids: FakeIds,
    private readonly payments: FakePayments,
  ) {
    payments.sources.push((id) => this.disputes.get(id));
  }

  readonly routes: readonly FakeRoute[] = [
    {
      method: 'GET',
      path: /^\/v1\/disputes\/([^/]+)$/,
      carryOut: ({ ids: [id] }) => {
        const dispute = this.disputes.get(id ?? '');
        if (!dispute) throw FakeStripeError.missing('dispute', id ?? '');
        return dispute;
      },
    },
    {
      method: 'GET',
      path: /^\/v1\/disputes$/,
      carryOut: ({ query }) => {
        const found = [...this.disputes.values()].filter((each) => each.payment_intent === query['payment_intent']);
        return pageOf(found, query, '/v1/disputes');
      },
    },
  ];

  /** The payer's bank asks, and takes nothing yet. */
  inquire(payment: string): FakeDispute {
    return this.create(payment, 'warning_needs_response');
  }

  /** The payer's bank takes the money of the payment, or a part of it. */
  withdraw(payment: string, changes: Partial<Pick<FakeDispute, 'amount' | 'reason'>> = {}): FakeDispute {
    const dispute = Object.assign(this.create(payment, 'needs_response'), changes);
    this.move(dispute, -dispute.amount, FEE);
    return dispute;
  }

  lose(dispute: FakeDispute): FakeDispute {
    return Object.assign(dispute, { status: 'lost' as const });
  }

  /** The bank gives the money back. */
  win(dispute: FakeDispute): FakeDispute {
    this.move(dispute, dispute.amount, -FEE);
    return Object.assign(dispute, { status: 'won' as const });
  }

  private create(payment: string, status: Stripe.Dispute.Status): FakeDispute {
    const intent = this.payments.intent(payment);
    const dispute: FakeDispute = {
      id: this.ids.next('du'),
      object: 'dispute',
      amount: intent.amount,
      balance_transactions: [],
      charge: intent.latest_charge ?? '',
      created: this.ids.seconds,
      currency: intent.currency,
      livemode: false,
      metadata: {},
      payment_intent: intent.id,
      reason: 'fraudulent',
      status,
    };
    this.disputes.set(dispute.id, dispute);
    return dispute;
  }

  private move({ id, currency, balance_transactions }: FakeDispute, amount: number, fee: number): void {
    const reporting_category = amount < 0 ? 'dispute' : 'dispute_reversal';
    const movement = { amount, currency, fee, reporting_category, source: id, type: 'adjustment' as const };
    balance_transactions.push(this.payments.move(movement));
  }
}
