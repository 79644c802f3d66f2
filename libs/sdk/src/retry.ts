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
 * How many milliseconds to wait before the client sends the request again, or undefined when it must not. `attempts` is
 * how often the client has sent it.
 */
export function waitBeforeRetry(error: unknown, operation: Operation, attempts: number): number | undefined {
  if (!isRetryable(error, operation, attempts)) return undefined;
  const seconds = error instanceof ServicePayError ? error.retryAfter : undefined;
  if (seconds === undefined) return Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), MAX_BACKOFF_MS);
  return seconds > MAX_WAIT_SECONDS ? undefined : seconds * 1_000;
}

/** Whether the same request may succeed when it is sent again, and sending it again can do no harm. */
function isRetryable(error: unknown, operation: Operation, attempts: number): boolean {
  if (error instanceof ServicePayConnectionError) return operation.repeatable;
  if (!(error instanceof ServicePayError)) return false;
  const { code, status, action } = error;
  // Usually a destination that can never be quoted.
  if (code === 'CONVERSION_QUOTE_ERROR' && attempts > 1) return false;
  if (action !== 'retry') return false;
  // A known code, or 429, means that the service did nothing. Other failures may have come after it had done the work.
  return isKnownCode(code) || status === 429 || operation.repeatable;
}
