import { Money, newId } from '@app/kernel';
import { isBankDebit } from '../../links/domain/payment-method';
import type { LockedPayment } from '../../settlement/application/ports';
import { inWallet, leftOf, walletShare } from '../../settlement/domain/payment-share';
import { withStatus, type ReceivedPayment } from '../../settlement/domain/received-payment';
import { completedShares, taking, type Refund } from '../../refunds/domain/refund';
import { resolved, type Dispute, type DisputeEvent } from '../domain/dispute';
import type { ReversalFact } from './reversal-facts';

/** A dispute that was opened, or that ended. */
export interface DisputeStep {
  readonly dispute: Dispute;
  /** `taken`: the money left with it, also when its loss is the first that is known of it. */
  readonly event: 'taken' | DisputeEvent;
}

/** A fact about a payment, with the amount that it can be booked with. */
type BookableFact = ReversalFact & { readonly amount: Money };

/** Payments of one transaction, with what facts have taken of them and brought back. */
export class ReversalSteps {
  /** Refunds that were made at the provider. */
  readonly made: Refund[] = [];
  readonly disputeSteps: DisputeStep[] = [];
  private readonly locked: Map<string, LockedPayment>;
  private readonly disputes: Map<string, Dispute>;
  private readonly changed = new Set<string>();

  constructor(
    locked: readonly LockedPayment[],
    private readonly refunds: readonly Refund[],
    disputes: readonly Dispute[],
    private readonly now: Date,
  ) {
    this.locked = new Map(locked.map((each) => [each.payment.id, each]));
    this.disputes = new Map(disputes.map((dispute) => [keyOf(dispute), dispute]));
  }

  /** Takes the fact and returns the outcome; undefined for one that has to wait for another. */
  take(paymentId: string, fact: ReversalFact): string | undefined {
    const payment = this.locked.get(paymentId)?.payment;
    if (!payment || payment.status === 'in_process') return undefined;
    const { amount } = fact;
    if (!(amount instanceof Money)) return 'exception:unsupported_amount';
    if (amount.currency !== payment.terms.payerAmount.currency) return 'exception:currency_mismatch';
    const bookable = { ...fact, amount };
    if (fact.type === 'refund.failed') return this.failedRefund(payment, fact);
    return fact.type === 'refund.made' ? this.refund(payment, bookable) : this.dispute(payment, bookable);
  }

  /** The payment as the steps have left it. */
  paymentOf(paymentId: string): LockedPayment {
    const locked = this.locked.get(paymentId);
    if (!locked) throw new Error(`the payment ${paymentId} is not locked`);
    return locked;
  }

  get changedPayments(): ReceivedPayment[] {
    return [...this.changed].map((id) => this.paymentOf(id).payment);
  }

  /** One of ours that has this name at the provider completes by its own facts. */
  private refund(payment: ReceivedPayment, fact: BookableFact): string {
    const { amount } = fact;
    const known = this.refundsOf(payment);
    if (namedBy(fact, known)) return 'known';
    if (payment.status === 'returned') return 'exception:payment_returned';
    const refunded = payment.refunded.plus(amount);
    if (refunded.isGreaterThan(payment.terms.payerAmount)) return 'exception:exceeds_payment';
    // What is requested and still open cannot succeed where the provider has given more than it leaves.
    const taken = taking(known);
    const beside = amount.isGreaterThan(leftOf(payment.terms, taken)) ? completedShares(known) : taken;
    this.made.push(this.refundOf(payment, fact, walletShare(payment.terms, beside, amount)));
    this.change({ ...payment, refunded });
    return 'refunded';
  }

  /** Only staff know whether the payer gets the money in another way, or the wallet gets it back. Rule 17.12. */
  private failedRefund(payment: ReceivedPayment, fact: ReversalFact): string {
    const refund = namedBy(fact, this.refundsOf(payment));
    return refund && completedShares([refund]).length > 0 ? 'exception:refund_failed' : 'ignored';
  }

