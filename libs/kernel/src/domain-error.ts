/** What an error carries besides its code and message. The API returns all of it unchanged. */
export interface ErrorDetails {
  errors?: Readonly<Record<string, unknown>>;
  meta?: Readonly<Record<string, unknown>>;
  /** Seconds to wait before the next attempt. */
  retry_after?: number;
}

/**
 * An error of the domain, with one of the service's codes. It knows nothing of HTTP: one table in the API maps codes
 * to statuses.
 */
export class DomainError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly details: ErrorDetails = {},
  ) {
    super(message);
    this.name = new.target.name;
  }
}

/** Input that was understood and rejected; `errors` maps a field to its problems. Code `VALIDATION_FAILED`. */
export class ValidationError extends DomainError {
  constructor(message: string, errors?: Readonly<Record<string, readonly string[]>>) {
    super('VALIDATION_FAILED', message, errors ? { errors } : {});
  }

  /** An error about a single field. */
  static of(field: string, problem: string): ValidationError {
    return new ValidationError('The request was not accepted.', { [field]: [problem] });
  }
}
