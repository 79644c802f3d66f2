import { DomainError } from '@app/kernel';
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
