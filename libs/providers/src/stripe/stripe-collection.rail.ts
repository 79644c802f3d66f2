import { CollectionRail, type RailOrder, type RailOrderRequest } from '@app/payment-links';
import { sentIdOf } from '../sent-ids';
import { STRIPE } from './stripe-wire';

/**
 * Opens the orders of bank debits. Stripe gets nothing of them before the payer authorises the debit, so that an order
 * that is only looked at leaves no payment there.
 */
export class StripeCollectionRail extends CollectionRail {
  readonly provider = STRIPE;

  async open({ orderId }: RailOrderRequest, signal: AbortSignal): Promise<RailOrder> {
    signal.throwIfAborted();
    const reference = sentIdOf(orderId);
    return { reference, instructions: [{ label: 'reference', value: reference, kind: 'copy' }], expiresAt: null };
  }
}
