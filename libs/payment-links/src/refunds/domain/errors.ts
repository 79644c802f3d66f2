import { DomainError, type Money } from '@app/kernel';

export class RefundNotFoundError extends DomainError {
  constructor() {
    super('REFUND_NOT_FOUND', 'There is no refund with this id.');
  }
}

/** Staff cannot fail the refund now. */
export class RefundNotFailableError extends DomainError {
  constructor(why: string) {
    super('REFUND_NOT_FAILABLE', `The refund cannot be failed: ${why}.`);
  }
}

/** Why a payment cannot be refunded. */
export type RefundObstacle = 'not_credited' | 'returned' | 'disputed' | 'refunded' | 'method' | 'provider' | 'partial';

const TEXTS: Readonly<Record<RefundObstacle, string>> = {
  not_credited: 'The payment is not credited yet.',
  returned: 'The payment was returned.',
  disputed: 'The payer disputes the payment.',
  refunded: 'The payment is refunded already.',
  method: 'Payments by this method cannot be refunded.',
  provider: 'The provider of the payment cannot refund it.',
  partial: 'Payments by this method can only be refunded as a whole.',
};

/** `meta.reason` says why. */
export class RefundNotPossibleError extends DomainError {
  constructor(reason: RefundObstacle) {
    super('REFUND_NOT_POSSIBLE', TEXTS[reason], { meta: { reason } });
  }
}

/** The amount is more than what is left of the payment, which `meta` names. */
export class RefundExceedsPaymentError extends DomainError {
  constructor(left: Money) {
    super('REFUND_EXCEEDS_PAYMENT', 'The amount is more than what can still be refunded.', {
      meta: { refundable: left.toFixed(), currency: left.currency },
    });
  }
}
