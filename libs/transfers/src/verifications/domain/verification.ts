import { move, type Money, type Transitions } from '@app/kernel';
import type { Destination } from '../../payouts/domain/payout';

export const VERIFICATION_STATUSES = ['pending_verification', 'verified', 'expired', 'closed', 'superseded'] as const;

export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number];

/** `miss` is a wrong code, `exhaust` the last wrong code; `close` is a check that fails after the right code. */
export type VerificationEvent = 'verify' | 'miss' | 'exhaust' | 'close' | 'resend' | 'expire' | 'supersede';

/** Only a pending verification moves. Rules 12.11 to 12.14. */
export const TRANSITIONS: Transitions<VerificationEvent, VerificationStatus> = {
  verify: { pending_verification: 'verified' },
  miss: { pending_verification: 'pending_verification' },
  exhaust: { pending_verification: 'closed' },
  close: { pending_verification: 'closed' },
  resend: { pending_verification: 'pending_verification' },
  expire: { pending_verification: 'expired' },
  supersede: { pending_verification: 'superseded' },
};

/** Wrong codes that close a verification. Rule 12.14. */
export const MAX_ATTEMPTS = 5;
/** Rule 12.13. */
export const MAX_RESENDS = 3;
/** How long a code is valid. Rule 12.10. */
export const VALID_MINUTES = 10;

const VALID_MS = VALID_MINUTES * 60_000;

/** A transfer that waits for its code, or no longer does. `amount` is in the currency of the paying wallet. */
export interface Verification {
  readonly id: string;
  readonly accountId: string;
  /** The person who initiated it. */
  readonly userId: string;
  readonly status: VerificationStatus;
  readonly closeReason: 'attempts' | 'failed_check' | null;
  readonly walletId: string;
  /** The beneficiary as the mail with the code showed it. */
  readonly destination: Destination;
  /** Shows whether the money would still go there, full account numbers included. */
  readonly destinationDigest: Buffer;
  readonly amount: Money;
  readonly instant: boolean;
  readonly comment: string;
  readonly codeHash: Buffer;
  /** Wrong codes since the last code was mailed. */
  readonly failedAttempts: number;
  readonly resends: number;
  readonly expiresAt: Date;
  /** The transfer that it became. */
  readonly payoutId: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What a new verification is made of. */
export type NewVerification = Pick<
  Verification,
  | 'id'
  | 'accountId'
  | 'userId'
  | 'walletId'
  | 'destination'
  | 'destinationDigest'
  | 'amount'
  | 'instant'
  | 'comment'
  | 'codeHash'
>;

/** A new verification, whose code is valid from now on. */
export function pendingVerification(content: NewVerification, now: Date): Verification {
  return {
    ...content,
    status: 'pending_verification',
    closeReason: null,
    failedAttempts: 0,
    resends: 0,
    payoutId: null,
    expiresAt: expiryFrom(now),
    createdAt: now,
    updatedAt: now,
  };
}

/** What a call finds: `overdue` is pending past its time, `over` is expired, superseded or closed by a failed check. */
export type Judgement = 'open' | 'overdue' | 'verified' | 'exhausted' | 'over';

/** What a call at that time finds. */
export function judge({ status, closeReason, expiresAt }: Verification, now: Date): Judgement {
  if (status === 'verified') return 'verified';
  if (status === 'closed' && closeReason === 'attempts') return 'exhausted';
  if (status !== 'pending_verification') return 'over';
  return now < expiresAt ? 'open' : 'overdue';
}

/** How many codes can still be entered. */
export function attemptsLeftOf({ failedAttempts }: Pick<Verification, 'failedAttempts'>): number {
  return MAX_ATTEMPTS - failedAttempts;
}

/** How many times a code can still be sent again. */
export function resendsLeftOf({ resends }: Pick<Verification, 'resends'>): number {
  return MAX_RESENDS - resends;
}

/** After a wrong code; the last attempt closes it. */
export function afterMiss(verification: Verification, now: Date): Verification {
  const failedAttempts = verification.failedAttempts + 1;
  const exhausted = failedAttempts >= MAX_ATTEMPTS;
  return {
    ...moved(verification, exhausted ? 'exhaust' : 'miss', now),
    failedAttempts,
    closeReason: exhausted ? 'attempts' : null,
  };
}

/** With a new code, a new validity and all attempts. */
export function afterResend(verification: Verification, codeHash: Buffer, now: Date): Verification {
  return {
    ...moved(verification, 'resend', now),
    codeHash,
    failedAttempts: 0,
    resends: verification.resends + 1,
    expiresAt: expiryFrom(now),
  };
}

/** After the right code, with the transfer that it became. */
export function afterVerify(verification: Verification, payoutId: string, now: Date): Verification {
  return { ...moved(verification, 'verify', now), payoutId };
}

/** After the right code, when a check failed. */
export function afterFailedCheck(verification: Verification, now: Date): Verification {
  return { ...moved(verification, 'close', now), closeReason: 'failed_check' };
}

/** Expired, whatever its time. */
export function afterExpiry(verification: Verification, now: Date): Verification {
  return moved(verification, 'expire', now);
}

/** Throws when the status rejects the event: callers check first. */
function moved(verification: Verification, event: VerificationEvent, now: Date): Verification {
  const after = move(TRANSITIONS, verification, event);
  if (!after) throw new Error(`a ${verification.status} verification cannot ${event}`);
  return { ...after, updatedAt: now };
}

function expiryFrom(now: Date): Date {
  return new Date(now.getTime() + VALID_MS);
}
