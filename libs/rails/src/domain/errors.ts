import { DomainError } from '@app/kernel';

/** A message that is not authentic (`INVALID_SIGNATURE`) or not readable (`MALFORMED_NOTIFICATION`). */
export class MessageRejectedError extends DomainError {
  constructor(code: 'INVALID_SIGNATURE' | 'MALFORMED_NOTIFICATION', message: string) {
    super(code, message);
  }
}
