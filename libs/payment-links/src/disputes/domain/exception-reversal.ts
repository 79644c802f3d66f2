import { Money } from '@app/kernel';
import {
  resolveException,
  textOfReceived,
  type ExceptionEvent,
  type PaymentException,
} from '../../settlement/domain/payment-exception';

/** What a provider reports about the money of a payment exception. */
export interface ReportedReversal {
  readonly type: string;
  readonly amount: PaymentException['amount'];
  /** The provider's name for the refund or the dispute. */
  readonly providerReference: string;
}

/** What becomes of the exception. */
export interface ReversedException {
  readonly outcome: string;
  /** The exception afterwards, where it changes. */
  readonly to?: PaymentException;
  readonly question?: ExceptionQuestion;
}

/** What a person has to decide. `amount`: the undecided part of what was reported. */
export interface ExceptionQuestion {
  readonly kind: 'dispute_difference' | 'dispute_currency' | 'dispute_decided' | 'refund_reversed';
  readonly amount?: Money;
}

const RESOLUTIONS = {
  refund: 'The money was refunded at the provider.',
  return: 'The rail took the money back.',
} as const;

/**
 * The provider refunded the money of an exception, or a dispute took it: money that waits, or that staff credited to a wallet
 * of an unknown order. Undefined for a fact that has to wait for another one. Rule 17.24.
 */
export function reverseException(exception: PaymentException, fact: ReportedReversal): ReversedException | undefined {
  const isSame = exception.reversalReference === fact.providerReference;
  switch (fact.type) {
    case 'refund.failed':
      return refundFailed(exception, isSame);
    case 'dispute.won':
    case 'dispute.adjusted':
      return exception.status === 'returned'
        ? { outcome: 'exception:money_back', question: { kind: 'dispute_decided' } }
        : undefined;
    default:
      return isSame ? { outcome: 'known' } : take(exception, fact);
  }
}

function take(exception: PaymentException, fact: ReportedReversal): ReversedException {
  const { status, reversalReference } = exception;
  const isRefund = fact.type === 'refund.made';
  // Staff had the provider refund it, and said so before the provider did.
  if (isRefund && status === 'refunded' && reversalReference === null) {
    return {
      outcome: 'known',
      to: { ...exception, reversalReference: fact.providerReference },
      ...differing(exception, fact),
    };
  }
  const event: Extract<ExceptionEvent, 'refund' | 'return'> = isRefund && status === 'open' ? 'refund' : 'return';
  const after = resolveException(exception, event);
  if (!after) return { outcome: 'exception:already_back', question: { kind: 'dispute_difference' } };
  if (isLess(fact.amount, exception.amount)) {
    return { outcome: 'exception:partly_reversed', question: { kind: 'dispute_difference' } };
  }
  const to = { ...after, reversalReference: fact.providerReference, resolution: RESOLUTIONS[event] };
  const outcome =
    event === 'refund' ? 'exception_refunded' : status === 'open' ? 'exception_returned' : 'credit_returned';
  return { outcome, to, ...differing(exception, fact) };
}

/** The money that was sent back is at the provider again. */
function refundFailed({ status, reversalReference }: PaymentException, isSame: boolean): ReversedException | undefined {
  const isBack = isSame || (status === 'refunded' && reversalReference === null);
  // Of another refund, the report that it was made may still come.
  return isBack && status !== 'open'
    ? { outcome: 'exception:refund_failed', question: { kind: 'refund_reversed' } }
    : undefined;
}

/** More than the exception has is left to staff, and so is an amount in another currency. */
function differing({ amount }: PaymentException, fact: ReportedReversal): Pick<ReversedException, 'question'> {
  if (textOfReceived(amount) === textOfReceived(fact.amount)) return {};
  if (amount.currency !== fact.amount.currency) return { question: { kind: 'dispute_currency' } };
  const isKnown = amount instanceof Money && fact.amount instanceof Money && fact.amount.isGreaterThan(amount);
  return { question: { kind: 'dispute_difference', ...(isKnown && { amount: fact.amount.minus(amount) }) } };
}

function isLess(taken: PaymentException['amount'], waiting: PaymentException['amount']): boolean {
  if (!(taken instanceof Money && waiting instanceof Money)) return false;
  return taken.currency === waiting.currency && taken.isLessThan(waiting);
}
