import { DomainError } from '@app/kernel';

/** The card platform failed or did not respond; `cause` is for the log. Nothing was changed on our side. */
export class CardPaymentError extends DomainError {
  constructor(cause?: unknown) {
    super('CARD_PAYMENT_ERROR', 'The card platform did not complete the request. Try again.');
    this.cause = cause;
  }
}
