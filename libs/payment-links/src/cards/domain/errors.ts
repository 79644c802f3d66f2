import { DomainError } from '@app/kernel';

/** The card platform failed or did not answer; `cause` tells the log why. Nothing was changed on our side. */
export class CardPaymentError extends DomainError {
  constructor(cause?: unknown) {
    super('CARD_PAYMENT_ERROR', 'The card platform did not do what was asked of it. Try again.');
    this.cause = cause;
  }
}
