import { move, sourcesOf, targetOf, type Transitions } from '@app/kernel';
import type { Share } from '../../settlement/domain/payment-share';

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

const FAILED = targetOf(REFUND_TRANSITIONS, 'fail');
const COMPLETED = targetOf(REFUND_TRANSITIONS, 'complete');

/** Gives a payer back all or part of one received payment. */
export interface Refund extends Share {
  readonly id: string;
  readonly accountId: string;
  readonly paymentId: string;
  readonly linkId: string;
  readonly orderId: string;
  readonly walletId: string;
  /** Null for a refund that was made at the provider, or whose share of the wallet is zero. */
  readonly holdId: string | null;
  readonly status: RefundStatus;
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
  /** The request that ordered it, as the log names it; null if none did, or if it is not known. It is for operators only. */
  readonly requestId: string | null;
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

/** The refunds that have given their part back. */
export function completedShares(refunds: readonly Refund[]): Refund[] {
  return refunds.filter(({ status }) => status === COMPLETED);
}

/** The refunds that are requested and may still fail. */
export function openShares(refunds: readonly Refund[]): Refund[] {
  return refunds.filter(({ status }) => OPEN_REFUND_STATUSES.includes(status));
}

/** The refunds that take a part of their payment: all but those that failed. */
export function taking(refunds: readonly Refund[]): Refund[] {
  return refunds.filter(({ status }) => status !== FAILED);
}
