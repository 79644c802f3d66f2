import type { EventName, WebhookEvent } from '@app/webhooks';
import type { Payout } from '../domain/payout';

/** A payout's event as webhooks carry it. */
export function payoutEvent(type: Extract<EventName, `payout.${string}`>, payout: Payout): WebhookEvent {
  const { amount, destinationAmount } = payout.figures;
  return {
    accountId: payout.accountId,
    type,
    createdAt: payout.updatedAt,
    data: {
      payout_id: payout.id,
      type: payout.type,
      status: payout.status,
      amount: amount.toFixed(),
      currency: amount.currency,
      destination_amount: destinationAmount.toFixed(),
      destination_currency: destinationAmount.currency,
      failure_reason: payout.failureReason,
      returned_at: payout.returnedAt?.toISOString() ?? null,
    },
  };
}
