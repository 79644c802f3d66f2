import { move, sourcesOf, type Decimal, type Money, type Transitions } from '@app/kernel';

/** A payout goes to the merchant's own bank account, a transfer to a beneficiary. */
export const PAYOUT_TYPES = ['payout', 'transfer'] as const;

export type PayoutType = (typeof PAYOUT_TYPES)[number];

export const PAYOUT_STATUSES = ['requested', 'processing', 'completed', 'failed'] as const;

export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

export type PayoutEvent = 'process' | 'complete' | 'fail' | 'return' | 'correct';

/**
 * Every transition of a payout. A rail may skip `processing`. No report of a rail leaves `completed` and `failed`: a
 * payout that comes back after completion stays `completed` and has `returnedAt`. Staff correct one that was failed and
 * that the rail paid.
 */
export const TRANSITIONS: Transitions<PayoutEvent, PayoutStatus> = {
  process: { requested: 'processing' },
  complete: { requested: 'completed', processing: 'completed' },
  fail: { requested: 'failed', processing: 'failed' },
  return: { completed: 'completed' },
  correct: { failed: 'completed' },
};

/** The statuses in which the amount is held: those that a payout can fail in. */
export const OPEN_STATUSES: readonly PayoutStatus[] = sourcesOf(TRANSITIONS, 'fail');

/** Where the money goes, as it was when the payout was ordered. `bank` shows account numbers masked. */
export interface Destination {
  readonly type: 'bank_account' | 'beneficiary';
  readonly id: string;
  readonly name: string;
  readonly country: string;
  readonly bank: Readonly<Record<string, string>>;
}

export type NoticeLanguage = 'es' | 'pt' | 'en';

/** The recipients of e-mail notices, as they were when the payout was ordered. */
export interface Notices {
  readonly merchant: string | null;
  /** Notified only of completion. Null for a payout to the merchant's own account. */
  readonly beneficiary: string | null;
  readonly language: NoticeLanguage;
}

export interface HistoryEntry {
  readonly status: PayoutStatus | 'returned';
  readonly at: Date;
  readonly reason: string | null;
}

/**
 * The figures of a payout as they were when it was ordered, in the wallet's currency except `destinationAmount`. The
 * amount is the sum of the fees, the tax and the net amount.
 */
export interface PayoutFigures {
  readonly amount: Money;
  readonly payoutFee: Readonly<{
    percentageAmount: Money;
    fixedAmount: Money;
    total: Money;
    boundedBy: 'minimum' | 'maximum' | null;
  }>;
  readonly instantFee: Money;
  readonly tax: Money;
  readonly conversionFee: Money;
  /** What is left and converted. */
  readonly net: Money;
  readonly destinationAmount: Money;
  /** Units of the destination's currency for one of the wallet's; null when nothing is converted. */
  readonly rate: Decimal | null;
}

/** An outflow of a wallet. Amounts are in the wallet's currency except `figures.destinationAmount`. */
export interface Payout {
  readonly id: string;
  readonly accountId: string;
  readonly type: PayoutType;
  readonly status: PayoutStatus;
  readonly walletId: string;
  readonly holdId: string;
  readonly destination: Destination;
  readonly instant: boolean;
  readonly comment: string | null;
  readonly figures: PayoutFigures;
  /** The stored rate that the conversion used; null when nothing is converted. */
  readonly referenceRate: Decimal | null;
  readonly leadTime: string;
  /** The user who ordered it. */
  readonly requestedBy: string;
  /** The request that ordered it, as the log names it; null if that is not known. It is for operators only. */
  readonly requestId: string | null;
  readonly notices: Notices;
  /** Why it failed or came back, as the merchant reads it. */
  readonly failureReason: string | null;
  /** The same in the words of its provider, for staff. */
  readonly providerReason: string | null;
  /** The provider that pays it; null until a worker has claimed it. */
  readonly provider: string | null;
  readonly providerReference: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly completedAt: Date | null;
  readonly failedAt: Date | null;
  /** When the last part came back. */
  readonly returnedAt: Date | null;
  /** What came back so far; null while nothing has. */
  readonly returned: Returned | null;
  /** When staff booked that it was paid after it had failed. */
  readonly correctedAt: Date | null;
  /** When staff first got a case about it, because its provider refused it or may have forgotten it. */
  readonly caseOpenedAt: Date | null;
}

