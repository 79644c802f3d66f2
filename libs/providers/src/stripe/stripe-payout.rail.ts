import { emptyAccount } from '@app/rails';
import { PayoutRail, type RailKnowledge, type RailPayoutOrder, type RailSubmission } from '@app/transfers';
import type Stripe from 'stripe';
import { sentIdOf } from '../sent-ids';
import type { StripeClient } from './stripe-client';
import { StripeRejectedError } from './stripe-errors';
import type { StripeObjects } from './stripe-objects';
import { PayoutPlan, type OutboundPayment, type StripeOutboundPayments } from './stripe-outbound-payments';
import type { StripeRecipients } from './stripe-recipients';
import { metadataOf, minorUnitsOf, STRIPE } from './stripe-wire';

/** Kinds of rejections after which the payout can never be made as it is. Any other may pass, such as a low balance. */
const FINAL: ReadonlySet<string | null> = new Set([
  'blocked_by_stripe',
  'invalid_payout_method',
  'invalid_request_error',
]);

/**
 * Pays out to US bank accounts in three steps: a recipient, its bank account, and the payment, which alone moves money.
 * Each step is idempotent, and its id is stored before the next one. Before the payment, its recipient is stored with the
 * payout, so that the payment can be found when the response is lost and Stripe has forgotten the idempotency key.
 */
export class StripePayoutRail extends PayoutRail {
  readonly provider = STRIPE;
  /** After a day, as far as it says. */
  override readonly forgetsKeys = true;

  constructor(
    private readonly client: StripeClient,
    private readonly objects: StripeObjects,
    private readonly recipients: StripeRecipients,
    private readonly payments: StripeOutboundPayments,
    private readonly financialAccount: string,
  ) {
    super();
  }

  async submit(order: RailPayoutOrder, signal: AbortSignal): Promise<RailSubmission> {
    signal.throwIfAborted();
    try {
      const payment = (await this.payments.find(order.payoutId, signal)) ?? (await this.pay(order, signal));
      if (payment.amount.value !== minorUnitsOf(order.amount)) {
        throw new Error('Stripe has another amount for the payout');
      }
      const known = this.payments.stateOf(payment);
      if (known.state !== 'failed') return { outcome: 'accepted', reference: payment.id };
      return { outcome: 'declined', reason: known.reason ?? 'Stripe failed the payout' };
    } catch (error) {
      if (error instanceof StripeRejectedError && error.isOutOfFunds) {
        return { outcome: 'refused', refusal: emptyAccount(error.message) };
      }
      if (!(error instanceof StripeRejectedError) || !FINAL.has(error.type) || error.isNotFound) throw error;
      return { outcome: 'declined', reason: error.reason ?? `Stripe rejected the payout with ${error.status}` };
    }
  }

  async find(payoutId: string, signal: AbortSignal): Promise<RailKnowledge> {
    signal.throwIfAborted();
    const payment = await this.payments.find(payoutId, signal);
    return payment ? this.payments.stateOf(payment) : { state: 'unknown' };
  }

  private async pay(order: RailPayoutOrder, signal: AbortSignal): Promise<OutboundPayment> {
    const { payoutId } = order;
    const reference = sentIdOf(payoutId);
    const plan = await this.planOf(order, reference, signal);
    const params = this.paramsOf(order, plan, reference);
    const payment = await this.client.create(
      {
        call: 'create outbound payment',
        key: reference,
        submission: order.submission,
        make: (stripe, options) => stripe.v2.moneyManagement.outboundPayments.create(params, options),
        find: (patience) => this.madeEarlier(plan, payoutId, patience),
      },
      signal,
    );
    await this.objects.keep('outbound_payment', payoutId, payment.id);
    return payment;
  }

  /** Where Stripe repeats a failure of its own and lists no payment, there may still be one: another key could pay twice. */
  private async madeEarlier(plan: PayoutPlan, payoutId: string, signal: AbortSignal): Promise<OutboundPayment> {
    const payment = await this.payments.search(plan, payoutId, signal);
    if (payment) return payment;
    throw new Error('Stripe repeats a failure, and does not list the payment');
  }

  /** The recipient that the first attempt chose: a second one could be paid as well. */
  private async planOf(order: RailPayoutOrder, reference: string, signal: AbortSignal): Promise<PayoutPlan> {
    const made = await this.objects.find('payout_plan', order.payoutId);
    if (made !== undefined) return PayoutPlan.read(made);
    const { text } = PayoutPlan.of(await this.recipients.of(order, signal), reference);
    return PayoutPlan.read(await this.objects.keep('payout_plan', order.payoutId, text));
  }

  private paramsOf(
    { amount, comment }: RailPayoutOrder,
    { recipient }: PayoutPlan,
    reference: string,
  ): Stripe.V2.MoneyManagement.OutboundPaymentCreateParams {
    const currency = amount.currency.toLowerCase();
    return {
      amount: { value: minorUnitsOf(amount), currency },
      from: { financial_account: this.financialAccount, currency },
      to: { recipient: recipient.account, payout_method: recipient.payoutMethod, currency },
      ...(comment !== null && { description: comment }),
      metadata: metadataOf(reference),
      // The service notifies recipients itself.
      recipient_notification: { setting: 'none' },
    };
  }
}
