import { RefundRail, type RailRefund, type RailRefundOrder } from '@app/payment-links';
import type { Log } from '@app/platform';
import { emptyAccount, type KnownOrderState } from '@app/rails';
import type { StripeClient } from './stripe-client';
import { StripeRejectedError } from './stripe-errors';
import { refundedAmount, refundFailure, refundState } from './stripe-facts';
import type { StripePayments } from './stripe-payments';
import { sentIdOf } from '../sent-ids';
import { metadataOf, minorUnitsOf, sentIdIn, STRIPE, toJson } from './stripe-wire';
import type Stripe from 'stripe';

/** Gives payers all or part of a payment back. Our refund id is the key of the refund, and in its metadata. */
export class StripeRefundRail extends RefundRail {
  readonly provider = STRIPE;
  /** After a day, as far as it says. */
  override readonly forgetsKeys = true;

  constructor(
    private readonly client: StripeClient,
    private readonly payments: StripePayments,
    private readonly log: Log,
  ) {
    super();
  }

  async submit(order: RailRefundOrder, signal: AbortSignal): Promise<RailRefund> {
    signal.throwIfAborted();
    const payment = await this.paymentOf(order, signal);
    const reference = sentIdOf(order.refundId);
    const params = { payment_intent: payment, amount: minorUnitsOf(order.amount), metadata: metadataOf(reference) };
    try {
      const refund = await this.client.create(
        {
          call: 'create refund',
          key: reference,
          submission: order.submission,
          make: (stripe, options) => stripe.refunds.create(params, options),
          find: () => this.made(payment, reference, signal),
        },
        signal,
      );
      return this.stateOf(refund);
    } catch (error) {
      if (!(error instanceof StripeRejectedError)) throw error;
      // The key of an earlier call may be gone after a day.
      const found = await this.made(payment, reference, signal);
      if (found) return this.stateOf(found);
      if (error.isOutOfFunds) return emptyAccount(error.message);
      return { state: 'failed', reference: null, reason: error.reason };
    }
  }

  async find(order: Omit<RailRefundOrder, 'submission'>, signal: AbortSignal): Promise<KnownOrderState | undefined> {
    const made = await this.made(await this.paymentOf(order, signal), sentIdOf(order.refundId), signal);
    return made && this.stateOf(made);
  }

  private async paymentOf(
    { orderReference }: Pick<RailRefundOrder, 'orderReference'>,
    signal: AbortSignal,
  ): Promise<string> {
    const payment = await this.payments.paymentIntentOf(orderReference, signal);
    if (payment === undefined) throw new Error('the payment at Stripe is not known');
    return payment;
  }

  private async made(payment: string, reference: string, signal: AbortSignal): Promise<Stripe.Refund | undefined> {
    const refunds = await this.payments.refundsOf(payment, signal);
    return refunds.find(({ metadata }) => sentIdIn(metadata) === reference);
  }

  private stateOf(refund: Stripe.Refund): KnownOrderState {
    const [state, reference] = [refundState(toJson(refund)), refund.id];
    if (state === 'failed') return { state, reference, reason: refundFailure(toJson(refund)) };
    if (state === 'completed') return { state, reference, amount: refundedAmount(toJson(refund)) };
    if (!state) this.log.warn({ reference, status: refund.status }, 'Stripe refund has an unknown status');
    return { state: 'processing', reference };
  }
}
