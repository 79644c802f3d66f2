import type { Account } from './account';
import { AccountPausedError, KybRequiredError, KycRequiredError } from './errors';

/**
 * Checks whether the account may order collections and outflows (reading and cancelling are always allowed). Throws
 * `AccountPausedError`, `KycRequiredError` or `KybRequiredError`, in this order.
 */
export function assertMayMoveMoney(account: Account): void {
  assertNotPaused(account);
  if (account.kycStatus !== 'verified') throw new KycRequiredError(account);
  if (account.kybStatus !== 'verified') throw new KybRequiredError(account);
}

/** Checks whether the account may give payers their money back. Throws `AccountPausedError`. */
export function assertNotPaused(account: Account): void {
  if (account.status === 'paused') throw new AccountPausedError();
}

/** Whether API keys may be created for the account. Throws `KycRequiredError`. Rule 2.14. */
export function assertMayIssueKeys(account: Account): void {
  if (account.kycStatus !== 'verified') throw new KycRequiredError(account);
}
