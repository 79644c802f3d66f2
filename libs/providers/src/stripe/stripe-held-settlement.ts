import { DEPOSIT } from '@app/payment-links';
import type { InquirySubject, PulledLine } from '@app/rails';
import { PAYOUT } from '@app/transfers';
import type Stripe from 'stripe';
import type { StripeClient } from './stripe-client';
import type { StripeObjects } from './stripe-objects';
import { signedMoneyOf, STRIPE } from './stripe-wire';

type Transaction = Stripe.V2.MoneyManagement.Transaction;

/** How long before the time transactions may have begun that were posted since. */
const POSTING_MS = 10 * 86_400_000;

/** What a financial account had in and out, as lines of a settlement report; its fees are lines of their own. */
export class StripeHeldSettlement {
  constructor(
    private readonly client: StripeClient,
    private readonly objects: StripeObjects,
    private readonly financialAccount: string,
  ) {}

  /** The lines of what was posted since that time, the newest first. */
  async *lines(since: Date, signal: AbortSignal): AsyncGenerator<PulledLine> {
    for (const transaction of await this.transactions(since, signal)) {
      if (transaction.status === 'posted') yield await this.lineOf(transaction);
    }
  }

  private transactions(since: Date, signal: AbortSignal): Promise<Transaction[]> {
    const earliest = since.getTime() - POSTING_MS;
    const params = { financial_account: this.financialAccount, limit: 100 };
    return this.client.call('list transactions', signal, async (stripe, options) => {
      const found: Transaction[] = [];
      for await (const transaction of stripe.v2.moneyManagement.transactions.list(params, options)) {
        if (Date.parse(transaction.created) < earliest) break;
        found.push(transaction);
      }
      return found;
    });
  }

  private async lineOf(transaction: Transaction): Promise<PulledLine> {
    const { id, category, amount, flow, created, status_transitions: at } = transaction;
    const moved = signedMoneyOf(amount.value, amount.currency);
    const isFee = category.startsWith('stripe_fee');
    const none = moved.minus(moved);
    const payment = flow?.outbound_payment;
    const isOurs = payment !== undefined && (await this.objects.ownerOf('outbound_payment', payment)) !== undefined;
    return {
      id,
      type: typeOf(category, isOurs),
      reference: payment ?? flow?.received_credit ?? null,
      gross: isFee ? none : moved,
      fee: isFee ? moved.negated() : none,
      net: moved,
      settledAt: new Date(at.posted_at ?? created),
      batch: null,
      about: inquiryAbout(transaction),
    };
  }
}

/** Deposits, what was given back of them, and payouts that came back, may have been announced by an event that did not come. */
function inquiryAbout({ category, flow }: Transaction): InquirySubject | undefined {
  const about = (kind: string, reference: string | null | undefined) =>
    reference ? { provider: STRIPE, kind, reference } : undefined;
  if (/^received_credit(_reversal)?$/.test(category)) return about(DEPOSIT, flow?.received_credit);
  return category === 'outbound_payment_reversal' ? about(PAYOUT, flow?.outbound_payment) : undefined;
}

/** Only payouts of ours are compared with records. */
function typeOf(category: string, isOurs: boolean): string {
  switch (category) {
    case 'outbound_payment':
      return isOurs ? 'payout' : 'foreign_payout';
    case 'outbound_payment_reversal':
      return 'payout_return';
    case 'received_credit':
      return 'deposit';
    case 'received_credit_reversal':
      return 'deposit_return';
    default:
      return `stripe_${category.replace(/^stripe_/, '')}`.replace(/[^a-z0-9_-]/g, '_');
  }
}
