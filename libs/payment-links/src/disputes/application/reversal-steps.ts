import { Money, type UnsupportedAmount } from '@app/kernel';
import type { CaseKind } from '@app/rails';
import { isBankDebit } from '../../links/domain/payment-method';
import type { LockedPayment } from '../../settlement/application/ports';
import {
  keptPart,
  leftOf,
  shareMinus,
  takePart,
  type Share,
  type TakenParts,
} from '../../settlement/domain/payment-share';
import { returnedPart, withStatus, type ReceivedPayment } from '../../settlement/domain/received-payment';
import { completedShares, openShares, type Refund } from '../../refunds/domain/refund';
import { isAsReported, resolved, takenBy, type Dispute, type DisputeEvent } from '../domain/dispute';
import type { ReversalFact } from './reversal-facts';
import { disputeOf, madeRefundOf } from './reversal-drafts';

/** A dispute that was opened, or that ended. */
export interface DisputeStep {
  readonly dispute: Dispute;
  /** `taken`: the money left with it, also when its loss is the first that is known of it. */
  readonly event: 'taken' | DisputeEvent;
  /** What moved: what was taken, or what a win brought back. */
  readonly moved: Share;
}

/** What became of a fact. */
export interface TakenFact {
  readonly outcome: string;
  /** What a person has to decide. */
  readonly open?: OpenQuestion;
}

/** Of a dispute, unless none was recorded. `amount`: the undecided part of what the provider reported. */
export interface OpenQuestion {
  readonly kind: CaseKind;
  readonly disputeId?: string;
  readonly expected?: Money;
  readonly amount?: Money;
}

/** A fact about a payment, with the amount that it can be booked with. */
export type BookableFact = ReversalFact & { readonly amount: Money };

const UNSUPPORTED = { outcome: 'exception:unsupported_amount', open: { kind: 'dispute_difference' } } as const;
const FOREIGN = { outcome: 'exception:currency_mismatch', open: { kind: 'dispute_currency' } } as const;

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

  /** Takes the fact; undefined for one that has to wait for another. */
  take(paymentId: string, fact: ReversalFact): TakenFact | undefined {
    const payment = this.locked.get(paymentId)?.payment;
    if (!payment || payment.status === 'in_process') return undefined;
    if (fact.type === 'refund.failed') return this.failedRefund(payment, fact);
    if (fact.type !== 'refund.made') return this.dispute(payment, fact);
    const { amount } = fact;
    if (amount.currency !== payment.terms.payerAmount.currency) return FOREIGN;
    return amount instanceof Money ? this.refund(payment, { ...fact, amount }) : UNSUPPORTED;
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
  private refund(payment: ReceivedPayment, fact: BookableFact): TakenFact {
    if (namedBy(fact, this.refundsOf(payment))) return { outcome: 'known' };
    if (payment.status === 'returned') return notTaken('exception:payment_returned');
    const { part, beyond } = takePart(payment.terms, this.partsOf(payment), fact.amount);
    if (!part.amount.isPositive()) return notTaken('exception:exceeds_payment');
    this.made.push(madeRefundOf(payment, fact, part, this.now));
    this.change({ ...payment, refunded: payment.refunded.plus(part.amount) });
    return { outcome: 'refunded', ...beyondPayment(part, beyond) };
  }

  /** Only staff know whether the payer gets the money in another way, or the wallet gets it back. Rule 17.12. */
  private failedRefund(payment: ReceivedPayment, fact: ReversalFact): TakenFact | undefined {
    const refund = namedBy(fact, this.refundsOf(payment));
    // The report that it was made may still come.
    if (!refund) return undefined;
    if (completedShares([refund]).length === 0) return { outcome: 'ignored' };
    return { outcome: 'exception:refund_failed', open: { kind: 'refund_reversed', expected: refund.amount } };
  }

  private dispute(payment: ReceivedPayment, fact: ReversalFact): TakenFact | undefined {
    const dispute = this.disputes.get(keyOf(fact));
    switch (fact.type) {
      case 'dispute.opened':
        return dispute ? knownDispute(dispute, fact) : this.open(payment, fact);
      case 'dispute.lost':
        return dispute ? this.lose(dispute, fact) : this.open(payment, fact);
      case 'dispute.won':
        return dispute && this.win(payment, dispute, fact);
      default:
        if (!dispute && isBankDebit(payment.method)) return returnedMoneyBack(payment);
        return dispute && moneyBack(dispute, 'exception:adjusted');
    }
  }

  /** One above the payment takes what it has, one in another currency all of it. Rules 17.19 and 17.20. */
  private open(payment: ReceivedPayment, fact: ReversalFact): TakenFact {
    // The bank takes a debit back by returning it.
    if (payment.status === 'returned' || isBankDebit(payment.method)) return notTaken('exception:payment_returned');
    const parts = this.partsOf(payment);
    const isForeign = fact.amount.currency !== payment.terms.payerAmount.currency;
    if (!isForeign && !(fact.amount instanceof Money)) return UNSUPPORTED;
    const amount = fact.amount instanceof Money && !isForeign ? fact.amount : leftOf(payment.terms, parts.gone);
    const { part, beyond } = takePart(payment.terms, parts, amount);
    if (!part.walletAmount.isPositive()) return isForeign ? FOREIGN : notTaken('exception:exceeds_payment');
    const dispute = disputeOf(payment, fact, part, this.now);
    this.disputes.set(keyOf(dispute), dispute);
    this.disputeSteps.push({ dispute, event: 'taken', moved: part });
    this.change({ ...payment, disputed: payment.disputed.plus(part.amount) });
    const question = isForeign
      ? { open: { kind: 'dispute_currency' as const, expected: part.amount } }
      : beyondPayment(part, beyond);
    const open = question.open && { open: { ...question.open, disputeId: dispute.id } };
    return { outcome: dispute.status === 'lost' ? 'dispute_lost' : 'disputed', ...open };
  }

  private lose(dispute: Dispute, fact: ReversalFact): TakenFact {
    const after = resolved(dispute, 'lose', this.now);
    if (!after && dispute.status === 'won') return moneyBack(dispute, 'exception:contradiction');
    if (after) this.step({ dispute: after, event: 'lose', moved: takenBy(after) });
    const outcome = after ? 'dispute_lost' : 'known';
    return isAsReported(dispute, fact.amount) ? { outcome } : { outcome, ...differs(dispute) };
  }

  /** What came back is the wallet's; whatever else the provider should have given or gave is a case. Rule 17.21. */
  private win(payment: ReceivedPayment, dispute: Dispute, fact: ReversalFact): TakenFact {
    const isWhole = isAsReported(dispute, fact.amount);
    const isKnown = dispute.status === 'won';
    if (isKnown) return isWhole ? { outcome: 'known' } : moneyBack(dispute, 'exception:adjusted');
    const back = isWhole ? dispute.amount : backOf(dispute, fact.amount);
    const kept = keptPart(payment.terms, this.partsOf(payment, dispute), dispute, back);
    const after = resolved(dispute, 'win', this.now, kept);
    if (!after) throw new Error(`the dispute ${dispute.id} is ${dispute.status}, and cannot be won`);
    const moved = shareMinus(dispute, kept);
    this.step({ dispute: after, event: 'win', moved });
    this.change({ ...payment, disputed: payment.disputed.minus(moved.amount) });
    const undecided = isWhole ? [] : [kept.amount, beyondOf(fact.amount, back)].filter((amount) => amount.isPositive());
    const question = { kind: 'dispute_decided', disputeId: dispute.id, expected: dispute.amount } as const;
    const [amount] = undecided;
    return { outcome: 'dispute_won', ...(amount && { open: { ...question, amount } }) };
  }

  private step(step: DisputeStep): void {
    this.disputes.set(keyOf(step.dispute), step.dispute);
    this.disputeSteps.push(step);
  }

  private refundsOf({ id }: ReceivedPayment): Refund[] {
    return [...this.refunds, ...this.made].filter(({ paymentId }) => paymentId === id);
  }

  /** All that was taken of the payment, but for that dispute. */
  private partsOf(payment: ReceivedPayment, except?: Dispute): TakenParts {
    const refunds = this.refundsOf(payment);
    const disputes = [...this.disputes.values()]
      .filter(({ id, paymentId }) => paymentId === payment.id && id !== except?.id)
      .map(takenBy);
    return { gone: [...completedShares(refunds), ...disputes, ...returnedPart(payment)], open: openShares(refunds) };
  }

  private change(payment: ReceivedPayment): void {
    this.locked.set(payment.id, { ...this.paymentOf(payment.id), payment: withStatus(payment) });
    this.changed.add(payment.id);
  }
}

