import { Money, type Clock } from '@app/kernel';
import type { Log } from '@app/platform';
import type { Fact, StatusResponse } from '@app/rails';
import { toPayoutFact, type RailKnowledge } from '@app/transfers';
import type Stripe from 'stripe';
import { shownText } from '../json';
import { idOfSent, sentIdOf } from '../sent-ids';
import type { StripeClient } from './stripe-client';
import type { StripeObjects } from './stripe-objects';
import type { Recipient } from './stripe-recipients';
import { moneyOf, sentIdIn, STRIPE } from './stripe-wire';

export type OutboundPayment = Stripe.V2.MoneyManagement.OutboundPayment;

/** What Stripe's ids of outbound payments begin with; those of test payments too. */
const ID_PREFIX = 'obp_';
/** How long Stripe is asked whether a bank has returned a payment: longer than banks take for a wrong account. */
const RETURN_WATCH_MS = 7 * 86_400_000;
/** The payments of a recipient that are searched, the newest first. */
const MAX_SEARCHED = 1_000;

const PROCESSING = 'processing';
const UNPAID = ['failed', 'canceled'];
const PAID = ['posted', 'returned'];

/** What is stored of a payout before Stripe is asked to pay it, so that its payment can be found whatever happens then. */
export class PayoutPlan {
  private constructor(
    readonly recipient: Recipient,
    readonly text: string,
  ) {}

  static of({ account, payoutMethod }: Recipient, reference: string): PayoutPlan {
    return new PayoutPlan({ account, payoutMethod }, `${account} ${payoutMethod} ${reference}`);
  }

  static read(text: string): PayoutPlan {
    const [account = '', payoutMethod = ''] = text.split(' ');
    return new PayoutPlan({ account, payoutMethod }, text);
  }
}

/** Payments to recipients, as Stripe has them. */
export class StripeOutboundPayments {
  constructor(
    private readonly client: StripeClient,
    private readonly objects: StripeObjects,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** The payment of our payout, also one whose id was lost; undefined when Stripe has none. */
  async find(payoutId: string, signal: AbortSignal): Promise<OutboundPayment | undefined> {
    const known = await this.objects.find('outbound_payment', payoutId);
    if (known !== undefined) return this.retrieve(known, signal);
    const plan = await this.objects.find('payout_plan', payoutId);
    return plan === undefined ? undefined : this.search(PayoutPlan.read(plan), payoutId, signal);
  }

  /** Searches the payments of the recipient: lists have no filter for our reference. Stores the id of the one found. */
  async search({ recipient }: PayoutPlan, payoutId: string, signal: AbortSignal): Promise<OutboundPayment | undefined> {
    const reference = sentIdOf(payoutId);
    const listed = await this.client.call('list outbound payments', signal, (stripe, options) =>
      stripe.v2.moneyManagement.outboundPayments
        .list({ recipient: recipient.account, limit: 100 }, options)
        .autoPagingToArray({ limit: MAX_SEARCHED }),
    );
    const payment = listed.find(({ metadata }) => sentIdIn(metadata) === reference);
    if (payment) await this.objects.keep('outbound_payment', payoutId, payment.id);
    return payment;
  }

  /** What the payment means for the payout. A payment that came back stays completed: only a fact says so. */
  stateOf(payment: OutboundPayment): Exclude<RailKnowledge, { state: 'unknown' }> {
    const { id: reference, status } = payment;
    if (UNPAID.includes(status)) return { state: 'failed', reference, reason: reasonOf(payment) };
    if (PAID.includes(status)) return { state: 'completed', reference, amount: creditedBy(payment) };
    if (status !== PROCESSING) this.log.warn({ reference, status }, 'Stripe payment has an unknown status');
    return { state: 'processing', reference };
  }

  /** `reference`: our payout id, or Stripe's id of the payment, which is all that an event names. */
  async statusOf(reference: string, signal: AbortSignal): Promise<StatusResponse> {
    const payment = reference.startsWith(ID_PREFIX)
      ? await this.retrieveIfAny(reference, signal)
      : await this.find(reference, signal);
    const ours = sentIdIn(payment?.metadata);
    if (!payment || ours === undefined) return { facts: [], isDecided: true };
    return { facts: this.factsOf(payment, idOfSent(ours)), isDecided: this.isOver(payment) };
  }

  private factsOf(payment: OutboundPayment, payoutId: string): Fact[] {
    const { id, status } = payment;
    const about = { provider: STRIPE, reference: payoutId, providerReference: id };
    const state = this.stateOf(payment);
    if (state.state === 'failed') {
      return [
        toPayoutFact({ ...about, id: `${id}:failed`, type: 'payout.failed', amount: null, reason: state.reason }),
      ];
    }
    if (state.state !== 'completed') return [];
    const { amount } = state;
    const posted = toPayoutFact({ ...about, id: `${id}:posted`, type: 'payout.completed', amount, reason: null });
    if (status !== 'returned') return [posted];
    const reason = reasonOf(payment);
    return [posted, toPayoutFact({ ...about, id: `${id}:returned`, type: 'payout.returned', amount, reason })];
  }

  /** A posted payment can still come back, and the event about that can be lost. */
  private isOver({ status, status_transitions: at }: OutboundPayment): boolean {
    if (status !== 'posted') return status === 'returned' || UNPAID.includes(status);
    const posted = Date.parse(at?.posted_at ?? '');
    return Number.isNaN(posted) || posted + RETURN_WATCH_MS <= this.clock.now().getTime();
  }

  private retrieve(id: string, signal: AbortSignal): Promise<OutboundPayment> {
    return this.client.call('retrieve outbound payment', signal, (stripe, options) =>
      stripe.v2.moneyManagement.outboundPayments.retrieve(id, {}, options),
    );
  }

  private retrieveIfAny(id: string, signal: AbortSignal): Promise<OutboundPayment | undefined> {
    return this.client.find('retrieve outbound payment', signal, (stripe, options) =>
      stripe.v2.moneyManagement.outboundPayments.retrieve(id, {}, options),
    );
  }
}

function creditedBy({ to: { credited } }: OutboundPayment): Money {
  const amount = moneyOf(credited.value, credited.currency);
  if (amount instanceof Money) return amount;
  throw new Error('Stripe gave no amount for the payout');
}

function reasonOf({ status, status_details: details }: OutboundPayment): string | null {
  const reason = status === 'returned' ? details?.returned?.reason : details?.failed?.reason;
  return shownText(reason ?? status);
}
