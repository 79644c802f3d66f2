import { DomainError } from '@app/kernel';

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

/** The user has none of the permissions that `what` needs. */
export class PermissionDeniedError extends DomainError {
  constructor(anyOf: readonly string[], what = 'This') {
    super('PERMISSION_DENIED', `${what} needs the permission ${anyOf.join(' or ')}.`);
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
