import { DomainError } from '@app/kernel';
import type { ExceptionStatus } from '../../settlement/domain/payment-exception';

export class PaymentExceptionNotFoundError extends DomainError {
  constructor() {
    super('PAYMENT_EXCEPTION_NOT_FOUND', 'There is no payment exception with this id.');
  }
}

export class PaymentExceptionResolvedError extends DomainError {
  constructor(status: ExceptionStatus) {
    super('PAYMENT_EXCEPTION_RESOLVED', `The payment exception has already been resolved: it is ${status}.`);
  }
}

/** An exception that cannot be credited as asked; the message says what staff can do. */
export class ExceptionNotCreditableError extends DomainError {
  constructor(why: string) {
    super('PAYMENT_EXCEPTION_NOT_CREDITABLE', why);
  }
}
