import { DomainError } from '@app/kernel';

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

/** Too many failed sign-ins with one address; even the right password is rejected. */
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
      'Confirm with your password first: POST /api/v1/clients/auth/confirm. It is valid for 15 minutes.',
    );
  }
}

/** The user has no running session with this id. */
export class SessionNotFoundError extends DomainError {
  constructor() {
    super('SESSION_NOT_FOUND', 'You have no such session.');
  }
}

/** Another site's page may have made the request, in the browser of a user who is signed in. */
export class CrossOriginError extends DomainError {
  constructor() {
    super('PERMISSION_DENIED', 'A session in a cookie changes something only from a page of this service.');
  }
}
