import { DomainError } from '@app/kernel';

/** The account has no such verification. */
export class VerificationNotFoundError extends DomainError {
  constructor() {
    super('TRANSFER_VERIFICATION_NOT_FOUND', 'There is no such transfer verification.');
  }
}

export class AlreadyVerifiedError extends DomainError {
  constructor() {
    super('TRANSFER_ALREADY_VERIFIED', 'This transfer has been verified before.');
  }
}

/** Also for a verification that another one superseded, or that a failed check closed. */
export class CodeExpiredError extends DomainError {
  constructor() {
    super('OTP_EXPIRED', 'This verification is no longer open. Start a new transfer.');
  }
}

/** The code confirmed another document or bank account than the beneficiary has now. */
export class DestinationChangedError extends DomainError {
  constructor() {
    super('OTP_EXPIRED', 'The beneficiary has changed since the code was sent. Start a new transfer.');
  }
}

export class CodeInvalidError extends DomainError {
  constructor(attemptsLeft: number) {
    super('OTP_INVALID', 'The code is wrong.', { meta: { attempts_left: attemptsLeft } });
  }
}

export class AttemptsExhaustedError extends DomainError {
  constructor() {
    super('OTP_ATTEMPTS_EXHAUSTED', 'Too many wrong codes. Start a new transfer.');
  }
}

export class ResendsExhaustedError extends DomainError {
  constructor() {
    super('OTP_RESENDS_EXHAUSTED', 'No further code can be sent. Use the last one, or start a new transfer.');
  }
}

/** Codes go to the address of the account. */
export class RegisteredEmailMissingError extends DomainError {
  constructor() {
    super('REGISTERED_EMAIL_MISSING', 'The account has no registered e-mail address for the code.');
  }
}

/** The person or the account has initiated too many transfers, or the account has entered too many wrong codes. */
export class TransferRateLimitedError extends DomainError {
  private constructor(message: string, retryAfterSeconds: number) {
    super('TRANSFER_RATE_LIMITED', message, {
      meta: { retry_after: retryAfterSeconds },
      retry_after: retryAfterSeconds,
    });
  }

  static tooMany(retryAfterSeconds: number): TransferRateLimitedError {
    const message = 'Too many transfers were started within an hour. Try again later.';
    return new TransferRateLimitedError(message, retryAfterSeconds);
  }

  static wrongCodes(retryAfterSeconds: number): TransferRateLimitedError {
    const message = 'Too many wrong codes were entered within a day. No new transfer can be started for now.';
    return new TransferRateLimitedError(message, retryAfterSeconds);
  }
}
