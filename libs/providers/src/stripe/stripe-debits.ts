import type { StatusResponse } from '@app/rails';
import type { Log } from '@app/platform';
import { idOfSent } from '../sent-ids';
import { isObject, type Json } from '../json';
import { together } from '../parts';
import type { StripeClient } from './stripe-client';
import { declinedFact, settledFact, submittedFact, unseenDecline } from './stripe-debit-facts';
import type { StripeObjects } from './stripe-objects';
import type { StripePayments } from './stripe-payments';
import { toJson } from './stripe-wire';

const UNDECIDED: StatusResponse = { facts: [], isDecided: false };
const NOT_AUTHORISED: StatusResponse = { facts: [], isDecided: false, isIdle: true };
/** What a debit is before its payer has named an account that Stripe takes. */
const OPEN = ['requires_payment_method', 'requires_confirmation'];

/** What has become of bank debits. */
export class StripeDebits {
  constructor(
    private readonly client: StripeClient,
    private readonly objects: StripeObjects,
    private readonly payments: StripePayments,
    private readonly log: Log,
  ) {}

  /** Nothing is decided while Stripe has no debit of the order: its payer may still authorise it. */
  async statusOf(reference: string, signal: AbortSignal): Promise<StatusResponse> {
    const payment = await this.objects.find('payment_intent', idOfSent(reference));
    if (payment === undefined) return NOT_AUTHORISED;
    const intent = toJson(
      await this.client.call('retrieve payment intent', signal, (stripe, options) =>
        stripe.paymentIntents.retrieve(payment, {}, options),
      ),
    );
    const status = String(intent['status']);
    if (status === 'succeeded') return this.statusOfSettled(reference, payment, intent, signal);
    if (status === 'processing') return { facts: present(submittedFact(reference, intent)), isDecided: false };
    if (status === 'canceled' || (status === 'requires_payment_method' && unseenDecline(intent) !== undefined)) {
      return { facts: present(declinedFact(reference, intent)), isDecided: true };
    }
    // Its payer has seen the account declined, or has named none.
    if (OPEN.includes(status)) return isObject(intent['last_payment_error']) ? NOT_AUTHORISED : UNDECIDED;
    // Until its payer has verified the account, for which Stripe gives them some days.
    if (status !== 'requires_action') this.log.warn({ reference, status }, 'Stripe debit has an unknown status');
    return UNDECIDED;
  }

  private async statusOfSettled(
    reference: string,
    payment: string,
    intent: Json,
    signal: AbortSignal,
  ): Promise<StatusResponse> {
    const settled = settledFact(reference, intent);
    if (!settled) throw new Error('Stripe gave no amount for the debit');
    const reversals = await this.payments.reversalsOf(payment, signal, reference);
    return together([{ facts: [settled], isDecided: true }, reversals]);
  }
}

function present<T>(value: T | undefined): T[] {
  return value === undefined ? [] : [value];
}
