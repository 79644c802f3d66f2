import { actionFor, isKnownCode, type ErrorAction } from './codes';
import { ServicePayConnectionError, ServicePayError } from './errors';
import type { Operation } from './operation';

/** A longer wait is left to the caller. The service's limits count by the minute. */
const MAX_WAIT_SECONDS = 65;
const FIRST_WAIT_MS = 1_000;
const MAX_BACKOFF_MS = 8_000;

/** The action of the code in that operation. */
export function actionIn(
  operation: Operation,
  { code, status }: { code?: string | undefined; status: number },
): ErrorAction {
  return operation.alsoRetried?.some((retried) => retried === code) ? 'retry' : actionFor(code, status);
}

/**
 * How many milliseconds to wait before the request is sent again, or undefined when it must not be. `attempts` is how
 * often it was sent.
 */
export function waitBeforeRetry(error: unknown, operation: Operation, attempts: number): number | undefined {
  if (!mayPass(error, operation, attempts)) return undefined;
  const told = error instanceof ServicePayError ? error.retryAfter : undefined;
  if (told === undefined) return Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), MAX_BACKOFF_MS);
  return told > MAX_WAIT_SECONDS ? undefined : told * 1_000;
}

/** Whether the same request may succeed when it is sent again, and sending it again can do no harm. */
function mayPass(error: unknown, operation: Operation, attempts: number): boolean {
  if (error instanceof ServicePayConnectionError) return operation.repeatable;
  if (!(error instanceof ServicePayError)) return false;
  const { code, status, action } = error;
  // Usually a destination that can never be quoted.
  if (code === 'CONVERSION_QUOTE_ERROR' && attempts > 1) return false;
  if (action !== 'retry') return false;
  // A known code means that nothing was done, and so does 429. Other failures may have come after the work.
  return isKnownCode(code) || status === 429 || operation.repeatable;
}
