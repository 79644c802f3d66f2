import { move, type Money, type Transitions } from '@app/kernel';

/** What a case is about. The records of the first four are its own list: a command of theirs closes them. */
export const CASE_KINDS = [
  'payment_exception',
  'payout_stuck',
  'refund_stuck',
  'settlement_line',
  'dispute_difference',
  'dispute_currency',
  'dispute_decided',
  'short_return',
  'contradiction',
  'refund_reversed',
  'payout_returned',
  'deposit',
  'provider_funds',
  'unknown_subject',
  'key_expired',
  'mail_failed',
] as const;

export type CaseKind = (typeof CASE_KINDS)[number];

/** What an open order waits for; closed when its provider takes it, or when it is over. */
export const CASES_OF_ORDERS = ['provider_funds', 'key_expired'] as const satisfies readonly CaseKind[];

export type CaseStatus = 'open' | 'closed';

/** Every transition of a case. A closed one never opens again: what happens later is a case of its own. */
export const CASE_TRANSITIONS: Transitions<'close', CaseStatus> = { close: { open: 'closed' } };

/**
 * What the service proposes. `book_paid` and `book_returned` are entries that resolving the case can book; the others are
 * for a person to do.
 */
export type CaseProposal =
  'book_paid' | 'book_returned' | 'use_command' | 'adjust_wallet' | 'ask_provider' | 'fill_account';

/** What resolving a case books, where its proposal offers it. */
export const BOOKINGS = ['paid', 'returned'] as const;

export type Booking = (typeof BOOKINGS)[number];

/** What a provider reported about money and only a person can decide, with what the service did. Rule 19.1. */
export interface Case {
  readonly id: string;
  readonly kind: CaseKind;
  readonly status: CaseStatus;
  readonly provider: string;
  /** The provider's name for what it reported. */
  readonly providerReference: string | null;
  readonly subject: { readonly type: string; readonly id: string };
  readonly accountId: string | null;
  readonly linkId: string | null;
  readonly paymentId: string | null;
  /** The reported amount as text: it may be none of its currency. */
  readonly amount: string | null;
  readonly currency: string | null;
  /** What the service would have booked, in the same currency. */
  readonly expected: string | null;
  readonly outcome: string;
  readonly proposal: CaseProposal | null;
  readonly reportedAt: Date;
  readonly openedAt: Date;
  readonly resolvedAt: Date | null;
  /** Null for a case that an event closed. */
  readonly resolvedBy: string | null;
  readonly reason: string | null;
}

/** A case to open. `key` names what it is about at the provider: the same key opens it once. */
export type NewCase = Omit<Case, 'id' | 'status' | 'openedAt' | 'resolvedAt' | 'resolvedBy' | 'reason'> & {
  readonly key: string;
};

/** The case that a fact of a provider opens: what the fact itself does not say. */
export interface FactCase {
  readonly kind: CaseKind;
  readonly subject: Case['subject'];
  readonly accountId: string | null;
  readonly linkId: string | null;
  readonly paymentId: string | null;
  /** What the service would have booked. */
  readonly expected: Money | null;
  readonly proposal: CaseProposal | null;
  /** The part of the reported amount that is undecided; all of it when absent. */
  readonly amount?: Money;
  /** What the case is about at the provider, where several facts report it; the fact's id when absent. */
  readonly key?: string;
}

/** The case after it was closed, or undefined when it is closed. */
export function closed<T extends { status: CaseStatus }>(one: T): T | undefined {
  return move(CASE_TRANSITIONS, one, 'close');
}

/** What resolving the case can book; undefined when it books nothing. */
export function bookingOf({ proposal }: Pick<Case, 'proposal'>): Booking | undefined {
  return BOOKINGS.find((booking) => proposal === `book_${booking}`);
}