function notTaken(outcome: string): TakenFact {
  return { outcome, open: { kind: 'dispute_difference' } };
}

function beyondPayment({ amount: expected }: Share, beyond: Money): Pick<TakenFact, 'open'> {
  return beyond.isPositive() ? { open: { kind: 'dispute_difference', expected, amount: beyond } } : {};
}

function differs({ id, amount }: Dispute): Required<Pick<TakenFact, 'open'>> {
  return { open: { kind: 'dispute_difference', disputeId: id, expected: amount } };
}

/** The dispute was opened before; with another amount, the provider took more or less than it said. */
function knownDispute(dispute: Dispute, { amount }: ReversalFact): TakenFact {
  if (isAsReported(dispute, amount)) return { outcome: 'known' };
  return { outcome: 'exception:amount_mismatch', ...differs(dispute) };
}

/** Money came back, or is said to be gone, against what was decided. */
function moneyBack({ id, amount }: Dispute, outcome: string): TakenFact {
  return { outcome, open: { kind: 'dispute_decided', disputeId: id, expected: amount } };
}

/** A debit that its bank returned has no dispute of which money could come back. */
function returnedMoneyBack({ terms }: ReceivedPayment): TakenFact {
  return { outcome: 'exception:adjusted', open: { kind: 'dispute_decided', expected: terms.payerAmount } };
}

/** What of the money that was taken came back; nothing that can be said of an amount in another currency. */
function backOf({ amount: taken }: Dispute, amount: Money | UnsupportedAmount): Money {
  if (!(amount instanceof Money) || amount.currency !== taken.currency) return Money.zero(taken.currency);
  return amount.isGreaterThan(taken) ? taken : amount;
}

function beyondOf(amount: Money | UnsupportedAmount, back: Money): Money {
  const isComparable = amount instanceof Money && amount.currency === back.currency;
  return isComparable ? amount.minus(back) : Money.zero(back.currency);
}

function namedBy({ providerReference }: ReversalFact, refunds: readonly Refund[]): Refund | undefined {
  return refunds.find((refund) => refund.providerReference === providerReference);
}

function keyOf({ provider, providerReference }: Pick<Dispute, 'provider' | 'providerReference'>): string {
  return `${provider} ${providerReference}`;
}
