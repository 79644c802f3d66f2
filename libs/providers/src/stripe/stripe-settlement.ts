import { Money } from '@app/kernel';
import { COLLECTION, REVERSAL } from '@app/payment-links';
import type { PulledLine } from '@app/rails';
import type Stripe from 'stripe';
import { isObject, type Json } from '../json';
import type { StripeClient } from './stripe-client';
import { settledId } from './stripe-debit-facts';
import { receivedId } from './stripe-facts';
import { relatedId, sentIdIn, signedMoneyOf, STRIPE, toJson } from './stripe-wire';

const PAGE = 100;
/** How long before the time bank debits may have been submitted that settled since. */
const SETTLING_S = 10 * 86_400;

type LineType = 'payment' | 'refund' | 'dispute';

const TYPES: Readonly<Record<string, LineType>> = {
  charge: 'payment',
  refund: 'refund',
  refund_failure: 'refund',
  partial_capture_reversal: 'refund',
  dispute: 'dispute',
  dispute_reversal: 'dispute',
};

/** What Stripe's balance had in and out, as lines of a settlement report. */
export class StripeSettlement {
  /** Whether payments are ours, for what names only the payment. */
  private readonly owners = new Map<string, string | undefined>();

  constructor(private readonly client: StripeClient) {}

  /** The lines of balance transactions since that time, the newest first, and then those of earlier bank debits. */
  async *lines(since: Date, signal: AbortSignal): AsyncGenerator<PulledLine> {
    const time = since.getTime();
    const from = (time - (time % 1_000)) / 1_000;
    yield* this.listed({ created: { gte: from } }, signal);
    yield* this.listed({ type: 'payment', created: { gte: from - SETTLING_S, lt: from } }, signal);
  }

  private async *listed(filter: Stripe.BalanceTransactionListParams, signal: AbortSignal): AsyncGenerator<PulledLine> {
    for (let after: string | undefined; ;) {
      const params = {
        ...filter,
        limit: PAGE,
        expand: ['data.source'],
        ...(after !== undefined && { starting_after: after }),
      };
      const page = await this.client.call('list balance transactions', signal, (stripe, options) =>
        stripe.balanceTransactions.list(params, options),
      );
      for (const transaction of page.data) yield* await this.linesOf(transaction, signal);
      after = page.data.at(-1)?.id;
      if (!page.has_more || after === undefined) return;
    }
  }

  private async linesOf(transaction: Stripe.BalanceTransaction, signal: AbortSignal): Promise<PulledLine[]> {
    const source = isObject(transaction.source) ? toJson(transaction.source) : {};
    const category = transaction.reporting_category;
    const known = Object.hasOwn(TYPES, category) ? TYPES[category] : undefined;
    if (known === undefined) return [this.ownLine(transaction)];
    // A bank debit that was submitted, and has neither settled nor failed.
    if (source['status'] === 'pending' && known === 'payment') return [];
    const owner = await this.ownerOf(source, signal);
    // A refund that was made elsewhere has no record of its own name before its fact, and none at all of an exception.
    const isOurRefund = known === 'refund' && sentIdIn(source['metadata']) !== undefined;
    const reference = isOurRefund ? relatedId(source) : (owner ?? relatedId(source));
    const type = typeOf(known, source, owner);
    const asked = owner === undefined ? {} : inquiryAbout(category, source, owner);
    return moved(transaction, source, { type, reference: reference ?? null, ...asked });
  }

  /** What moved between Stripe and the account's owner, such as fees and payouts to the owner's bank. */
  private ownLine({ id, amount, currency, fee, net, created, ...transaction }: Stripe.BalanceTransaction): PulledLine {
    const isFee = transaction.reporting_category === 'fee';
    return {
      id,
      // The owner's payouts are none of the service.
      type: `stripe_${transaction.reporting_category}`.replace(/[^a-z0-9_-]/g, '_'),
      reference: relatedId(transaction.source) ?? null,
      gross: signedMoneyOf(isFee ? 0 : amount, currency),
      fee: signedMoneyOf(isFee ? fee - amount : fee, currency),
      net: signedMoneyOf(net, currency),
      settledAt: new Date(created * 1_000),
      batch: null,
    };
  }

  /** Our id of the payment that the object belongs to; undefined when that is not ours. */
  private async ownerOf(source: Json, signal: AbortSignal): Promise<string | undefined> {
    const payment = relatedId(source['payment_intent']);
    if (source['object'] === 'charge' || payment === undefined) return sentIdIn(source['metadata']);
    if (!this.owners.has(payment)) {
      const intent = await this.client.find('retrieve payment intent', signal, (stripe, options) =>
        stripe.paymentIntents.retrieve(payment, {}, options),
      );
      this.owners.set(payment, sentIdIn(intent?.metadata));
    }
    return this.owners.get(payment);
  }
}

/** What others do with the same account, and debits that a bank declined, are recorded and compared with nothing. */
function typeOf(known: LineType, source: Json, owner: string | undefined): string {
  if (owner === undefined) return `foreign_${known}`;
  return known === 'payment' && source['status'] === 'failed' ? 'failed_payment' : known;
}

/**
 * Payments, disputes and refunds of the dashboard, and refunds that failed, may have been announced by an event that did not
 * come. The worker asks about refunds of ours in any case.
 */
function inquiryAbout(category: string, source: Json, owner: string): Pick<PulledLine, 'about' | 'announcedBy'> {
  const payment = relatedId(source['payment_intent']);
  if (payment === undefined) return {};
  if (category === 'charge') {
    if (source['status'] === 'failed') return {};
    const about = { provider: STRIPE, kind: COLLECTION, reference: owner };
    return { about, announcedBy: [receivedId(payment), settledId(payment)] };
  }
  const isOurs = category === 'refund' && sentIdIn(source['metadata']) !== undefined;
  return isOurs ? {} : { about: { provider: STRIPE, kind: REVERSAL, reference: payment } };
}

/**
 * The line in the currency of the payer, which the source has. Where Stripe converted it, its fee is in the currency of the
 * balance, and is a line of its own.
 */
function moved(
  transaction: Stripe.BalanceTransaction,
  source: Json,
  names: Pick<PulledLine, 'type' | 'reference' | 'about' | 'announcedBy'>,
): PulledLine[] {
  const { type, reference, about, announcedBy } = names;
  const [settledAt, batch] = [new Date(transaction.created * 1_000), null];
  const inBalance = (minorUnits: number) => signedMoneyOf(minorUnits, transaction.currency);
  const [amount, fee, net] = [inBalance(transaction.amount), inBalance(transaction.fee), inBalance(transaction.net)];
  const given = signedMoneyOf(source['amount'] ?? transaction.amount, source['currency'] ?? transaction.currency);
  const { id } = transaction;
  if (given.currency === amount.currency)
    return [{ id, type, reference, gross: amount, fee, net, settledAt, batch, about, announcedBy }];
  const gross = amount.isNegative() ? given.absolute().negated() : given.absolute();
  const line = {
    id,
    type,
    reference,
    gross,
    fee: Money.zero(gross.currency),
    net: gross,
    settledAt,
    batch,
    about,
    announcedBy,
  };
  if (fee.isZero()) return [line];
  const ofFee = { gross: Money.zero(fee.currency), fee, net: fee.negated(), settledAt, batch };
  return [line, { id: `${id}:fee`, type: 'fee', reference, ...ofFee }];
}
