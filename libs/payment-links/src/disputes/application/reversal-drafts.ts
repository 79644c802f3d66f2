import { Money, newId } from '@app/kernel';
import type { Share } from '../../settlement/domain/payment-share';
import type { ReceivedPayment } from '../../settlement/domain/received-payment';
import type { Refund } from '../../refunds/domain/refund';
import type { Dispute } from '../domain/dispute';
import type { ReversalFact } from './reversal-facts';

/** The dispute that the fact opened, which took that part. */
export function disputeOf(payment: ReceivedPayment, fact: ReversalFact, part: Share, now: Date): Dispute {
  const isLost = fact.type === 'dispute.lost';
  const { amount, reason, providerReference } = fact;
  return {
    id: newId(),
    accountId: payment.accountId,
    paymentId: payment.id,
    linkId: payment.linkId,
    walletId: payment.walletId,
    status: isLost ? 'lost' : 'open',
    amount: part.amount,
    walletAmount: part.walletAmount,
    exchangeRate: payment.terms.exchangeRate,
    reported: amount instanceof Money ? { amount: amount.toFixed(), currency: amount.currency } : amount,
    kept: { amount: Money.zero(part.amount.currency), walletAmount: Money.zero(part.walletAmount.currency) },
    reason,
    provider: payment.provider,
    providerReference,
    openedAt: now,
    resolvedAt: isLost ? now : null,
  };
}

/** The refund that was made at the provider, which took that part. */
export function madeRefundOf(payment: ReceivedPayment, fact: ReversalFact, part: Share, now: Date): Refund {
  return {
    id: newId(),
    accountId: payment.accountId,
    paymentId: payment.id,
    linkId: payment.linkId,
    orderId: payment.orderId,
    walletId: payment.walletId,
    holdId: null,
    status: 'completed',
    amount: part.amount,
    walletAmount: part.walletAmount,
    exchangeRate: payment.terms.exchangeRate,
    reason: fact.reason,
    origin: 'provider',
    failureReason: null,
    providerReason: null,
    provider: payment.provider,
    orderReference: payment.providerReference,
    providerReference: fact.providerReference,
    requestedBy: null,
    requestId: null,
    createdAt: now,
    updatedAt: now,
    completedAt: now,
    failedAt: null,
    correctedAt: null,
    caseOpenedAt: null,
  };
}
