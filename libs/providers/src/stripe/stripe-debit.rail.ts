import {
  AmountDeclinedError,
  DebitDeclinedError,
  DebitRail,
  type DebitAuthorisation,
  type Instruction,
  type RailDebitOrder,
} from '@app/payment-links';
import type { Log } from '@app/platform';
import type Stripe from 'stripe';
import { idOfSent } from '../sent-ids';
import type { StripeClient } from './stripe-client';
import { debitMetadata, declineMetadata, mandateOf, unseenDecline } from './stripe-debit-facts';
import { StripeRejectedError } from './stripe-errors';
import type { StripeObjects } from './stripe-objects';
import { minorUnitsOf, STRIPE, toJson } from './stripe-wire';

/** What Stripe takes as a description. */
const MAX_DESCRIPTION = 1_000;

/** Codes of rejections that are about the account that the payer named. Declines by a bank have another status. */
const ACCOUNT_CODES: ReadonlySet<string | null> = new Set([
  'account_number_invalid',
  'bank_account_bad_routing_numbers',
  'bank_account_declined',
  'bank_account_restricted',
  'bank_account_unusable',
  'bank_account_unverified',
  'email_invalid',
  'payment_method_bank_account_blocked',
  'payment_method_customer_decline',
  'payment_method_microdeposit_failed',
  'payment_method_provider_decline',
  'payment_method_restricted',
  'routing_number_invalid',
]);

/**
 * Debits US bank accounts by ACH, in two steps. The payment intent, which moves nothing, is made under our order id
 * when the payer first authorises the debit, and its id is stored. It is then confirmed with the account, and can be paid
 * only once: whatever became of an earlier call, and whatever account it named, there is never a second debit.
 */
export class StripeDebitRail extends DebitRail {
  readonly provider = STRIPE;

  constructor(
    private readonly client: StripeClient,
    private readonly objects: StripeObjects,
    private readonly log: Log,
  ) {
    super();
  }

  async confirm(
    order: RailDebitOrder,
    debit: DebitAuthorisation,
    signal: AbortSignal,
  ): Promise<readonly Instruction[]> {
    signal.throwIfAborted();
    const intent = await this.intentOf(order, debit, signal);
    if (!isOpen(intent)) return this.stepsOf(intent);
    try {
      return this.stepsOf(await this.submit(intent.id, debit, signal));
    } catch (error) {
      if (!(error instanceof StripeRejectedError)) throw error;
      const after = await this.retrieve(intent.id, signal);
      // Another click of the payer was faster.
      if (!isOpen(after)) return this.stepsOf(after);
      if (!error.isDecline && !ACCOUNT_CODES.has(error.code)) throw error;
      await this.noteDecline(after, signal);
      throw new DebitDeclinedError();
    }
  }

  /** The payment of the order, which has the mandate that the payer has authorised now. */
  private async intentOf(
    order: RailDebitOrder,
    debit: DebitAuthorisation,
    signal: AbortSignal,
  ): Promise<Stripe.PaymentIntent> {
    const { reference, amount } = order;
    const { mandateVersion } = debit.consent;
    const known = await this.objects.find('payment_intent', idOfSent(reference));
    const intent = known === undefined ? await this.create(order, debit, signal) : await this.retrieve(known, signal);
    const kept = known ?? (await this.objects.keep('payment_intent', idOfSent(reference), intent.id));
    if (kept !== intent.id) return this.intentOf(order, debit, signal);
    if (intent.amount !== minorUnitsOf(amount)) throw new Error('Stripe has another amount for the debit');
    if (!isOpen(intent) || mandateOf(toJson(intent)) === mandateVersion) return intent;
    const metadata = debitMetadata(reference, mandateVersion);
    return this.client.call('update payment intent', signal, (stripe, options) =>
      stripe.paymentIntents.update(intent.id, { metadata }, options),
    );
  }