  private refundsOf({ id }: ReceivedPayment): Refund[] {
    return [...this.refunds, ...this.made].filter(({ paymentId }) => paymentId === id);
  }

  private dispute(payment: ReceivedPayment, fact: BookableFact): string | undefined {
    const dispute = this.disputes.get(keyOf(fact));
    if (!dispute) return fact.type === 'dispute.won' ? undefined : this.open(payment, fact);
    if (fact.type === 'dispute.opened') return 'known';
    if (!fact.amount.equals(dispute.amount)) return 'exception:amount_mismatch';
    const event = fact.type === 'dispute.won' ? 'win' : 'lose';
    const after = resolved(dispute, event, this.now);
    if (!after) return event === 'lose' && dispute.status === 'won' ? 'exception:contradiction' : 'known';
    this.disputes.set(keyOf(after), after);
    this.disputeSteps.push({ dispute: after, event });
    if (event === 'win') this.change({ ...payment, disputed: payment.disputed.minus(after.amount) });
    return event === 'win' ? 'dispute_won' : 'dispute_lost';
  }

  private open(payment: ReceivedPayment, fact: BookableFact): string {
    // The bank takes a debit back by returning it.
    if (payment.status === 'returned' || isBankDebit(payment.method)) return 'exception:payment_returned';
    const disputed = payment.disputed.plus(fact.amount);
    if (disputed.isGreaterThan(payment.terms.payerAmount)) return 'exception:exceeds_payment';
    const dispute = this.disputeOf(payment, fact);
    this.disputes.set(keyOf(dispute), dispute);
    this.disputeSteps.push({ dispute, event: 'taken' });
    this.change({ ...payment, disputed });
    return dispute.status === 'lost' ? 'dispute_lost' : 'disputed';
  }

  private change(payment: ReceivedPayment): void {
    this.locked.set(payment.id, { ...this.paymentOf(payment.id), payment: withStatus(payment) });
    this.changed.add(payment.id);
  }

  private disputeOf(payment: ReceivedPayment, { type, amount, reason, providerReference }: BookableFact): Dispute {
    const isLost = type === 'dispute.lost';
    return {
      id: newId(),
      accountId: payment.accountId,
      paymentId: payment.id,
      linkId: payment.linkId,
      walletId: payment.walletId,
      status: isLost ? 'lost' : 'open',
      amount,
      walletAmount: inWallet(payment.terms, amount),
      exchangeRate: payment.terms.exchangeRate,
      reason,
      provider: payment.provider,
      providerReference,
      openedAt: this.now,
      resolvedAt: isLost ? this.now : null,
    };
  }

  private refundOf(payment: ReceivedPayment, fact: BookableFact, walletAmount: Money): Refund {
    return {
      id: newId(),
      accountId: payment.accountId,
      paymentId: payment.id,
      linkId: payment.linkId,
      orderId: payment.orderId,
      walletId: payment.walletId,
      holdId: null,
      status: 'completed',
      amount: fact.amount,
      walletAmount,
      exchangeRate: payment.terms.exchangeRate,
      reason: fact.reason,
      origin: 'provider',
      failureReason: null,
      providerReason: null,
      provider: payment.provider,
      orderReference: payment.providerReference,
      providerReference: fact.providerReference,
      requestedBy: null,
      requestId: null,
      createdAt: this.now,
      updatedAt: this.now,
      completedAt: this.now,
      failedAt: null,
      correctedAt: null,
      caseOpenedAt: null,
    };
  }
}

function namedBy({ providerReference }: ReversalFact, refunds: readonly Refund[]): Refund | undefined {
  return refunds.find((refund) => refund.providerReference === providerReference);
}

function keyOf({ provider, providerReference }: Pick<Dispute, 'provider' | 'providerReference'>): string {
  return `${provider} ${providerReference}`;
}
