import type { Clock, Money, UnsupportedAmount } from '@app/kernel';
import { COLLECTION, REFUND, REVERSAL } from '@app/payment-links';
import type { Log } from '@app/platform';
import type { Capability, Fact, InquirySubject, ProviderAdapter, StatusResponse } from '@app/rails';
import { idIn } from '../json';
import type { KeptIds } from '../kept-ids';
import { partOf, toError, together } from '../parts';
import { DlocalBanks } from './dlocal-banks';
import type { DlocalClient } from './dlocal-client';
import { DlocalCollectionRail } from './dlocal-collection.rail';
import { chargebackFacts, chargebackIn, chargebackState, paidAtIn, paymentFact, paymentState } from './dlocal-facts';
import type { DlocalMethod } from './dlocal-methods';
import type { DlocalPart } from './dlocal-part';
import { DlocalRefundRail } from './dlocal-refund.rail';
import { DlocalRefunds, refundsIn, type DlocalObjectKind } from './dlocal-refunds';
import { moneyIn, pathOf } from './dlocal-wire';

export interface DlocalPayinsOptions {
  readonly methods: readonly DlocalMethod[];
  /** Where dLocal reports; undefined leaves that to its dashboard. */
  readonly notificationUrl: string | undefined;
  readonly ids: KeptIds<DlocalObjectKind>;
  readonly clock: Clock;
  readonly log: Log;
}

interface PaidOrder {
  readonly order: string;
  readonly payment: string;
  readonly paid: Money | UnsupportedAmount;
}

/** Collects and refunds. */
export class DlocalPayins implements DlocalPart {
  readonly kinds = [COLLECTION, REFUND, REVERSAL];
  readonly capabilities: readonly Capability[];
  readonly adapters: readonly ProviderAdapter[];
  private readonly refunds: DlocalRefunds;

  constructor(
    private readonly client: DlocalClient,
    private readonly options: DlocalPayinsOptions,
  ) {
    const { methods, ids, clock, log } = options;
    const banks = new DlocalBanks(client, clock);
    this.refunds = new DlocalRefunds(client, ids, clock, log);
    this.capabilities = methods.map((method) => ({
      kind: 'collect',
      method: method.code,
      requires: method.requires,
      banks: method.hasBanks ? () => banks.of(method) : [],
      refunds: 'partial',
      // ✗ dLocal publishes none: those of the methods apply, and what it declines is shown as that.
      largest: [],
    }));
    this.adapters = [
      new DlocalCollectionRail(client, options),
      new DlocalRefundRail(client, ids, this.refunds, options),
    ];
  }

  inquire({ kind, reference }: InquirySubject, signal: AbortSignal): Promise<StatusResponse> {
    if (kind === COLLECTION) return this.statusOfOrder(reference, signal);
    if (kind === REFUND) return this.refunds.statusOfOurs(reference, signal);
    const chargeback = chargebackIn(reference);
    return chargeback === undefined
      ? this.refunds.statusOf(reference, signal)
      : this.statusOfChargeback(chargeback, signal);
  }

  /** Lists the payment methods of a country. */
  async check(signal: AbortSignal): Promise<void> {
    const methods = await this.client.get('/payments-methods?country=BR', signal);
    if (!Array.isArray(methods)) throw new Error('dLocal did not list the payment methods');
  }

  /** The payment of the order and, as far as dLocal lists them with it, its refunds. */
  private async statusOfOrder(reference: string, signal: AbortSignal): Promise<StatusResponse> {
    const order = await this.client.read(pathOf('orders', reference), signal);
    const [payment, state, paid] = [idIn(order, 'payment_id'), paymentState(order), moneyIn(order)];
    if (!state) this.options.log.warn({ reference, status: order['status'] }, 'dLocal payment has an unknown status');
    if (!state || state === 'pending') return { facts: [], isDecided: false };
    if (payment === undefined || !paid) throw new Error('dLocal gave no payment or amount for the order');
    if (state === 'paid') return this.statusOfPaid({ order: reference, payment, paid }, signal);
    const fact = paymentFact(payment, reference, state, { paid, paidAt: undefined }) as Fact;
    // Money may still arrive for an order that is over.
    return { facts: [fact], isDecided: false, isSparse: true };
  }

  /** Only the payment says when it was paid, and what was refunded of it. */
  private async statusOfPaid({ order, payment, paid }: PaidOrder, signal: AbortSignal): Promise<StatusResponse> {
    const details = await this.client.read(pathOf('payments', payment), signal).catch(toError);
    const paidAt = details instanceof Error ? undefined : paidAtIn(details);
    const fact = paymentFact(payment, order, 'paid', { paid, paidAt }) as Fact;
    if (details instanceof Error) return { facts: [fact], isDecided: false, problem: details };
    const ids = refundsIn(details).map((refund) => idIn(refund, 'id'));
    const statuses = ids.flatMap((id) => (id === undefined ? [] : partOf(() => this.refunds.statusOf(id, signal))));
    return together([{ facts: [fact], isDecided: true }, ...(await Promise.all(statuses))]);
  }

  /** Is asked about a chargeback that has moved money, whatever its status has become since. */
  private async statusOfChargeback(id: string, signal: AbortSignal): Promise<StatusResponse> {
    const chargeback = await this.client.read(pathOf('chargebacks', id), signal);
    const order = await this.refunds.orderOf(chargeback, signal);
    if (order === undefined) return { facts: [], isDecided: true };
    if (!chargebackState(chargeback)) return { facts: [], isDecided: false };
    const facts = chargebackFacts(order, chargeback);
    if (facts.length === 0) throw new Error('dLocal gave no amount for the chargeback');
    return chargebackState(chargeback) === 'taken'
      ? { facts, isDecided: false, isSparse: true }
      : { facts, isDecided: true };
  }
}