  private create(
    { reference, amount, description }: RailDebitOrder,
    { consent }: DebitAuthorisation,
    signal: AbortSignal,
  ): Promise<Stripe.PaymentIntent> {
    const params: Stripe.PaymentIntentCreateParams = {
      amount: minorUnitsOf(amount),
      currency: amount.currency.toLowerCase(),
      allowed_payment_method_types: ['us_bank_account'],
      description: [...description].slice(0, MAX_DESCRIPTION).join(''),
      metadata: debitMetadata(reference, consent.mandateVersion),
    };
    return this.client
      .create(
        {
          call: 'create payment intent',
          // Stripe rejects a key whose parameters have changed.
          key: `${reference}:${consent.mandateVersion}`,
          make: (stripe, options) => stripe.paymentIntents.create(params, options),
          // One whose id is lost is never confirmed, and so moves nothing.
          find: () => Promise.resolve(undefined),
        },
        signal,
      )
      .catch((error: unknown) => {
        const isAmount = error instanceof StripeRejectedError && error.isAboutAmount;
        throw isAmount ? new AmountDeclinedError(amount, { cause: error }) : error;
      });
  }

  private retrieve(id: string, signal: AbortSignal): Promise<Stripe.PaymentIntent> {
    return this.client.call('retrieve payment intent', signal, (stripe, options) =>
      stripe.paymentIntents.retrieve(id, {}, options),
    );
  }

  /** The package gives each call an idempotency key of its own, so that a repetition by the connection is harmless. */
  private submit(id: string, debit: DebitAuthorisation, signal: AbortSignal): Promise<Stripe.PaymentIntent> {
    const params = confirmationOf(debit);
    return this.client.call('confirm payment intent', signal, (stripe, options) =>
      stripe.paymentIntents.confirm(id, params, options),
    );
  }

  /** What is left for the payer to do. */
  private stepsOf({ id, status, next_action: action }: Stripe.PaymentIntent): readonly Instruction[] {
    if (status === 'processing' || status === 'succeeded') return [];
    if (status === 'canceled' || status === 'requires_payment_method') throw new DebitDeclinedError();
    const verification = status === 'requires_action' ? action?.verify_with_microdeposits : undefined;
    if (verification) {
      const arrival = new Date(verification.arrival_date * 1_000).toISOString().slice(0, 10);
      return [
        { label: 'account_verification', value: verification.hosted_verification_url, kind: 'link' },
        { label: 'deposits_expected', value: arrival, kind: 'date' },
      ];
    }
    this.log.warn({ reference: id, status, next_action: action?.type }, 'Stripe debit has an unknown status');
    return [];
  }

  /**
   * Notes at Stripe that the payer has seen the decline. Without that, a status inquiry would report it as that of a
   * confirmed debit.
   */
  private async noteDecline(intent: Stripe.PaymentIntent, signal: AbortSignal): Promise<void> {
    const declined = unseenDecline(toJson(intent));
    if (declined === undefined) return;
    const metadata = declineMetadata(declined);
    await this.client
      .call('update payment intent', signal, (stripe, options) =>
        stripe.paymentIntents.update(intent.id, { metadata }, options),
      )
      .catch(() => undefined);
  }
}

/** Whether an account can still be named for the debit. */
function isOpen({ status }: Stripe.PaymentIntent): boolean {
  return status === 'requires_payment_method' || status === 'requires_confirmation';
}

function confirmationOf({ account, email, consent }: DebitAuthorisation): Stripe.PaymentIntentConfirmParams {
  return {
    payment_method_data: {
      type: 'us_bank_account',
      us_bank_account: {
        routing_number: account.routingNumber,
        account_number: account.accountNumber,
        account_type: account.type,
        account_holder_type: account.holderType,
      },
      billing_details: { name: account.holder, ...(email !== null && { email }) },
    },
    mandate_data: {
      customer_acceptance: {
        type: 'online',
        online: { ip_address: consent.ip, user_agent: consent.userAgent === '' ? 'unknown' : consent.userAgent },
      },
    },
  };
}
