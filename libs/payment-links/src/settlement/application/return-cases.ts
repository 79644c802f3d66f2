import { Money } from '@app/kernel';
import type { FactCase } from '@app/rails';
import type { CheckoutOrder } from '../../checkout/domain/checkout-order';
import type { PaymentLink } from '../../links/domain/payment-link';
import type { PaymentFact } from '../domain/payment-fact';
import { EXCEPTION_RETURNED, type ReportedException, type SettlementOutcome } from '../domain/settlement-decision';

/** A return of money that a payment exception has, or that staff credited without an order. */
export interface ExceptionReturn {
  readonly outcome: SettlementOutcome;
  /** What the bank says that it took back; null for all of it. */
  readonly taken: PaymentFact['paid'];
  readonly exception: ReportedException | null;
  readonly link: { readonly id: string; readonly accountId: string } | null;
}

/** The case of a return of which nothing was left, which takes nothing by itself: its bank may have reported one twice. */
export function repeatedReturnCase(
  outcome: SettlementOutcome,
  link: PaymentLink,
  order: CheckoutOrder,
): FactCase | undefined {
  if (outcome !== 'returned_again') return undefined;
  return {
    kind: 'dispute_difference',
    subject: { type: 'checkout_order', id: order.id },
    accountId: link.accountId,
    linkId: link.id,
    paymentId: null,
    expected: null,
    proposal: 'ask_provider',
  };
}

/** The case of a return that took another amount than the exception has, or took it again. Rule 17.22. */
export function exceptionReturnCase({ outcome, taken, exception, link }: ExceptionReturn): FactCase | undefined {
  const isRepeated = outcome === 'returned_again';
  const isReturn =
    isRepeated || outcome === EXCEPTION_RETURNED || outcome === 'credit_returned' || outcome === 'short_return';
  if (!isReturn || !taken || !exception || (exception.payment && !isRepeated)) return undefined;
  const { id, amount: had } = exception;
  const about = {
    subject: { type: 'payment_exception', id },
    accountId: link?.accountId ?? null,
    linkId: link?.id ?? null,
    paymentId: null,
    expected: had instanceof Money ? had : null,
  };
  if (isRepeated) return { ...about, kind: 'dispute_difference', proposal: 'ask_provider' };
  if (!(taken instanceof Money && had instanceof Money && taken.currency === had.currency)) {
    return { ...about, kind: 'dispute_currency', proposal: 'adjust_wallet' };
  }
  const difference = taken.minus(had);
  if (difference.isPositive()) {
    return { ...about, kind: 'dispute_difference', proposal: 'adjust_wallet', amount: difference };
  }
  if (difference.isZero()) return undefined;
  // What staff credited stays as it is: only the amount that came back is known to be missing.
  const isWaiting = outcome === EXCEPTION_RETURNED;
  const amount = isWaiting ? difference.absolute() : taken;
  return { ...about, kind: 'short_return', proposal: isWaiting ? 'ask_provider' : 'adjust_wallet', amount };
}
