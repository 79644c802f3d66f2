import type Stripe from 'stripe';
import { FakeStripeError, pageOf, type FakeRoute } from './fake-routes';
import type { FakeIds } from './fake-ids';
import type { FakeBalanceTransaction, FakePayments } from './fake-payments';

export type FakeDispute = Pick<
  Stripe.Dispute,
  'id' | 'object' | 'amount' | 'created' | 'currency' | 'livemode' | 'metadata' | 'reason' | 'status'
> & { charge: string; payment_intent: string; balance_transactions: FakeBalanceTransaction[] };

export type FakeWithdrawal = Partial<Pick<FakeDispute, 'amount' | 'currency' | 'reason'>> & {
  readonly taken?: { readonly amount: number; readonly currency: string };
};

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

  /**
   * The payer's bank takes the money of the payment, or a part of it, or more, in another currency, and once more with each
   * call. `taken`: what leaves the balance, which may be in a currency of its own.
   */
  withdraw(payment: string, { taken, ...changes }: FakeWithdrawal = {}): FakeDispute {
    const dispute = Object.assign(this.create(payment, 'needs_response'), changes);
    this.move(dispute, -(taken?.amount ?? dispute.amount), { fee: FEE, currency: taken?.currency });
    return dispute;
  }

  /** Stripe gives a part back beside what was decided, as an adjustment of its own. */
  adjust(dispute: FakeDispute, amount: number, currency?: string): FakeDispute {
    this.move(dispute, amount, { currency });
    return dispute;
  }

  lose(dispute: FakeDispute): FakeDispute {
    return Object.assign(dispute, { status: 'lost' as const });
  }

  /** The bank gives the money back, or less; not yet, when that is zero. */
  win(dispute: FakeDispute, amount = dispute.amount, currency?: string): FakeDispute {
    if (amount > 0) this.move(dispute, amount, { fee: -FEE, currency });
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

  private move(dispute: FakeDispute, amount: number, how: { fee?: number; currency?: string | undefined }): void {
    const { id, balance_transactions } = dispute;
    const { fee = 0, currency = dispute.currency } = how;
    const reporting_category = amount < 0 ? 'dispute' : 'dispute_reversal';
    const movement = { amount, currency, fee, reporting_category, source: id, type: 'adjustment' as const };
    balance_transactions.push(this.payments.move(movement));
  }
}
