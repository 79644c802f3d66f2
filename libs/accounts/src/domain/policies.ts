import type { Account } from './account';
import type { ApiKey } from './api-key';
import {
  AccountPausedError,
  IncompleteApiKeyError,
  KybRequiredError,
  KycRequiredError,
  UserNotFoundError,
} from './errors';

/**
 * Checks whether the account may create collections (reading and cancelling are always allowed). Throws
 * `AccountPausedError`, `KycRequiredError` or `KybRequiredError`, in this order.
 */
export function assertMayCollect(account: Account): void {
  if (account.status === 'paused') throw new AccountPausedError();
  if (account.kycStatus !== 'verified') throw new KycRequiredError(account);
  if (account.kybStatus !== 'verified') throw new KybRequiredError(account);
}

/** The user that the key acts for. Throws `IncompleteApiKeyError` or `UserNotFoundError`. */
export function ownerOf(key: ApiKey): string {
  if (key.userId === null) throw new IncompleteApiKeyError();
  if (!key.userExists) throw new UserNotFoundError();
  return key.userId;
}
