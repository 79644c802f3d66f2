import { DomainError } from '@app/kernel';

export class BeneficiaryNotFoundError extends DomainError {
  constructor() {
    super('BENEFICIARY_NOT_FOUND', 'The account has no such beneficiary.');
  }
}

/** A transfer to a beneficiary that was deactivated. */
export class BeneficiaryInactiveError extends DomainError {
  constructor() {
    super('BENEFICIARY_INACTIVE', 'The beneficiary is deactivated. Activate it before you transfer money to it.');
  }
}

export class BankAccountNotFoundError extends DomainError {
  constructor() {
    super('BANK_ACCOUNT_NOT_FOUND', 'The account has no such bank account.');
  }
}
