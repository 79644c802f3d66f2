import { DomainError } from '@app/kernel';

export class ReceivedPaymentNotFoundError extends DomainError {
  constructor() {
    super('RECEIVED_PAYMENT_NOT_FOUND', 'There is no received payment with this id.');
  }
}

/** What claims to come from a rail cannot be believed (`INVALID_SIGNATURE`) or read (`MALFORMED_NOTIFICATION`). */
export class NotificationRefusedError extends DomainError {}

/** A rail told of an order that it never opened for us. */
export class OrderNotFoundError extends DomainError {
  constructor() {
    super('CHECKOUT_ORDER_NOT_FOUND', 'There is no order with this reference.');
  }
}
