import { decimal, move, sourcesOf, type Money, type Transitions } from '@app/kernel';
import type { CollectionTerms } from '../../links/domain/collection-terms';

export const REFUND_STATUSES = ['requested', 'processing', 'completed', 'failed'] as const;

export type RefundStatus = (typeof REFUND_STATUSES)[number];

export type RefundEvent = 'process' | 'complete' | 'fail';

/** Every transition of a refund. A provider may skip `processing`. */
export const REFUND_TRANSITIONS: Transitions<RefundEvent, RefundStatus> = {
  process: { requested: 'processing' },
  complete: { requested: 'completed', processing: 'completed' },
  fail: { requested: 'failed', processing: 'failed' },
};

/** The statuses in which the wallet's share is held. */
export const OPEN_REFUND_STATUSES: readonly RefundStatus[] = sourcesOf(REFUND_TRANSITIONS, 'fail');

/** Gives a payer back all or part of one received payment. */
export interface Refund {
  readonly id: string;
  readonly accountId: string;
  readonly paymentId: string;
  readonly linkId: string;
  readonly orderId: string;
  readonly walletId: string;
  /** Null for a refund that was made at the provider, or whose share of the wallet is zero. */
  readonly holdId: string | null;
  readonly status: RefundStatus;
  /** What the payer gets, in the currency that they paid in. */
  readonly amount: Money;
  /** What the wallet pays, in its currency. */
  readonly walletAmount: Money;
  /** Of the payment: wallet currency for one unit of the payer's; null where the currencies are the same. */
  readonly exchangeRate: string | null;
  readonly reason: string | null;
  readonly origin: 'panel' | 'provider';
  readonly failureReason: string | null;
  /** The provider of the payment, and its name for the order. */
  readonly provider: string;
  readonly orderReference: string;
  readonly providerReference: string | null;
  /** The user who requested it; null for one that was made at the provider. */
  readonly requestedBy: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly completedAt: Date | null;
  readonly failedAt: Date | null;
}

/** What a provider reports about a refund. */
export interface RefundReport {
  readonly event: RefundEvent;
  readonly reason: string | null;
  readonly providerReference: string | null;
}

/** The refund after what the provider reported, or undefined when its status rejects the event. */
export function afterRefundReport(refund: Refund, report: RefundReport, at: Date): Refund | undefined {
  const { event, reason, providerReference } = report;
  const moved = move(REFUND_TRANSITIONS, refund, event);
  if (!moved) return undefined;
  return {
    ...moved,
    providerReference: providerReference ?? refund.providerReference,
    failureReason: event === 'fail' ? reason : refund.failureReason,
    completedAt: event === 'complete' ? at : refund.completedAt,
    failedAt: event === 'fail' ? at : refund.failedAt,
    updatedAt: at,
  };
}

/** What a part of a payment takes from the payer's and from the wallet's side. */
export type Share = Pick<Refund, 'amount' | 'walletAmount'>;

/** What other refunds leave of a payment, in the payer's currency. Those that failed take nothing. */
export function leftOf({ payerAmount }: CollectionTerms, refunds: readonly Refund[]): Money {
  return taking(refunds).reduce((left, { amount }) => left.minus(amount), payerAmount);
}

/**
 * What the wallet pays for a refund of that amount, at the payment's own rate, rounded up. The refund that takes what is
 * left of the payment pays what is left of the whole figure, so that all refunds of a payment add up to it exactly.
 */
export function walletShare(terms: CollectionTerms, refunds: readonly Refund[], amount: Money): Money {
  const whole = inWallet(terms, terms.payerAmount);
  const rest = taking(refunds).reduce((left, { walletAmount }) => left.minus(walletAmount), whole);
  const share = inWallet(terms, amount);
  return amount.equals(leftOf(terms, refunds)) || share.isGreaterThan(rest) ? rest : share;
}

function inWallet({ exchangeRate, currency }: CollectionTerms, amount: Money): Money {
  return exchangeRate === null ? amount : amount.convert(decimal(exchangeRate), currency, 'up');
}

function taking(refunds: readonly Refund[]): Refund[] {
  return refunds.filter(({ status }) => status !== 'failed');
}
