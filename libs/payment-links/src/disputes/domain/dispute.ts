import { move, Money, targetOf, type Transitions, type UnsupportedAmount } from '@app/kernel';
import type { Share } from '../../settlement/domain/payment-share';

export const DISPUTE_STATUSES = ['open', 'lost', 'won'] as const;

export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

export type DisputeEvent = 'lose' | 'win';

/** Every transition of a dispute. A provider may give the money back after it reported the loss. */
export const DISPUTE_TRANSITIONS: Transitions<DisputeEvent, DisputeStatus> = {
  lose: { open: 'lost' },
  win: { open: 'won', lost: 'won' },
};

const WON = targetOf(DISPUTE_TRANSITIONS, 'win');

/** A payer contests a payment at their bank, which takes the money until the dispute is won. Its share is what was taken. */
export interface Dispute extends Share {
  readonly id: string;
  readonly accountId: string;
  readonly paymentId: string;
  readonly linkId: string;
  readonly walletId: string;
  readonly status: DisputeStatus;
  /** Of the payment: wallet currency for one unit of the payer's; null where the currencies are the same. */
  readonly exchangeRate: string | null;
  /**
   * What the provider said that it took, as text: it may be more than the payment had, or of another currency. Null for
   * a dispute that an earlier version recorded, which took exactly that.
   */
  readonly reported: UnsupportedAmount | null;
  /** What a dispute that was won did not bring back. */
  readonly kept: Share;
  readonly reason: string | null;
  readonly provider: string;
  readonly providerReference: string;
  readonly openedAt: Date;
  readonly resolvedAt: Date | null;
}

/** The dispute after its end, or undefined when its status rejects the event. `kept`: what a win does not bring back. */
export function resolved(dispute: Dispute, event: DisputeEvent, at: Date, kept = dispute.kept): Dispute | undefined {
  const moved = move(DISPUTE_TRANSITIONS, dispute, event);
  return moved && { ...moved, kept, resolvedAt: at };
}

/** What the dispute takes of its payment now. */
export function takenBy(dispute: Dispute): Share {
  return dispute.status === WON ? dispute.kept : dispute;
}

/** Whether the provider said before that it took this amount. */
export function isAsReported({ reported, amount: taken }: Dispute, amount: Money | UnsupportedAmount): boolean {
  const { amount: text, currency } = reported ?? { amount: taken.toFixed(), currency: taken.currency };
  const shown = amount instanceof Money ? amount.toFixed() : amount.amount;
  return shown === text && amount.currency === currency;
}
