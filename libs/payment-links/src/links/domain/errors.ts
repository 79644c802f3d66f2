import { decimalsOf, digitsOf, DomainError, type Currency, type Decimal, type Money } from '@app/kernel';
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
  /** The amount is shown as it was sent, with at least the digits of its currency; it may have more. */
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

export class WalletNotFoundError extends DomainError {
  constructor() {
    super('WALLET_NOT_FOUND', 'The account has no wallet for local currencies. Contact support.');
  }
}

/** An account that was never given a wallet. The code says that it is our fault, not the caller's (rule 1.21). */
export class NoWalletProvisionedError extends DomainError {
  constructor() {
    super('SYSTEM_DATABASE_ERROR', 'The account cannot collect yet. Contact support.');
  }
}
