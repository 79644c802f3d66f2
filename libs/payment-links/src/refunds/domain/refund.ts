import { move, sourcesOf, targetOf, type Money, type Transitions } from '@app/kernel';
import type { Share } from '../../settlement/domain/payment-share';

export const REFUND_STATUSES = ['requested', 'processing', 'completed', 'failed'] as const;

export type RefundStatus = (typeof REFUND_STATUSES)[number];

export type RefundEvent = 'process' | 'complete' | 'fail' | 'doubt' | 'confirm' | 'correct' | 'reverse';

/**
 * Every transition of a refund. A provider may skip `processing`. `doubt`: it says that a completed refund failed, which
 * moves nothing. Then staff confirm or reverse the refund. They correct one that failed and that the provider made.
 */
export const REFUND_TRANSITIONS: Transitions<RefundEvent, RefundStatus> = {
  process: { requested: 'processing' },
  complete: { requested: 'completed', processing: 'completed' },
  fail: { requested: 'failed', processing: 'failed' },
  doubt: { completed: 'completed' },
  confirm: { completed: 'completed' },
  correct: { failed: 'completed' },
  reverse: { completed: 'failed' },
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
  /** Why it failed, or is said to have, as the merchant reads it. */
  readonly failureReason: string | null;
  /** The same in the words of its provider, for staff. */
  readonly providerReason: string | null;
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
  /** When staff booked the opposite of what had ended it, which they do once. */
  readonly correctedAt: Date | null;
  /** When staff first got a case about it, because its provider refused it or may have forgotten it. */
  readonly caseOpenedAt: Date | null;
}

/** What a provider reports about a refund. */
export interface RefundReport {
  readonly event: 'process' | 'complete' | 'fail';
  readonly reason: string | null;
  /** Whether the reason is ours, so that the merchant reads it; by default it is the provider's, for staff. */
  readonly isOurs?: boolean;
  readonly providerReference: string | null;
}

/** Why a refund failed: as the merchant reads it, and in the words of its provider. */
export type Reasons = Pick<Refund, 'failureReason' | 'providerReason'>;

/** The refund after what the provider reported, or undefined when its status rejects the event. */
export function afterRefundReport(
  refund: Refund,
  report: RefundReport,
  reasons: Reasons,
  at: Date,
): Refund | undefined {
  const { event, providerReference } = report;
  const moved = move(REFUND_TRANSITIONS, refund, event);
  if (!moved) return undefined;
  return {
    ...moved,
    providerReference: providerReference ?? refund.providerReference,
    ...(event === 'fail' && reasons),
    completedAt: event === 'complete' ? at : refund.completedAt,
    failedAt: event === 'fail' ? at : refund.failedAt,
    updatedAt: at,
  };
}

/** A completed refund that its provider failed later. Undefined unless it is completed, and when that is known. */
export function afterDoubt(refund: Refund, reasons: Reasons, at: Date): Refund | undefined {
  const moved = refund.failureReason === null ? move(REFUND_TRANSITIONS, refund, 'doubt') : undefined;
  return moved && { ...moved, ...reasons, updatedAt: at };
}

/** A completed refund whose payer has the money, whatever its provider said. Undefined unless that was in doubt. */
export function afterConfirmation(refund: Refund, at: Date): Refund | undefined {
  const moved = refund.failureReason === null ? undefined : move(REFUND_TRANSITIONS, refund, 'confirm');
  return moved && { ...moved, failureReason: null, providerReason: null, updatedAt: at };
}

/** A completed refund that failed after all; the wallet has its money back. Undefined unless that is possible. */
export function afterReversal(refund: Refund, at: Date): Refund | undefined {
  const moved = refund.correctedAt === null ? move(REFUND_TRANSITIONS, refund, 'reverse') : undefined;
  return moved && { ...moved, completedAt: null, failedAt: at, correctedAt: at, updatedAt: at };
}

/** A failed refund that its provider made, with the wallet's share of it now. Undefined unless that is possible. */
export function afterCorrection(refund: Refund, walletAmount: Money, at: Date): Refund | undefined {
  const moved = refund.correctedAt === null ? move(REFUND_TRANSITIONS, refund, 'correct') : undefined;
  return (
    moved && {
      ...moved,
      walletAmount,
      failureReason: null,
      providerReason: null,
      completedAt: at,
      failedAt: null,
      correctedAt: at,
      updatedAt: at,
    }
  );
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
