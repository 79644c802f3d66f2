import { AmountDeclinedError, CardPlatform, type CardSession, type CardSessionRequest } from '@app/payment-links';
import type Stripe from 'stripe';
import type { StripeClient } from './stripe-client';
import { StripeRejectedError } from './stripe-errors';
import type { StripeObjects } from './stripe-objects';
import type { StripePayments } from './stripe-payments';
import { idOfSent, sentIdOf } from '../sent-ids';
import { metadataOf, minorUnitsOf, sentIdIn, STRIPE } from './stripe-wire';

/** What Stripe takes as the name of a product. */
const MAX_NAME = 250;

/**
 * Accepts cards on payment links of Stripe, each of which can be paid once. Our link id is the key of the link at Stripe.
 * Links cannot be found by it, so that Stripe's id is stored.
 */
export class StripeCardPlatform extends CardPlatform {
  readonly provider = STRIPE;

  constructor(
    private readonly client: StripeClient,
    private readonly objects: StripeObjects,
    private readonly payments: StripePayments,
  ) {
    super();
  }

  async openSession(request: CardSessionRequest, signal: AbortSignal): Promise<CardSession> {
    signal.throwIfAborted();
    const link = await this.linkOf(request, signal);
    return {
      reference: sentIdOf(request.linkId),
      instructions: [{ label: 'card_page', value: link.url, kind: 'link' }],
    };
  }

  /** Switches the link off, so that nobody can begin to pay, and ends what has begun. */
  async closeSession(reference: string, signal: AbortSignal): Promise<'closed' | 'paid'> {
    signal.throwIfAborted();
    const link = await this.objects.find('payment_link', idOfSent(reference));
    if (link === undefined) throw new Error('the link at Stripe is not known');
    const update = (stripe: Stripe, options: Stripe.RequestOptions) =>
      stripe.paymentLinks.update(link, { active: false }, options);
    await this.client.call('deactivate payment link', signal, update);
    for (const { id } of await this.payments.sessionsOf(link, 'open', signal)) await this.expire(id, signal);
    // In this order: a session that is completed meanwhile is in one of the lists.
    const open = await this.payments.sessionsOf(link, 'open', signal);
    const complete = await this.payments.sessionsOf(link, 'complete', signal);
    if (complete.some(({ payment_status: payment }) => payment === 'paid')) return 'paid';
    if (open.length + complete.length > 0) throw new Error('a payment at Stripe is not decided');
    return 'closed';
  }

  /** A session that cannot be expired was completed just before, or its payment is under way. */
  private async expire(session: string, signal: AbortSignal): Promise<void> {
    try {
      await this.client.call('expire session', signal, (stripe, options) =>
        stripe.checkout.sessions.expire(session, {}, options),
      );
    } catch (error) {
      if (!(error instanceof StripeRejectedError)) throw error;
    }
  }

  /** The link, or the one that an earlier call made. */
  private async linkOf(request: CardSessionRequest, signal: AbortSignal): Promise<Stripe.PaymentLink> {
    const known = await this.objects.find('payment_link', request.linkId);
    if (known !== undefined) {
      return this.client.call('retrieve payment link', signal, (stripe, options) =>
        stripe.paymentLinks.retrieve(known, {}, options),
      );
    }
    const reference = sentIdOf(request.linkId);
    const link = await this.client
      .create(
        {
          call: 'create payment link',
          key: reference,
          make: (stripe, options) => stripe.paymentLinks.create(paramsOf(reference, request), options),
          find: () => this.recent(reference, signal),
        },
        signal,
      )
      .catch((error: unknown) => {
        const isAmount = error instanceof StripeRejectedError && error.isAboutAmount;
        throw isAmount ? new AmountDeclinedError(request.amount, { cause: error }) : error;
      });
    await this.objects.keep('payment_link', request.linkId, link.id);
    return link;
  }

  /** Among the newest links, which is where one is whose creation has just failed. */
  private async recent(reference: string, signal: AbortSignal): Promise<Stripe.PaymentLink | undefined> {
    const { data } = await this.client.call('list payment links', signal, (stripe, options) =>
      stripe.paymentLinks.list({ active: true, limit: 100 }, options),
    );
    return data.find(({ metadata }) => sentIdIn(metadata) === reference);
  }
}

function paramsOf(
  reference: string,
  { amount, description, returnUrl }: CardSessionRequest,
): Stripe.PaymentLinkCreateParams {
  const name = [...description].slice(0, MAX_NAME).join('').trim();
  const metadata = metadataOf(reference);
  return {
    line_items: [
      {
        price_data: {
          currency: amount.currency.toLowerCase(),
          unit_amount: minorUnitsOf(amount),
          product_data: { name: name === '' ? reference : name },
        },
        quantity: 1,
      },
    ],
    restrictions: { completed_sessions: { limit: 1 } },
    payment_method_types: ['card'],
    metadata,
    payment_intent_data: { metadata },
    after_completion: { type: 'redirect', redirect: { url: returnUrl } },
  };
}
