import { move, type Transitions } from '@app/kernel';
import type { Share } from '../../settlement/domain/payment-share';

export const DISPUTE_STATUSES = ['open', 'lost', 'won'] as const;

export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

export type DisputeEvent = 'lose' | 'win';

/** Every transition of a dispute. A provider may give the money back after it reported the loss. */
export const DISPUTE_TRANSITIONS: Transitions<DisputeEvent, DisputeStatus> = {
  lose: { open: 'lost' },
  win: { open: 'won', lost: 'won' },
};

/** A payer contests a payment at their bank, which takes the money until the dispute is won. */
export interface Dispute extends Share {
  readonly id: string;
  readonly accountId: string;
  readonly paymentId: string;
  readonly linkId: string;
  readonly walletId: string;
  readonly status: DisputeStatus;
  /** Of the payment: wallet currency for one unit of the payer's; null where the currencies are the same. */
  readonly exchangeRate: string | null;
  readonly reason: string | null;
  readonly provider: string;
  readonly providerReference: string;
  readonly openedAt: Date;
  readonly resolvedAt: Date | null;
}

/** The dispute after its end, or undefined when its status rejects the event. */
export function resolved(dispute: Dispute, event: DisputeEvent, at: Date): Dispute | undefined {
  const moved = move(DISPUTE_TRANSITIONS, dispute, event);
  return moved && { ...moved, resolvedAt: at };
}
