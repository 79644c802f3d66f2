import { decimalsOf, digitsOf, DomainError, type Currency, type Decimal, type Money } from '@app/kernel';
import type { ExceptionStatus } from './payment-exception';
import { MINIMUM, type LinkKind, type LinkStatus } from './payment-link';

const CARD = { payment_link: '', card_payment_link: 'CARD_' } as const;

export class PaymentLinkNotFoundError extends DomainError {
  constructor(kind: LinkKind = 'payment_link') {
    super(`${CARD[kind]}PAYMENT_LINK_NOT_FOUND`, 'There is no payment link with this id.');
  }
}

export class PaymentLinkNotActiveError extends DomainError {
  constructor(status: LinkStatus, kind: LinkKind = 'payment_link') {
    super(`${CARD[kind]}PAYMENT_LINK_NOT_ACTIVE`, `The payment link is no longer active: it is ${status}.`, {
      errors: { status },
    });
  }
}

export class PaymentLinkCannotCancelError extends DomainError {
  constructor(currentUses: number) {
    super('PAYMENT_LINK_CANNOT_CANCEL', 'The payment link has been used and cannot be cancelled.', {
      errors: { current_uses: currentUses },
    });
  }
}

export class MinimumAmountError extends DomainError {
  /** The amount is shown as it was sent, with the digits of its currency at least: it may have more of them. */
  constructor(amount: Decimal, currency: Currency, amountUsd: Money) {
    const sent = amount.toFixed(Math.max(digitsOf(currency), decimalsOf(amount)));
    super(
      'BUSINESS_PAYMENT_LINK_MINIMUM_AMOUNT',
      `A collection must be worth at least ${MINIMUM.toString()}; ${sent} ${currency} is worth ${amountUsd.toString()}.`,
      { meta: { amount: sent, currency, amount_usd: amountUsd.toFixed(), minimum_usd: MINIMUM.toFixed() } },
    );
  }
}

export class UsdAccountNotEnabledError extends DomainError {
  constructor() {
    super('USD_ACCOUNT_NOT_ENABLED', 'USD collection is not enabled on this account. Contact support.');
  }
}

export class CardPaymentsNotEnabledError extends DomainError {
  constructor() {
    super('CARD_PAYMENTS_NOT_ENABLED', 'Card collection is not enabled on this account. Contact support.');
  }
}

/** The card platform failed or did not answer; `cause` tells the log why. Nothing was changed on our side. */
export class CardPaymentError extends DomainError {
  constructor(cause?: unknown) {
    super('CARD_PAYMENT_ERROR', 'The card platform did not do what was asked of it. Try again.');
    this.cause = cause;
  }
}

export class WalletNotFoundError extends DomainError {
  constructor() {
    super('WALLET_NOT_FOUND', 'The account has no wallet for local currencies. Contact support.');
  }
}

/** An account that was never given a wallet. The code is the specification's: a fault of ours, not of the caller. */
export class NoWalletProvisionedError extends DomainError {
  constructor() {
    super('SYSTEM_DATABASE_ERROR', 'The account cannot collect yet. Contact support.');
  }
}

export class ReceivedPaymentNotFoundError extends DomainError {
  constructor() {
    super('RECEIVED_PAYMENT_NOT_FOUND', 'There is no received payment with this id.');
  }
}

/** The payer asked for a method that this link does not offer. */
export class MethodUnavailableError extends DomainError {
  constructor() {
    super('PAYMENT_METHOD_UNAVAILABLE', 'This payment method is not available for this payment.');
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

/** The rail does not debit this account. The payer may try another one. */
export class DebitRefusedError extends DomainError {
  constructor() {
    super('DEBIT_REFUSED', 'This bank account cannot be debited. Check the numbers or use another account.');
  }
}

export class PaymentExceptionNotFoundError extends DomainError {
  constructor() {
    super('PAYMENT_EXCEPTION_NOT_FOUND', 'There is no payment exception with this id.');
  }
}

export class PaymentExceptionResolvedError extends DomainError {
  constructor(status: ExceptionStatus) {
    super('PAYMENT_EXCEPTION_RESOLVED', `The payment exception has been resolved already: it is ${status}.`);
  }
}

/** An exception that cannot be credited as asked; the message says what staff can do. */
export class ExceptionNotCreditableError extends DomainError {
  constructor(why: string) {
    super('PAYMENT_EXCEPTION_NOT_CREDITABLE', why);
  }
}
