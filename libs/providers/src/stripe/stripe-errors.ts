import type Stripe from 'stripe';
import { isObject, shownText } from '../json';

/** In version 1 and 2 of the API. */
const MISSING = new Set(['resource_missing', 'not_found']);

/** Stripe rejected the call: what it asked for did not happen. */
export class StripeRejectedError extends Error {
  constructor(
    call: string,
    readonly status: number,
    /** Stripe's code, such as `resource_missing` or `card_declined`. */
    readonly code: string | null,
    /** Why a bank declined, such as `insufficient_funds`. */
    readonly declineCode: string | null,
    /** Stripe's own words. */
    readonly reason: string | null,
    /** Stripe's name of the kind of error, such as `invalid_request_error` or `insufficient_funds`. */
    readonly type: string | null,
  ) {
    super(`Stripe rejected ${call} with ${status}${reason === null ? '' : `: ${reason}`}`);
  }

  /** Whether it says that there is no such object, rather than no such path. */
  get isNotFound(): boolean {
    return this.status === 404 && MISSING.has(this.code ?? '');
  }

  /** Whether it says that our balance, or our financial account, has too little. A bank that declines has a code of its own. */
  get isOutOfFunds(): boolean {
    const isOurs = this.declineCode === null && this.status !== 402;
    return this.code === 'balance_insufficient' || (isOurs && [this.code, this.type].includes('insufficient_funds'));
  }

  /** Whether a bank declined the payment, rather than Stripe the request. */
  get isDecline(): boolean {
    return this.status === 402;
  }
}

/** Stripe did not do what was asked, or does not say whether it did. */
class StripeUndecidedError extends Error {
  constructor(
    message: string,
    /** Whether it is the stored response of an earlier call with the same key. */
    readonly isReplay: boolean,
    readonly code: string | null,
  ) {
    super(message);
  }
}

type Failure = Partial<Stripe.errors.StripeError>;

/** Rejections that say something about the caller or the moment, and nothing about the object. */
const UNDECIDED = new Set([401, 403, 408, 409, 425, 429]);

/** What the error of a call means. Nothing of it is what was sent. */
export function rejectionOf(call: string, error: unknown): { error: Error; reason: string | null } {
  if (!isFailure(error)) return { error: toError(error), reason: error instanceof Error ? error.message : null };
  const [status, code] = [error.statusCode, error.code ?? null];
  const reason = shownText(error.message);
  // A key that is used with other parameters belongs to another call of ours.
  const isDecided = status !== undefined && status >= 400 && status < 500 && !UNDECIDED.has(status);
  if (isDecided && error.type !== 'StripeIdempotencyError') {
    return {
      error: new StripeRejectedError(call, status, code, error.decline_code ?? null, reason, typeOf(error)),
      reason,
    };
  }
  const isReplay = status !== undefined && status >= 500 && error.headers?.['idempotent-replayed'] === 'true';
  const outcome = status === undefined ? 'gave no whole response' : `responded with ${status}`;
  const message = `Stripe ${outcome} to ${call}${reason === null ? '' : `: ${reason}`}`;
  return { error: new StripeUndecidedError(message, isReplay, code), reason };
}

/** Version 2 of the API leaves the kind out where fields are wrong. */
function typeOf({ rawType, code }: Failure): string | null {
  return rawType ?? (code === 'invalid_fields' ? 'invalid_request_error' : null);
}

/** Whether Stripe repeated the failure of an earlier call with the same key: the key is of no more use. */
export function isReplay(error: unknown): boolean {
  return error instanceof StripeUndecidedError && error.isReplay;
}

/** Whether another request with the same key is still running. */
export function isKeyInUse(error: unknown): boolean {
  return error instanceof StripeUndecidedError && error.code === 'idempotency_key_in_use';
}

/** Stripe's id of the request, by which its support and its dashboard find it. */
export function requestIdOf(error: unknown): string | undefined {
  return isFailure(error) ? error.requestId : undefined;
}

export function statusOf(error: unknown): number | undefined {
  return isFailure(error) ? error.statusCode : undefined;
}

/** The package's classes of errors are told by their names, so that only `stripe-sdk.ts` loads the package. */
function isFailure(error: unknown): error is Failure {
  return error instanceof Error && isObject((error as { raw?: unknown }).raw);
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
