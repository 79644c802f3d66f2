import { DomainError } from '@app/kernel';

export class DisputeNotFoundError extends DomainError {
  constructor() {
    super('DISPUTE_NOT_FOUND', 'There is no dispute with this id.');
  }
}
