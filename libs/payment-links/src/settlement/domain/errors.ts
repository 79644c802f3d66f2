import { DomainError } from '@app/kernel';

export class ReceivedPaymentNotFoundError extends DomainError {
  constructor() {
    super('RECEIVED_PAYMENT_NOT_FOUND', 'There is no received payment with this id.');
  }
}

/** A rail reported an order that it never opened for us. */
export class OrderNotFoundError extends DomainError {
  constructor() {
    super('CHECKOUT_ORDER_NOT_FOUND', 'There is no order with this reference.');
  }
}
