import { RefundRail, type RailRefund, type RailRefundOrder } from '@app/payment-links';
import { Money } from '@app/kernel';
import type { Log } from '@app/platform';
import { emptyAccount, type KnownOrderState } from '@app/rails';
import { idIn, shownText, type Json } from '../json';
import type { KeptIds } from '../kept-ids';
import { keyOf, sentIdOf } from '../sent-ids';
import { DlocalRejectedError, type DlocalClient } from './dlocal-client';
import { markedAddress, refundState } from './dlocal-facts';
import type { DlocalObjectKind, DlocalRefunds } from './dlocal-refunds';
import { amountOf, DLOCAL, moneyIn, pathOf } from './dlocal-wire';

/** What dLocal's codes mean for staff; its own words may be in another language. */
const REASONS: Readonly<Record<number, string>> = {
  5007: 'dLocal says that more than the payment would be refunded',
  5018: 'a chargeback of the payment is in place at dLocal',
};

/** A time-out, and a key that is used for a refund which dLocal does not show: the outcome is unknown. */
const UNDECIDED_CODES: readonly number[] = [5010, 5011];

/** A refund as dLocal is asked about it. */
type RefundSubject = Omit<RailRefundOrder, 'submission'>;

/**
 * Gives payers all or part of a payment back. Our refund id is the idempotency key: dLocal cannot be asked by it, so that
 * after an unknown outcome the refund is looked for among those of the payment. dLocal's id is stored as soon as it is
 * known.
 */
export class DlocalRefundRail extends RefundRail {
  readonly provider = DLOCAL;
  /** It does not say when. */
  override readonly forgetsKeys = true;

  constructor(
    private readonly client: DlocalClient,
    private readonly ids: KeptIds<DlocalObjectKind>,
    private readonly refunds: DlocalRefunds,
    private readonly options: { readonly notificationUrl: string | undefined; readonly log: Log },
  ) {
    super();
  }

  async submit(order: RailRefundOrder, signal: AbortSignal): Promise<RailRefund> {
    signal.throwIfAborted();
    const payment = await this.paymentOf(order, signal);
    const { notificationUrl } = this.options;
    const sent = sentIdOf(order.refundId);
    const body = {
      payment_id: payment,
      amount: amountOf(order.amount),
      currency: order.amount.currency,
      description: sent,
      ...(notificationUrl !== undefined && { notification_url: markedAddress(notificationUrl, sent) }),
    };
    try {
      const refund = await this.client.post('/refunds', body, signal, {
        'x-idempotency-key': keyOf(order.refundId, order.submission),
      });
      return await this.keep(order, refund);
    } catch (error) {
      if (!(error instanceof DlocalRejectedError)) throw error;
      // The key of an earlier call may be gone: then a rejection is no proof that dLocal has not made the refund.
      const made = await this.refunds.listed(payment, order.refundId, signal);
      if (made) return this.keep(order, made);
      if (error.isOutOfFunds) return emptyAccount(error.message);
      if (UNDECIDED_CODES.includes(error.code)) throw error;
      return { state: 'failed', reference: null, reason: REASONS[error.code] ?? error.reason };
    }
  }

  async find(order: RefundSubject, signal: AbortSignal): Promise<KnownOrderState | undefined> {
    const id = await this.ids.find('refund', order.refundId);
    if (id === undefined) {
      const made = await this.refunds.madeFor(await this.paymentOf(order, signal), order, signal);
      return made && this.keep(order, made);
    }
    return this.stateOf(order, id, await this.client.read(pathOf('refunds', id), signal));
  }

  private async paymentOf({ orderReference }: RefundSubject, signal: AbortSignal): Promise<string> {
    const payment = idIn(await this.client.read(pathOf('orders', orderReference), signal), 'payment_id');
    if (payment === undefined) throw new Error('dLocal has no payment for the order');
    return payment;
  }

  private async keep(order: RefundSubject, refund: Json): Promise<KnownOrderState> {
    const id = idIn(refund, 'id');
    if (id === undefined) throw new Error('dLocal gave no id for the refund');
    const kept = await this.ids.keep('refund', order.refundId, id);
    if (kept !== id) throw new Error(`dLocal made the refund ${id}, and ${kept} before`);
    return this.stateOf(order, id, refund);
  }

  private stateOf({ refundId }: RefundSubject, reference: string, refund: Json): KnownOrderState {
    const state = refundState(refund);
    if (state === 'failed') return { state, reference, reason: shownText(refund['status_detail']) };
    if (state === 'completed') {
      const amount = moneyIn(refund);
      if (amount instanceof Money) return { state, reference, amount };
      throw new Error('dLocal gave no amount for the refund');
    }
    const { log } = this.options;
    if (!state) log.warn({ refund_id: refundId, status: refund['status'] }, 'dLocal refund has an unknown status');
    return { state: 'processing', reference };
  }
}
