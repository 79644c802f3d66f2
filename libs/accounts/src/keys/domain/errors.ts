import { DomainError, ValidationError } from '@app/kernel';

/** The record of a verified key has lost its owner. Rule 2.18. */
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
