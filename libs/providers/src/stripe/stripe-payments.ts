import type { StatusResponse } from '@app/rails';
import type Stripe from 'stripe';
import type { StripeClient } from './stripe-client';
import { debitReference, returnFacts } from './stripe-debit-facts';
import { adjustmentFacts, disputeFacts, isOpenDispute } from './stripe-disputes';
import { receivedFact, refundFact, refundState } from './stripe-facts';
import type { StripeObjects } from './stripe-objects';
import { partOf, together } from '../parts';
import { idOfSent } from '../sent-ids';
import { sentIdIn, relatedId, toJson } from './stripe-wire';

const NOTHING: StatusResponse = { facts: [], isDecided: true };
/** The most that Stripe gives at once. */
const PAGE = 100;

/** Payments at Stripe: of card pages, and what has become of any since. */
export class StripePayments {
  constructor(
    private readonly client: StripeClient,
    private readonly objects: StripeObjects,
  ) {}

  /**
   * The sessions of a payment link with that status, the newest first. Each is a payer who opened the page: anyone can open
   * many, so that only those that count are listed.
   */
  async sessionsOf(link: string, status: 'open' | 'complete', signal: AbortSignal): Promise<Stripe.Checkout.Session[]> {
    return this.client.call('list sessions', signal, (stripe, options) =>
      stripe.checkout.sessions
        .list({ payment_link: link, status, limit: PAGE }, options)
        .autoPagingToArray({ limit: 10 * PAGE }),
    );
  }

  /** The payments of a link of ours, and what has become of them. */
  async statusOfLink(reference: string, link: string, signal: AbortSignal): Promise<StatusResponse> {
    const complete = await this.sessionsOf(link, 'complete', signal);
    const paid = complete.filter((session) => session.payment_status === 'paid');
    if (paid.length === 0) {
      const isIdle = complete.length === 0;
      return { facts: [], isDecided: isIdle && (await this.isOver(link, signal)), isIdle };
    }
    const statuses = await Promise.all(paid.map((session) => this.statusOfSession(reference, session, signal)));
    return together(statuses);
  }

  /** Refunds and disputes of a payment; nothing of one that is not ours. */
  async statusOfPayment(payment: string, signal: AbortSignal): Promise<StatusResponse> {
    const intent = await this.client.find('retrieve payment intent', signal, (stripe, options) =>
      stripe.paymentIntents.retrieve(payment, {}, options),
    );
    if (!intent || sentIdIn(intent.metadata) === undefined) return NOTHING;
    return this.reversalsOf(payment, signal, debitReference(toJson(intent)));
  }

  /** The payment intent of an order; undefined before it is paid. */
  async paymentIntentOf(reference: string, signal: AbortSignal): Promise<string | undefined> {
    const known = await this.objects.find('payment_intent', idOfSent(reference));
    if (known !== undefined) return known;
    const link = await this.objects.find('payment_link', idOfSent(reference));
    const sessions = link === undefined ? [] : await this.sessionsOf(link, 'complete', signal);
    const first = sessions.filter((session) => session.payment_status === 'paid').at(-1);
    const payment = relatedId(first?.payment_intent);
    return payment === undefined ? undefined : this.objects.keep('payment_intent', idOfSent(reference), payment);
  }

  /** The refunds of a payment, the newest first. */
  refundsOf(payment: string, signal: AbortSignal): Promise<Stripe.Refund[]> {
    return this.client.call('list refunds', signal, (stripe, options) =>
      stripe.refunds.list({ payment_intent: payment, limit: PAGE }, options).autoPagingToArray({ limit: 10 * PAGE }),
    );
  }

  private async statusOfSession(
    reference: string,
    session: Stripe.Checkout.Session,
    signal: AbortSignal,
  ): Promise<StatusResponse> {
    const received = receivedFact(reference, toJson(session));
    const payment = relatedId(session.payment_intent);
    if (!received || payment === undefined) throw new Error('Stripe gave no amount for the payment');
    return together([{ facts: [received], isDecided: true }, await this.reversalsOf(payment, signal)]);
  }

  /** Refunds of a payment, and its disputes, which are returns of the bank debit with our reference `debit`. */
  async reversalsOf(payment: string, signal: AbortSignal, debit?: string): Promise<StatusResponse> {
    return together([
      await partOf(() => this.statusOfRefunds(payment, signal)),
      await partOf(() => this.statusOfDisputes(payment, signal, debit)),
    ]);
  }

  private async statusOfRefunds(payment: string, signal: AbortSignal): Promise<StatusResponse> {
    const refunds = (await this.refundsOf(payment, signal)).map(toJson);
    const facts = refunds.map((refund) => refundFact(payment, refund)).filter((fact) => fact !== undefined);
    const states = refunds.map(refundState);
    return { facts, isDecided: states.every((state) => state !== undefined && state !== 'processing') };
  }

  /** A bank takes weeks to decide about a dispute. */
  private async statusOfDisputes(payment: string, signal: AbortSignal, debit?: string): Promise<StatusResponse> {
    const { data } = await this.client.call('list disputes', signal, (stripe, options) =>
      stripe.disputes.list({ payment_intent: payment, limit: PAGE }, options),
    );
    const disputes = data.map(toJson);
    const facts = disputes.flatMap((dispute) =>
      debit === undefined
        ? disputeFacts(payment, dispute)
        : [...returnFacts(debit, dispute), ...adjustmentFacts(payment, dispute)],
    );
    return disputes.some(isOpenDispute) && debit === undefined
      ? { facts, isDecided: false, isSparse: true }
      : { facts, isDecided: true };
  }

  /** Whether nobody can pay by the link any more: it is switched off, and no payer is on its page or has just paid. */
  private async isOver(link: string, signal: AbortSignal): Promise<boolean> {
    const { active } = await this.client.call('retrieve payment link', signal, (stripe, options) =>
      stripe.paymentLinks.retrieve(link, {}, options),
    );
    if (active || (await this.sessionsOf(link, 'open', signal)).length > 0) return false;
    return (await this.sessionsOf(link, 'complete', signal)).length === 0;
  }
}