/** What came back of a payout: of the destination's currency, and for the wallet. */
export interface Returned {
  readonly amount: Money;
  readonly walletAmount: Money;
}

/** Received divided by sent, after all deductions. */
export function effectiveRateOf({ destinationAmount, amount }: PayoutFigures): Decimal {
  return destinationAmount.amount.div(amount.amount);
}

/** What a rail reports about a payout that has not ended. */
export interface RailReport {
  readonly event: Exclude<PayoutEvent, 'return' | 'correct'>;
  readonly reason: string | null;
  /** Whether the reason is ours, so that the merchant reads it; by default it is the rail's, for staff. */
  readonly isOurs?: boolean;
  readonly providerReference: string | null;
}

/** Why a payout failed or came back: as the merchant reads it, and in the words of its provider. */
export type Reasons = Pick<Payout, 'failureReason' | 'providerReason'>;

/** The payout after what the rail reported, or undefined when its status rejects the event. */
export function afterReport(
  payout: Payout,
  { event, providerReference }: Pick<RailReport, 'event' | 'providerReference'>,
  reasons: Reasons,
  at: Date,
): Payout | undefined {
  const moved = move(TRANSITIONS, payout, event);
  if (!moved) return undefined;
  return {
    ...moved,
    providerReference: providerReference ?? payout.providerReference,
    ...(event === 'fail' && reasons),
    completedAt: event === 'complete' ? at : payout.completedAt,
    failedAt: event === 'fail' ? at : payout.failedAt,
    updatedAt: at,
  };
}

/** What has not come back of a payout. */
export function restOf({ figures: { net, destinationAmount }, returned }: Payout): Returned {
  if (!returned) return { amount: destinationAmount, walletAmount: net };
  const { amount, walletAmount } = returned;
  return { amount: destinationAmount.minus(amount), walletAmount: net.minus(walletAmount) };
}

/**
 * What the wallet gets for a part that came back: the part at the payout's own rate, rounded down. The part with which
 * everything has come back brings what is left, so that all parts add up to the net amount. Rule 11.8.
 */
export function shareOfReturn(payout: Payout, amount: Money): Returned {
  const rest = restOf(payout);
  const { rate, net } = payout.figures;
  const share = rate === null ? amount : amount.convertBack(rate, net.currency, 'down');
  const isLast = amount.equals(rest.amount) || share.isGreaterThan(rest.walletAmount);
  return { amount, walletAmount: isLast ? rest.walletAmount : share };
}

/** A completed payout of which that part came back. Undefined unless it is completed and has that much left. */
export function afterReturn(payout: Payout, part: Returned, reasons: Reasons, at: Date): Payout | undefined {
  const moved = part.amount.isGreaterThan(restOf(payout).amount) ? undefined : move(TRANSITIONS, payout, 'return');
  if (!moved) return undefined;
  const { returned } = payout;
  const sum = returned && {
    amount: returned.amount.plus(part.amount),
    walletAmount: returned.walletAmount.plus(part.walletAmount),
  };
  return { ...moved, returned: sum ?? part, returnedAt: at, ...reasons, updatedAt: at };
}

/** A payout that was failed and that its rail paid. Undefined unless it is failed. */
export function afterCorrection(payout: Payout, at: Date): Payout | undefined {
  const moved = move(TRANSITIONS, payout, 'correct');
  return (
    moved && {
      ...moved,
      failureReason: null,
      providerReason: null,
      completedAt: at,
      failedAt: null,
      correctedAt: at,
      updatedAt: at,
    }
  );
}
