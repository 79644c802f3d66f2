import { DomainError, ValidationError } from '@app/kernel';
import type { Account } from './account';

/** No account with that slug (staff's commands). */
export class AccountNotFoundError extends DomainError {
  constructor(slug: string) {
    super('ACCOUNT_NOT_FOUND', `There is no account ${JSON.stringify(slug)}.`);
  }
}

export class SlugTakenError extends DomainError {
  constructor(slug: string) {
    super('ACCOUNT_ALREADY_EXISTS', `An account with the slug ${JSON.stringify(slug)} already exists.`);
  }
}

export class UserEmailTakenError extends DomainError {
  constructor() {
    super('USER_ALREADY_EXISTS', 'A user with this e-mail already exists.');
  }
}

/** The account has created and invited as many users as it may within an hour. */
export class TooManyUsersError extends DomainError {
  constructor(retryAfterSeconds: number) {
    super(
      'RATE_LIMIT_EXCEEDED',
      `The account has created and invited too many users within an hour. Try again in ${retryAfterSeconds} s.`,
      { retry_after: retryAfterSeconds },
    );
  }
}

/** The record of a verified key has lost its owner. Source: specification, Authentication 11. */
export class IncompleteApiKeyError extends DomainError {
  constructor() {
    super('INVALID_API_KEY', 'The record of this API key is incomplete. Create another key and replace it.');
  }
}

export class UserNotFoundError extends DomainError {
  constructor() {
    super('USER_NOT_FOUND', 'The user who created this API key no longer exists. Create another key and replace it.');
  }
}

export class AccountPausedError extends DomainError {
  constructor() {
    super('BUSINESS_TENANT_PAUSED', 'The account is paused and accepts no new collections. Contact support.');
  }
}

export class KycRequiredError extends DomainError {
  constructor(account: Account) {
    super('KYC_VERIFICATION_REQUIRED', 'Identity verification must be completed in the panel first.', {
      meta: { verification: 'kyc', status: account.kycStatus },
    });
  }
}

export class KybRequiredError extends DomainError {
  constructor(account: Account) {
    super('KYB_VERIFICATION_REQUIRED', 'Commercial verification must be completed in the panel first.', {
      meta: { verification: 'kyb', status: account.kybStatus },
    });
  }
}

/** No session, or the sign-in failed. The message does not reveal whether a user has the address. */
export class UnauthenticatedError extends DomainError {
  constructor(message: string) {
    super('UNAUTHENTICATED', message);
  }

  static wrongCredentials(): UnauthenticatedError {
    return new UnauthenticatedError('The e-mail address, the password or the code is wrong.');
  }

  static wrongPassword(): UnauthenticatedError {
    return new UnauthenticatedError('The password or the code is wrong.');
  }

  static severalCookies(): UnauthenticatedError {
    return new UnauthenticatedError(
      'The request has more than one session cookie. Delete the cookies of this site, and sign in again.',
    );
  }

  static noSession(): UnauthenticatedError {
    return new UnauthenticatedError('Sign in, and send the token as Authorization: Bearer <token>.');
  }
}

/** Too many failed sign-ins with one address; even the right password is refused. */
export class SignInLockedError extends DomainError {
  constructor(retryAfterSeconds: number) {
    super('SIGN_IN_LOCKED', 'Too many failed sign-ins with this e-mail address. Try again later.', {
      meta: { retry_after: retryAfterSeconds },
    });
  }
}

/** Address and password are right, and the user has a second factor. */
export class SecondFactorRequiredError extends DomainError {
  constructor() {
    super('SECOND_FACTOR_REQUIRED', 'Send the code of your authenticator, or a recovery code, as code as well.');
  }
}

/** The sign-in was too long ago for what the request does. */
export class ConfirmationRequiredError extends DomainError {
  constructor() {
    super(
      'CONFIRMATION_REQUIRED',
      'Confirm with your password first: POST /api/v1/clients/auth/confirm. It is good for 15 minutes.',
    );
  }
}

/** The user has no running session with this id. */
export class SessionNotFoundError extends DomainError {
  constructor() {
    super('SESSION_NOT_FOUND', 'You have no such session.');
  }
}

/** The user has none of the permissions that `what` needs. */
export class PermissionDeniedError extends DomainError {
  constructor(anyOf: readonly string[], what = 'This') {
    super('PERMISSION_DENIED', `${what} needs the permission ${anyOf.join(' or ')}.`);
  }
}

/** Another site's page may have made the request, in the browser of a user who is signed in. */
export class CrossOriginError extends DomainError {
  constructor() {
    super('PERMISSION_DENIED', 'A session in a cookie changes something only from a page of this service.');
  }
}

/** The account has no user with this id. */
export class PanelUserNotFoundError extends DomainError {
  constructor() {
    super('USER_NOT_FOUND', 'The account has no such user.');
  }
}

/** The change would leave the account without an active user who can manage it. */
export class LastAdministratorError extends DomainError {
  constructor() {
    super('LAST_ADMINISTRATOR', 'The account needs an active user with the permission manage_account or *.');
  }
}

/** The account has the maximum number of keys. */
export class TooManyApiKeysError extends ValidationError {
  constructor(most: number) {
    super(`An account may have at most ${most} API keys.`);
  }
}

export class ApiKeyNotFoundError extends DomainError {
  constructor() {
    super('API_KEY_NOT_FOUND', 'The account has no such API key.');
  }
}
