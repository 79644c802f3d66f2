import { DomainError, ValidationError, type Money } from '@app/kernel';
import type { Payer } from './checkout-order';

/** The payer asked for a method that this link does not offer. */
export class MethodUnavailableError extends DomainError {
  constructor() {
    super('PAYMENT_METHOD_UNAVAILABLE', 'This payment method is not available for this payment.');
  }
}

/** The provider cannot say at the moment which banks the payers of a method choose from. */
export class BanksUnavailableError extends DomainError {
  constructor(method: string, { cause }: ErrorOptions) {
    super('BANKS_UNAVAILABLE', `The list of banks of ${method} is unavailable at the moment.`);
    this.cause = cause;
  }
}

/** The provider does not accept the order. The payer may correct the field, or try another method. */
export class OrderDeclinedError extends DomainError {
  constructor(
    readonly field: Exclude<keyof Payer, 'documentType'> | null,
    options: ErrorOptions = {},
  ) {
    super('ORDER_DECLINED', 'The payment was declined. Check the details, or choose another method.');
    this.cause = options.cause;
  }
}

/** The provider does not take a payment of that amount, although none of its known limits says so. Rule 3.27. */
export class AmountDeclinedError extends ValidationError {
  constructor(amount: Money, options: ErrorOptions = {}) {
    super('The request was not accepted.', {
      amount: [`is not accepted by the payment provider: ${amount.toString()}`],
    });
    this.cause = options.cause;
  }
}

/** The rail does not debit this account. The payer may try another one. */
export class DebitDeclinedError extends DomainError {
  constructor() {
    super('DEBIT_REFUSED', 'This bank account cannot be debited. Check the numbers or use another account.');
  }
}

/** The link has had as many orders as it may have for now, or at all. */
export class TooManyOrdersError extends DomainError {
  constructor() {
    super(
      'TOO_MANY_ORDERS',
      'Too many orders were opened for this payment link. Pay the last one, or try again later.',
    );
  }
}
