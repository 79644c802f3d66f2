import { DomainError } from '@app/kernel';

/** A message that is not authentic (`INVALID_SIGNATURE`) or not readable (`MALFORMED_NOTIFICATION`). */
export class MessageRejectedError extends DomainError {
  constructor(code: 'INVALID_SIGNATURE' | 'MALFORMED_NOTIFICATION', message: string) {
    super(code, message);
  }
}

/** A fact about the order, payout or refund of another provider. `as`: the error for a subject that does not exist. */
export class ForeignSubjectError extends DomainError {
  constructor(as: DomainError) {
    super(as.code, as.message, as.details);
  }
}

/** No configured provider has that name. */
export class UnknownProviderError extends DomainError {
  constructor() {
    super('RESOURCE_NOT_FOUND', 'There is nothing at this address.');
  }
}

/** An unsigned message about a subject that the service does not have. */
export class UnknownSubjectError extends DomainError {
  constructor() {
    super('RESOURCE_NOT_FOUND', 'The service has no such record.');
  }
}

export class CaseNotFoundError extends DomainError {
  constructor() {
    super('CASE_NOT_FOUND', 'There is no case with this id.');
  }
}

export class CaseResolvedError extends DomainError {
  constructor() {
    super('CASE_RESOLVED', 'The case has already been resolved.');
  }
}

/** A record that closes with its own command. `closedBy` names it. */
export class CaseClosedElsewhereError extends DomainError {
  constructor(closedBy: string) {
    super('CASE_CLOSED_ELSEWHERE', `This case closes by its own command: ${closedBy}.`);
  }
}
