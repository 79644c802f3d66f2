import { ApiError } from '../api/api-error';
import type { Schemas } from '../api/client';
import { localDeadline } from '../api/local-deadline';

/** The attempts of a new verification. Rule 12.14. */
const ATTEMPTS = 5;
const RESENDS = 3;

/** A transfer that waits for its code. */
export interface Verification {
  id: string;
  /** The expiry of the code by this device's clock, in milliseconds. */
  deadline: number;
  attemptsLeft: number;
  resendsLeft: number;
}

/** Why the verification accepts no code any more. */
export type End = 'expired' | 'exhausted' | 'rejected' | 'verified' | 'timedOut';

type HttpResponse = Schemas['TransferVerification'] & Partial<Schemas['ResentTransferVerification']>;

/** The verification in the response to a start or a resend. */
export function verificationOf(response: HttpResponse, servedAt: string | null, now: number): Verification {
  return {
    id: response.transfer_verification_id,
    deadline: localDeadline(response.expires_at, servedAt, now),
    attemptsLeft: response.attempts_left ?? ATTEMPTS,
    resendsLeft: response.resends_left ?? RESENDS,
  };
}

/** The errors after which the verification still accepts a code. All other errors after a right code close it. */
const STAYS_OPEN = new Set([
  'OTP_INVALID',
  'OTP_RESENDS_EXHAUSTED',
  'VALIDATION_FAILED',
  'UNAUTHENTICATED',
  'PERMISSION_DENIED',
  'RATE_LIMIT_EXCEEDED',
  'IDEMPOTENCY_IN_PROGRESS',
  'IDEMPOTENCY_KEY_REUSED',
]);

const ENDS: Readonly<Record<string, End>> = {
  OTP_EXPIRED: 'expired',
  TRANSFER_VERIFICATION_NOT_FOUND: 'expired',
  OTP_ATTEMPTS_EXHAUSTED: 'exhausted',
  TRANSFER_ALREADY_VERIFIED: 'verified',
};

/** How a failed call ended the verification; undefined if it still accepts a code. */
export function endOf(error: unknown, during: 'verify' | 'resend'): End | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const end = ENDS[error.code];
  // A lost response may have been a success: the same code can be sent again and gets the same response.
  if (end || during === 'resend' || error.isTemporary || STAYS_OPEN.has(error.code)) return end;
  return 'rejected';
}

/** The verification after a failed call that left it open. */
export function afterError(verification: Verification, error: unknown): Verification {
  if (!(error instanceof ApiError)) return verification;
  if (error.code === 'OTP_RESENDS_EXHAUSTED') return { ...verification, resendsLeft: 0 };
  const attemptsLeft = error.meta['attempts_left'];
  return error.code === 'OTP_INVALID' && typeof attemptsLeft === 'number'
    ? { ...verification, attemptsLeft }
    : verification;
}

/** The time until the deadline as minutes and seconds, such as `9:05`; never less than zero. */
export function countdown(deadline: number, now: number): string {
  const seconds = Math.max(0, Math.ceil((deadline - now) / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
